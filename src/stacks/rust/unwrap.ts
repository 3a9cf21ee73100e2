import type { Some } from '../../model/result.ts'

/** `rustup run nightly cargo test` → `cargo +nightly test`. Undefined when nothing was taken. */
export const unwrap = (argv: Some<string>): Some<string> | undefined => {
  const [program, ...words] = argv
  const name = program.slice(program.lastIndexOf('/') + 1)
  if (name === 'rustup' && words[0] === 'run') {
    const [toolchain, inner, ...rest] = words.slice(1).filter((_word, at, all) => at > 1 || !all[at]?.startsWith('-'))
    return toolchain === undefined || inner === undefined
      ? undefined
      : inner === 'cargo'
        ? [inner, `+${toolchain}`, ...rest]
        : [inner, ...rest]
  }
  if (name === 'cargo' && program !== 'cargo') return ['cargo', ...words]
  return undefined
}

import type { Some } from '../../model/result.ts'

/** `rustup run stable cargo test` → `cargo test`, `cargo +nightly test` → `cargo test`: what is here runs. Undefined when nothing was taken. */
export const unwrap = (argv: Some<string>): Some<string> | undefined => {
  const [program, ...words] = argv
  const name = program.slice(program.lastIndexOf('/') + 1)
  if (name === 'rustup' && words[0] === 'run') {
    const at = words.findIndex((word, index) => index > 0 && !word.startsWith('-'))
    const [inner, ...rest] = words.slice(at + 1)
    return at < 0 || inner === undefined ? undefined : [inner, ...rest]
  }
  if (name === 'cargo' && (program !== 'cargo' || words[0]?.startsWith('+')))
    return ['cargo', ...(words[0]?.startsWith('+') ? words.slice(1) : words)]
  return undefined
}

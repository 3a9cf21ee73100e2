import type { Some } from '../../model/result.ts'
import type { Place } from '../../model/stack.ts'

/** A call of cargo, taken apart. */
export interface CargoCall {
  /** `+nightly`; the script that ships with Triverdict drops one that is not here. */
  readonly toolchain: string | null
  /** Options before the command: `--locked`, `--config`, `key=value`. */
  readonly global: readonly string[]
  /** `test`, `nextest`, `clippy`; short names as their long ones. */
  readonly command: string
  /** Words behind the command, before a lone `--`. */
  readonly args: readonly string[]
  /** Words behind the lone `--`; null without one. */
  readonly behind: readonly string[] | null
}

const SHORT: Readonly<Record<string, string>> = { t: 'test', b: 'build', c: 'check', d: 'doc', r: 'run' }
const GLOBAL_VALUED = ['--color', '--config', '-Z', '-C']

/** Options of cargo whose value is the next word (cargo-test(1), cargo-build(1)). */
export const VALUED = (
  '-p --package --exclude --test --bin --example --bench -F --features --target --target-dir --profile --message-format --color ' +
  '--config -Z -C -j --jobs --manifest-path --artifact-dir --lockfile-path'
).split(' ')

/** Reads `cargo …`; undefined for another program, without a command, and for what needs another machine or a nightly's switches. */
export const readCargo = (argv: readonly string[]): CargoCall | undefined => {
  const [program = '', ...words] = argv
  if (program.slice(program.lastIndexOf('/') + 1) !== 'cargo') return undefined
  let at = words[0]?.startsWith('+') ? 1 : 0
  const start = at
  while (words[at]?.startsWith('-')) at += GLOBAL_VALUED.includes(words[at] as string) ? 2 : 1
  const command = words[at]
  if (command === undefined || words.some((word) => /^-Z/.test(word))) return undefined
  if (targets(words).some((target) => !HERE.test(target))) return undefined
  const rest = words.slice(at + 1)
  const dashes = rest.indexOf('--')
  return {
    toolchain: words[0]?.startsWith('+') ? words[0] : null,
    global: words.slice(start, at),
    command: SHORT[command] ?? command,
    args: dashes < 0 ? rest : rest.slice(0, dashes),
    behind: dashes < 0 ? null : rest.slice(dashes + 1),
  }
}

/** Targets that a machine of ours may run. Others are cross compiled, for which nothing is installed. */
const HERE = /^(?:x86_64|aarch64)-unknown-linux-gnu$/
const targets = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, at) =>
    word === '--target' ? (words[at + 1] ?? []) : word.startsWith('--target=') ? word.slice('--target='.length) : [],
  )

/** The call as words again. */
export const writeCargo = ({ toolchain, global, command, args, behind }: CargoCall): Some<string> => [
  'cargo',
  ...(toolchain === null ? [] : [toolchain]),
  ...global,
  command,
  ...args,
  ...(behind === null ? [] : ['--', ...behind]),
]

/** Words without these options; `valued` take the next word along. `--name=value` needs no naming, `-jN` and `-pX` neither. */
export const without = (
  words: readonly string[],
  names: readonly string[],
  valued: readonly string[] = VALUED,
): readonly string[] => {
  const kept: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    const name = word.startsWith('--') ? (word.split('=')[0] as string) : word
    const takesNext = valued.includes(word) && at + 1 < words.length
    if (!names.includes(name)) kept.push(word, ...(takesNext ? [words[at + 1] as string] : []))
    if (takesNext) at += 1
  }
  return kept
}

/** Run by the script that ships with Triverdict. `merged`: standard error in standard output, with a last line. */
export const launched = (place: Place, form: 'merged' | 'apart', argv: Some<string>): Some<string> => [
  'sh',
  `${place.reporters}/triverdict_cargo.sh`,
  form,
  ...argv,
]

/** Plain words from cargo, whatever the project or its CI says about colours and verbosity. */
export const PLAIN: Readonly<Record<string, string>> = {
  CARGO_TERM_COLOR: 'never',
  CARGO_TERM_QUIET: 'false',
  CARGO_TERM_VERBOSE: 'false',
  CARGO_TERM_PROGRESS_WHEN: 'never',
}
/** Options that change what cargo prints, and nothing that it does. */
export const TALK = ['-q', '--quiet', '-v', '-vv', '--verbose', '--color', '--message-format', '--timings']

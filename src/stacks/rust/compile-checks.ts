import type { Channel, DocumentedExit, Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { clippyEvidence } from './adoption.ts'
import { type CargoCall, launched, PLAIN, readCargo, TALK, without, writeCargo } from './call.ts'
import { firstFailure } from './first-failure.ts'
import { wholeWorkspace } from './members.ts'

const FINDINGS: readonly Channel[] = [{ path: 'stdout', format: 'cargo-json', role: 'findings', required: true }]

const exits = (page: string): readonly DocumentedExit[] =>
  exitTable(`${page}, and runs of cargo 1.95`, [
    [0, 'green', 'cargo succeeded'],
    [1, 'not-complete', 'an option that cargo does not know'],
    [101, 'red', 'an error in the code, or cargo failed to complete'],
  ])

/** Errors of the compiler as JSON; what it prints for people stays on standard error. Past the first broken package. */
const asJson = (call: CargoCall, place: Place, more: readonly string[]): Instrumented => {
  const global = without(call.global, TALK, ['--color', '--config', '-Z', '-C'])
  const args = [...without(call.args, [...TALK, '--fix', '--allow-dirty', '--allow-staged', ...more]), ...more]
  return {
    argv: launched(place, 'apart', writeCargo({ ...call, global, args: [...args, '--message-format=json'] })),
    env: PLAIN,
    channels: FINDINGS,
  }
}

const isHelp = (word: string): boolean => /^(?:-h|--help|--version|-V)$/.test(word)

/** `cargo build`, `cargo check`, and `cargo test --no-run`, which compiles tests and runs none. */
const compiling = (argv: readonly string[]): CargoCall | undefined => {
  const call = readCargo(argv)
  if (call === undefined || call.args.some(isHelp)) return undefined
  if (call.command === 'build' || call.command === 'check') return call
  return ['test', 'bench'].includes(call.command) && call.args.includes('--no-run') ? call : undefined
}

/** The compiler: Rust always has types. */
export const cargoBuild: Tool = {
  id: 'cargo-build',
  stack: 'rust',
  kind: 'types',
  recognises: (argv) => compiling(argv) !== undefined,
  adoption: '`Cargo.toml`: Rust always has types',
  adopted: (project) =>
    project.has('Cargo.toml') ? { tier: 'default', file: 'Cargo.toml', line: null, text: 'Cargo.toml' } : undefined,
  defaultArgv: (project) => ['cargo', 'build', ...wholeWorkspace(project)],
  instrument(argv, place) {
    const call = compiling(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    return asJson(call, place, ['build', 'check'].includes(call.command) ? ['--keep-going'] : [])
  },
  emits: (argv) => readCargo(argv)?.command === 'build',
  exits: exits('cargo-build(1), exit status'),
  firstFailure,
}

const linting = (argv: readonly string[]): CargoCall | undefined => {
  const words = argv[0] === 'cargo-clippy' ? ['cargo', 'clippy', ...argv.slice(1)] : argv
  const call = readCargo(words)
  return call?.command === 'clippy' && !call.args.some(isHelp) ? call : undefined
}

/** Clippy. Warnings count where the call or the project denies them; the convention denies them all. */
export const clippy: Tool = {
  id: 'clippy',
  stack: 'rust',
  kind: 'lint',
  recognises: (argv) => linting(argv) !== undefined,
  adoption:
    '`clippy.toml`, lints of Clippy in a manifest or at the root of a crate, the component in `rust-toolchain.toml`, or a hook of pre-commit',
  adopted: clippyEvidence,
  defaultArgv: (project) => ['cargo', 'clippy', ...wholeWorkspace(project), '--', '-D', 'warnings'],
  instrument(argv, place) {
    const call = linting(argv)
    return call === undefined ? { argv, env: {}, channels: [] } : asJson(call, place, ['--keep-going'])
  },
  exits: exits('Clippy documentation, usage, and cargo-check(1), exit status'),
  firstFailure,
}

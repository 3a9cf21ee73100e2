import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { DocumentedExit, Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { type CargoCall, launched, PLAIN, readCargo, TALK, VALUED, without, writeCargo } from './call.ts'
import { doctestEvidence } from './doctests.ts'
import { cargoFilters } from './filters.ts'
import { firstFailure } from './first-failure.ts'
import { declaredTargets } from './manifest.ts'
import { packages, wholeWorkspace } from './members.ts'
import { narrowedTargets } from './narrow.ts'
import { usesNextest } from './nextest.ts'
import { rustProbe } from './probe.ts'
import { testEvidence } from './test-files.ts'

/** Options of the test programs that change what they print, or whether they go on (rustc book, tests). */
const HARNESS = [
  '-q',
  '--quiet',
  '--nocapture',
  '--no-capture',
  '--show-output',
  '--format',
  '--color',
  '--logfile',
  '--fail-fast',
]
const HARNESS_VALUED = ['--test-threads', '--skip', '--format', '--color', '--logfile', '-Z', '--shuffle-seed']

/** Of `cargo test` with `--no-fail-fast`: without it the code of a test program of its own (`harness = false`) would be cargo's. */
export const CARGO_EXITS: readonly DocumentedExit[] = exitTable('cargo-test(1), exit status, and runs of cargo 1.95', [
  [0, 'green', 'cargo succeeded'],
  [1, 'not-complete', 'an option that cargo does not know'],
  [101, 'red', 'a test failed, or cargo could not build or start one'],
])

const read = (argv: readonly string[]): CargoCall | undefined => {
  const call = readCargo(argv)
  return call?.command === 'test' && !call.args.some((word) => /^--no-run$|^(?:-h|--help)$/.test(word))
    ? call
    : undefined
}

/** The words of a call with what the reader needs. */
export const talkative = (call: CargoCall): CargoCall => ({
  ...call,
  global: without(call.global, TALK, ['--color', '--config', '-Z', '-C']),
  args: [
    ...without(call.args, [...TALK, '--no-fail-fast']),
    '--no-fail-fast',
    '--message-format=json-render-diagnostics',
  ],
  behind: call.behind === null ? null : without(call.behind, HARNESS, HARNESS_VALUED),
})

/** Paths of tests and benchmarks that are programs of their own (`harness = false` at the locked ref), relative to the tree. */
const programs = ({ project, directory }: Place): readonly string[] =>
  packages(project).flatMap((one) =>
    (['test', 'bench', 'example'] as const).flatMap((kind) =>
      declaredTargets(project, one, kind)
        .filter(({ harness }) => !harness)
        .map(({ path }) => (directory === '.' ? path : `${directory}/${path}`)),
    ),
  )

/** The environment and the channel of a run whose text libtest writes. */
export const heardFromText = (place: Place): Omit<Instrumented, 'argv'> => ({
  env: {
    ...PLAIN,
    RUST_TEST_NOCAPTURE: '0',
    TRIVERDICT_PROGRAMS: programs(place).join('\n'),
  },
  channels: [{ path: 'stdout', format: 'libtest-text', role: 'events', required: true }],
})

/** `cargo test`: unit, integration and documentation tests. Every target runs, whatever fails before it. */
export const cargoTest: Tool = {
  id: 'cargo-test',
  stack: 'rust',
  kind: 'tests',
  recognises: (argv) => read(argv) !== undefined,
  adoption:
    'an integration test, a test inside of a source file, or a doctest of a library; beside nextest only where a library has doctests',
  // nextest runs everything but doctests.
  adopted: (project) => (usesNextest(project) === undefined ? testEvidence(project) : doctestEvidence(project)),
  defaultArgv: (project) => [
    'cargo',
    'test',
    ...wholeWorkspace(project),
    ...(usesNextest(project) === undefined ? [] : ['--doc']),
  ],
  instrument(argv, place) {
    const call = read(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    return { argv: launched(place, 'merged', writeCargo(talkative(call))), ...heardFromText(place) }
  },
  filters: (argv) => {
    const call = read(argv)
    return call === undefined ? [] : cargoFilters(call, VALUED)
  },
  narrow: (argv: Some<string>, files: Some<string>, project?: RepoView) => {
    const call = read(argv)
    const targets = narrowedTargets(files, project)
    return call === undefined || targets === undefined ? undefined : writeCargo(selecting(call, targets))
  },
  probe: rustProbe,
  exits: CARGO_EXITS,
  firstFailure,
}

const SELECTING = '--lib --bins --bin --tests --test --examples --example --benches --bench --all-targets --doc'.split(
  ' ',
)

/** The same packages and features with these targets only. A filter by name would leave out what is asked for. */
export const selecting = (call: CargoCall, targets: readonly string[]): CargoCall => {
  const args = without(call.args, SELECTING)
  const valued = new Set([
    '-p',
    '--package',
    '--exclude',
    '-F',
    '--features',
    '--target',
    '--target-dir',
    '--profile',
    '--config',
    '-Z',
    '-C',
    '-j',
    '--jobs',
    '--manifest-path',
    '--message-format',
    '--color',
  ])
  const kept = args.filter((word, at) => word.startsWith('-') || valued.has(args[at - 1] ?? ''))
  return { ...call, args: [...kept, ...targets], behind: call.behind?.filter((word) => word.startsWith('-')) ?? null }
}

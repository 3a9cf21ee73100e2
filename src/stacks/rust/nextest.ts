import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { DocumentedExit, Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { type CargoCall, PLAIN, readCargo, TALK, VALUED, without, writeCargo } from './call.ts'
import { cargoFilters } from './filters.ts'
import { firstFailure } from './first-failure.ts'
import { readToml, tableAt } from './manifest.ts'
import { wholeWorkspace } from './members.ts'
import { narrowedTargets } from './narrow.ts'
import { nextestBinaries } from './nextest-binaries.ts'
import { rustProbe } from './probe.ts'

const CONFIG = '.config/nextest.toml'

/** Evidence that the project configures nextest. */
export const usesNextest = (project: RepoView): Evidence | undefined =>
  project.has(CONFIG) ? { tier: 'default', file: CONFIG, line: null, text: CONFIG } : undefined

/** Options of nextest whose value is the next word (`cargo nextest run --help`). */
export const NEXTEST_VALUED = [
  ...VALUED,
  ...'-E --filter-expr --filterset -P --retries --threads --test-threads --run-ignored --partition --status-level --final-status-level'.split(
    ' ',
  ),
  ...'--failure-output --success-output --max-fail --config-file --tool-config-file --no-tests --archive-file --cargo-profile --cargo-message-format'.split(
    ' ',
  ),
]
const DROPPED = [
  ...TALK,
  ...'--retries --fail-fast --ff --no-fail-fast --nff --max-fail --no-capture --nocapture --no-tests'.split(' '),
  ...'--status-level --final-status-level --failure-output --success-output --hide-progress-bar --show-progress --cargo-quiet'.split(
    ' ',
  ),
]

const read = (argv: readonly string[]): CargoCall | undefined => {
  const words = argv[0] === 'cargo-nextest' ? ['cargo', ...argv.slice(1)] : argv
  const call = readCargo(words)
  const runs = call?.command === 'nextest' && (call.args[0] === 'run' || call.args[0] === 'r')
  return runs && !call.args.some((word) => /^--no-run$|^(?:-h|--help)$/.test(word)) ? call : undefined
}

/** The profile of nextest that the words name; empty where they name none. */
const profileOf = (args: readonly string[]): string => {
  const at = args.findIndex((word) => /^(?:-P|--profile)(?:=|$)/.test(word))
  const word = args[at] ?? ''
  return (at < 0 ? undefined : word.includes('=') ? word.split('=')[1] : args[at + 1]) ?? ''
}

/** Words of `cargo nextest run`, from `run` on, with what the reader needs. */
export const nextestWords = (args: readonly string[]): readonly string[] => [
  ...without(args, DROPPED, NEXTEST_VALUED),
  '--no-fail-fast',
  '--retries=0',
  '--no-tests=fail',
]

/** How the script that ships with Triverdict is told to run nextest with these words, and the environment and the channel of that run. */
export const heardFromNextest = (
  place: Place,
  args: readonly string[],
): Omit<Instrumented, 'argv'> & { readonly form: readonly string[] } => {
  const kept = tableAt(readToml(place.project, CONFIG), 'store').dir
  return {
    form: ['nextest', place.reportDirectory, typeof kept === 'string' ? kept : 'target/nextest', profileOf(args)],
    env: { ...PLAIN, NEXTEST_RETRIES: '0', NEXTEST_HIDE_PROGRESS_BAR: '1', NEXTEST_NO_TESTS: 'fail' },
    channels: [
      {
        path: `${place.reportDirectory}/junit.xml`,
        format: 'nextest-junit',
        role: 'summary',
        required: true,
        packages: nextestBinaries(place),
      },
    ],
  }
}

/** The exit codes of a run (nextest-metadata, NextestExitCode). */
export const NEXTEST_EXITS: readonly DocumentedExit[] = exitTable('enum NextestExitCode of nextest-metadata 0.14.1', [
  [0, 'green', 'no error'],
  [1, 'not-complete', 'an unexpected failure'],
  [4, 'not-complete', 'no tests to run'],
  [10, 'not-complete', 'older than the recommended version of nextest'],
  [70, 'not-complete', 'nextest could not start itself again'],
  [[80, 82], 'not-complete', 'about an update of nextest'],
  [90, 'not-complete', 'an update of nextest failed'],
  [92, 'not-started', 'not the version of nextest that the project requires'],
  [93, 'not-complete', 'nextest cannot update itself'],
  [94, 'not-complete', 'a filter that cannot be parsed'],
  [95, 'not-complete', 'an experimental feature that is not enabled'],
  [96, 'not-complete', 'setup error: usage or configuration'],
  [100, 'red', 'one or more tests failed'],
  [101, 'not-complete', 'cargo build failed'],
  [102, 'not-complete', 'cargo metadata failed'],
  [103, 'not-complete', 'an archive could not be made'],
  [104, 'not-complete', 'listing tests failed'],
  [105, 'not-complete', 'a setup script failed'],
  [106, 'not-complete', 'a replay of a run that was not complete'],
  [110, 'not-complete', 'output could not be written'],
  [127, 'not-started', 'cargo-nextest is not installed here'],
])

/** cargo-nextest, which runs each test in a process of its own; doctests are not its. Its JUnit decides; retries of any kind are off. */
export const nextest: Tool = {
  id: 'cargo-nextest',
  stack: 'rust',
  kind: 'tests',
  recognises: (argv) => read(argv) !== undefined,
  adoption: '`.config/nextest.toml`',
  adopted: usesNextest,
  defaultArgv: (project) => ['cargo', 'nextest', 'run', ...wholeWorkspace(project)],
  instrument(argv, place): Instrumented {
    const call = read(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const { form, ...heard } = heardFromNextest(place, call.args)
    return {
      argv: [
        'sh',
        `${place.reporters}/triverdict_cargo.sh`,
        ...form,
        ...writeCargo({ ...call, args: nextestWords(call.args) }),
      ],
      ...heard,
    }
  },
  filters: (argv) => {
    const call = read(argv)
    return call === undefined ? [] : cargoFilters({ ...call, args: call.args.slice(1) }, NEXTEST_VALUED, FILTERS)
  },
  narrow: (argv: Some<string>, files: Some<string>, project?: RepoView) => {
    const call = read(argv)
    const targets = narrowedTargets(files, project)
    return call === undefined || targets === undefined ? undefined : writeCargo(narrowed(call, targets))
  },
  probe: rustProbe,
  exits: NEXTEST_EXITS,
  firstFailure,
}

const FILTERS = ['-E', '--filter-expr', '--filterset', '--partition', '--run-ignored']
const SELECTING = '--lib --bins --bin --tests --test --examples --example --benches --bench --all-targets'.split(' ')

/** The same packages, features and profiles with these targets only, whatever filters say. */
export const narrowed = (call: CargoCall, targets: readonly string[]): CargoCall => {
  const [run = 'run', ...args] = without(call.args, [...SELECTING, ...FILTERS], NEXTEST_VALUED)
  const kept = args.filter((word, at) => word.startsWith('-') || NEXTEST_VALUED.includes(args[at - 1] ?? ''))
  return { ...call, args: [run, ...kept, ...targets], behind: null }
}

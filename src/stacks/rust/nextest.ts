import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { type CargoCall, PLAIN, readCargo, TALK, VALUED, without, writeCargo } from './call.ts'
import { firstFailure } from './first-failure.ts'
import { readToml, tableAt } from './manifest.ts'
import { wholeWorkspace } from './members.ts'

const CONFIG = '.config/nextest.toml'

/** Evidence that the project configures nextest. */
export const usesNextest = (project: RepoView): Evidence | undefined =>
  project.has(CONFIG) ? { tier: 'default', file: CONFIG, line: null, text: CONFIG } : undefined

const NEXTEST_VALUED = [
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
  ...'--retries --fail-fast --ff --no-fail-fast --nff --max-fail --no-capture --nocapture --no-tests --tool-config-file'.split(
    ' ',
  ),
  ...'--status-level --final-status-level --failure-output --success-output --hide-progress-bar --show-progress --cargo-quiet'.split(
    ' ',
  ),
]

const read = (argv: readonly string[]): CargoCall | undefined => {
  const words = argv[0] === 'cargo-nextest' ? ['cargo', ...argv.slice(1)] : argv
  const call = readCargo(words)
  return call?.command === 'nextest' && (call.args[0] === 'run' || call.args[0] === 'r') ? call : undefined
}

/** Writes the configuration of a tool, which stands below the project's own, and runs the rest. */
const WRITE = 'printf "%s" "$1" >"$2" && shift 2 && exec "$@"'

const profileOf = (args: readonly string[]): string => {
  const at = args.findIndex((word) => /^(?:-P|--profile)(?:=|$)/.test(word))
  const word = args[at] ?? ''
  return (at < 0 ? undefined : word.includes('=') ? word.split('=')[1] : args[at + 1]) ?? 'default'
}

/** Where the project itself has nextest write JUnit for a profile, relative to the tree; undefined where it does not. */
const ownReport = ({ project, directory }: Place, profile: string): string | undefined => {
  const profiles = tableAt(readToml(project, CONFIG), 'profile')
  const path = tableAt(profiles, profile, 'junit').path ?? tableAt(profiles, 'default', 'junit').path
  if (typeof path !== 'string') return undefined
  return `${directory === '.' ? '' : `${directory}/`}target/nextest/${profile}/${path}`
}

/** cargo-nextest, which runs each test in a process of its own; doctests are not its. Its JUnit decides. */
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
    const profile = profileOf(call.args)
    const own = ownReport(place, profile)
    const ours = `${place.reportDirectory}/junit.xml`
    const config = `${place.reportDirectory}/nextest.toml`
    const text = `[profile.${JSON.stringify(profile)}]\n${own === undefined ? `junit = { path = ${JSON.stringify(ours)} }\n` : ''}`
    const args = [
      ...without(call.args, DROPPED, NEXTEST_VALUED),
      '--no-fail-fast',
      '--retries=0',
      '--no-tests=fail',
      `--tool-config-file=triverdict:${config}`,
    ]
    return {
      argv: ['sh', '-c', WRITE, 'sh', text, config, ...writeCargo({ ...call, args })],
      env: { ...PLAIN, NEXTEST_RETRIES: '0', NEXTEST_HIDE_PROGRESS_BAR: '1', NEXTEST_NO_TESTS: 'fail' },
      channels: [
        {
          path: own === undefined ? ours : `${place.tree}/${own}`,
          format: 'junit',
          role: 'summary',
          required: true,
        },
      ],
    }
  },
  exits: exitTable('enum NextestExitCode of nextest-metadata 0.14.1', [
    [0, 'green', 'no error'],
    [1, 'not-complete', 'an unexpected failure'],
    [4, 'not-complete', 'no tests to run'],
    [10, 'not-complete', 'older than the recommended version of nextest'],
    [70, 'not-complete', 'nextest could not start itself again'],
    [[80, 82], 'not-complete', 'about an update of nextest'],
    [90, 'not-complete', 'an update of nextest failed'],
    [92, 'not-complete', 'not the version of nextest that the project requires'],
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
  ]),
  firstFailure,
}

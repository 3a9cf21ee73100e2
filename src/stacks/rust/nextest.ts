import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Instrumented, Place, Tool } from '../../model/stack.ts'
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
  exits: [
    { code: 0, meaning: 'green', note: 'nextest-metadata, NextestExitCode: OK' },
    { code: 4, meaning: 'not-complete', note: 'no tests to run' },
    { code: 94, meaning: 'not-complete', note: 'setup or tool configuration' },
    { code: 96, meaning: 'not-complete', note: 'setup error' },
    { code: 100, meaning: 'red', note: 'one or more tests failed' },
    { code: 101, meaning: 'not-complete', note: 'cargo build failed' },
    { code: 102, meaning: 'not-complete', note: 'cargo metadata failed' },
    { code: 104, meaning: 'not-complete', note: 'listing tests failed' },
    { code: 105, meaning: 'not-complete', note: 'a setup script failed' },
  ],
  firstFailure,
}

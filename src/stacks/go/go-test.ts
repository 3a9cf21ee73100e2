import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Channel, Filter, Instrumented, Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { type GoCall, isSet, keptWords, optionValue, readGo } from './arguments.ts'
import { firstCompilerBlock } from './compiler-block.ts'
import { directoryOf, everyPackage, testFiles } from './go-files.ts'
import { modulePaths } from './module-files.ts'
import { goProbe, isProbe, PROBE_TESTS } from './probe.ts'
import { OFFLINE, TOO_OLD, throughScript } from './script-call.ts'

/** Ends a run early, repeats or caches it, measures something else, or says how the answer is written. */
const DROPPED = new Set(
  (
    'json count failfast v x bench benchmem benchtime blockprofile blockprofilerate cpuprofile memprofile memprofilerate mutexprofile ' +
    'mutexprofilefraction trace outputdir o work cover coverprofile covermode'
  ).split(' '),
)

const COVERAGE = ['cover', 'coverprofile', 'covermode', 'coverpkg'] as const

/** A pattern of `-run` that is written so as to match nothing: the call is for benchmarks. */
const NOTHING = /^(?:\^?\$|\^\$|NONE|XXX|none|nothing|\^a\b)$/

const read = (argv: readonly string[]): GoCall | undefined => {
  const call = readGo(argv)
  return call?.command === 'test' ? call : undefined
}

/** True for a call that runs tests: not one that compiles, lists, or only runs benchmarks or a fuzzing session. */
const runsTests = (call: GoCall): boolean =>
  !isSet(call, 'c', 'n', 'list', 'fuzz', 'C') && !NOTHING.test(optionValue(call, 'run') ?? '')

/** `go test`: every package, never from the cache, with the race detector where the module uses goroutines. */
export const goTest: Tool = {
  id: 'go-test',
  stack: 'go',
  kind: 'tests',
  recognises: (argv) => {
    const call = read(argv)
    return call !== undefined && runsTests(call)
  },
  adoption: 'a `_test.go` file of the project’s own modules',
  adopted(project) {
    const file = testFiles(project)[0]
    return file === undefined ? undefined : evidenceOf(project, file)
  },
  defaultArgv: (project) => ['go', 'test', ...everyPackage(project)],
  instrument,
  filters: (argv, _project, env) => {
    const call = read(argv)
    const flags = readGo(['go', 'test', ...(env.GOFLAGS ?? '').split(/\s+/).filter((word) => word !== '')])
    return [...(flags?.args ?? []), ...(call?.args ?? [])].flatMap(({ name, value }): Filter[] => {
      if (name === 'short') return value === 'false' ? [] : [{ option: '-short', value: null, evidence: null }]
      return (name === 'run' || name === 'skip') && value !== null && !/^\.?\*?$/.test(value)
        ? [{ option: `-${name}`, value, evidence: null }]
        : []
    })
  },
  narrow(argv, files) {
    const call = read(argv)
    if (call === undefined) return undefined
    const kept = call.args.filter(({ name }) => name !== null).flatMap(({ written }) => written)
    const directories = [...new Set(files.map((file) => (file.endsWith('.go') ? directoryOf(file) : file)))]
    const patterns = directories.map((directory) => (/^\.\.?(?:\/|$)/.test(directory) ? directory : `./${directory}`))
    const run = files.every(isProbe) ? [`-run=${PROBE_TESTS}`, '-skip='] : []
    return ['go', 'test', ...kept, ...run, ...patterns, ...call.rest]
  },
  probe: goProbe,
  probesApart: true,
  exits: [
    ...exitTable('source of cmd/go, and runs of Go 1.26, 1.19 and 1.18', [
      [0, 'green', 'every package passed, or had no test'],
      [
        1,
        'red',
        'tests failed, a package did not build or was not found; an option that only the test binary would know shares it',
      ],
      [2, 'not-complete', 'wrong usage; up to Go 1.18 also a package that did not build'],
    ]),
    TOO_OLD,
  ],
  firstFailure: firstCompilerBlock,
}

function instrument(argv: Some<string>, place: Place): Instrumented {
  const call = read(argv)
  if (call === undefined) return { argv, env: {}, channels: [] }
  const packages = modulePaths(place.running ?? place.project, place.directory)
  const profile = `${place.reportDirectory}/cover.out`
  const measured = isSet(call, ...COVERAGE)
  const rounds = (optionValue(call, 'cpu') ?? '1').split(',').length
  const stream: Channel = { path: 'stdout', format: 'go-test-json', role: 'events', required: true, packages }
  const coverage: Channel = { path: profile, format: 'go-cover', role: 'coverage', required: false, packages }
  const words = [
    'go',
    'test',
    '-json',
    '-count=1',
    // The mode is left to go: with the race detector only one is allowed.
    ...(measured ? [`-coverprofile=${profile}`] : []),
    ...keptWords(call, DROPPED),
    ...call.rest,
  ]
  return {
    argv: throughScript(place, ['test', String(rounds)], words),
    env: OFFLINE,
    channels: [stream, ...(measured ? [coverage] : [])],
  }
}

const evidenceOf = (project: RepoView, file: string): Evidence => {
  const lines = (project.read(file) ?? '').split('\n')
  const at = lines.findIndex((line) => /^func (?:Test|Example|Fuzz)/.test(line))
  return { tier: 'default', file, line: at < 0 ? null : at + 1, text: (lines[at] ?? file).trim() }
}

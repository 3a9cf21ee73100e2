import type { RepoView } from '../../model/repo-view.ts'
import type { Place, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { calledByScript, commandPattern, configured, dependsOn, SCRIPT_ENDINGS, withEndings } from './adoption.ts'
import { optionsOnly, readArguments, selecting, withoutOptions, write } from './arguments.ts'
import { type Call, readCall, writeCall } from './call.ts'
import { blockFrom } from './failure-block.ts'
import { coverageDirectory, eventsChannel, eventsEnvironment, istanbulChannel } from './place.ts'
import { vitestProbe } from './probe.ts'
import { instrumentWrappers } from './wrappers.ts'

/** Configuration files in the order vitest prefers them. */
export const VITEST_CONFIGS = withEndings('vitest.config', SCRIPT_ENDINGS)
const VITE_CONFIGS = withEndings('vite.config', SCRIPT_ENDINGS)

const VALUED = [
  '-r',
  '--root',
  '-c',
  '--config',
  '-t',
  '--testNamePattern',
  '--dir',
  '--reporter',
  '--outputFile',
  '--pool',
  '--project',
  '--environment',
  '--retry',
  '--bail',
  '--testTimeout',
  '--hookTimeout',
  '--maxWorkers',
  '--minWorkers',
  '--maxConcurrency',
  '--shard',
  '--exclude',
  '--mode',
  '-m',
  '--silent-passed-only',
  '--tagsFilter',
  '--changed',
] as const

/** Options of the command that we decide ourselves, or that would make the answer depend on something other than the tree. */
const REPLACED = [
  '-w',
  '--watch',
  '--no-watch',
  '--run',
  '--ui',
  '--open',
  '--standalone',
  '-u',
  '--update',
  '--changed',
  '--retry*',
  '--bail',
  '--reporter',
  '--outputFile*',
  '--passWithNoTests',
  '--dangerouslyIgnoreUnhandledErrors',
  // A bare `--coverage` sets the whole object anew and drops the options below it: it is said as `--coverage.enabled`.
  '--coverage',
  '--coverage.enabled',
  '--coverage.thresholds*',
  '--coverage.reporter',
  '--coverage.reportsDirectory',
  '--coverage.reportOnFailure',
] as const

/** Options that leave tests out by name or path. */
const SELECTORS = [{ names: ['-t', '--testNamePattern', '--exclude', '--tagsFilter'] }] as const

const recognised = (argv: readonly string[]): Call | undefined => {
  const call = readCall(argv)
  if (call?.name !== 'vitest') return undefined
  return ['bench', 'list', 'init', 'complete'].includes(call.args[0] ?? '') ? undefined : call
}

/** Subcommands that we turn into `run`; `related` selects by source file and keeps its name. */
const commandOf = (call: Call): { readonly command: readonly string[]; readonly args: readonly string[] } => {
  const first = call.args[0] ?? ''
  if (['run', 'watch', 'dev'].includes(first)) return { command: ['run'], args: call.args.slice(1) }
  if (first === 'related') return { command: ['related', '--run'], args: call.args.slice(1) }
  return { command: ['run'], args: call.args }
}

const COVERAGE = /^--coverage(?:\.enabled)?(?:=|$)/
const asksAboutCoverage = (call: Call): boolean => call.args.some((word) => COVERAGE.test(word))

/** Coverage is measured where the command or the locked configuration asks for it, nowhere else. */
const measuresCoverage = (call: Call, project: RepoView): boolean => {
  const asked = call.args.findLast((word) => COVERAGE.test(word))
  if (asked !== undefined) return !asked.endsWith('=false')
  const config = [...VITEST_CONFIGS, ...VITE_CONFIGS].find((file) => project.has(file))
  return /coverage\s*:\s*\{[^}]*\benabled\s*:\s*true/.test((config && project.read(config)) ?? '')
}

const coverageArguments = (place: Place): readonly string[] => [
  '--coverage.enabled=true',
  '--coverage.reporter=json',
  `--coverage.reportsDirectory=${coverageDirectory(place)}`,
  '--coverage.reportOnFailure=true',
]

/** https://vitest.dev/guide/cli and https://vitest.dev/config */
export const vitest: Tool = {
  id: 'vitest',
  stack: 'node',
  kind: 'tests',
  recognises: (argv) => recognised(argv) !== undefined,
  adoption: '`vitest.config.*`, a dependency on `vitest`, or a script that calls it',
  adopted: (project) =>
    configured(project, VITEST_CONFIGS) ??
    dependsOn(project, 'vitest') ??
    calledByScript(project, commandPattern('vitest')),
  defaultArgv: () => ['vitest', 'run'],
  instrument: (argv, place) => {
    const call = recognised(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const { command, args } = commandOf(call)
    const summary = `${place.reportDirectory}/vitest.json`
    const coverage = measuresCoverage(call, place.project)
    const wrapped = instrumentWrappers(call, place)
    return {
      argv: writeCall(
        call,
        [
          ...command,
          '--reporter=default',
          '--reporter=json',
          `--reporter=${place.reporters}/vitest.mjs`,
          `--outputFile=${summary}`,
          '--watch=false',
          '--retry=0',
          '--bail=0',
          '--passWithNoTests=false',
          '--dangerouslyIgnoreUnhandledErrors=false',
          ...(coverage ? coverageArguments(place) : asksAboutCoverage(call) ? ['--coverage.enabled=false'] : []),
          ...write(withoutOptions(readArguments(args, VALUED), REPLACED)),
        ],
        wrapped.wrappers,
      ),
      env: eventsEnvironment(place),
      channels: [
        eventsChannel(place),
        { path: summary, format: 'vitest-json', role: 'summary', required: false },
        ...(coverage ? [istanbulChannel(place)] : wrapped.channels),
      ],
    }
  },
  filters: (argv) => selecting(readArguments(recognised(argv)?.args ?? [], VALUED), SELECTORS),
  narrow: (argv, files) => {
    const call = recognised(argv)
    if (call === undefined) return undefined
    const { args } = commandOf(call)
    // A filter is matched as a part of the path, so a few more files may run than asked for: never fewer.
    return writeCall(call, ['run', ...write(optionsOnly(readArguments(args, VALUED))), ...files])
  },
  probe: vitestProbe,
  exits: exitTable('source of vitest 4.1.12, what sets process.exitCode', [
    [0, 'green', 'every test passed, or none was run'],
    [1, 'red', 'tests failed; load errors, unhandled errors, thresholds and no test at all share the code'],
  ]),
  firstFailure: (log) =>
    blockFrom(log, { starts: /^ ?(?:FAIL|❯) {2}\S|^⎯+ (?:Unhandled|Uncaught)/, ends: /^⎯+\[\d+\/\d+\]⎯+$|^⎯+$/ }),
}

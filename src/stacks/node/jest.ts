import type { RepoView } from '../../model/repo-view.ts'
import type { Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import {
  calledByScript,
  commandPattern,
  configured,
  dependsOn,
  hasManifestKey,
  SCRIPT_ENDINGS,
  withEndings,
} from './adoption.ts'
import { optionsOnly, readArguments, selecting, withoutOptions, write } from './arguments.ts'
import { type Call, readCall, writeCall } from './call.ts'
import { blockFrom } from './failure-block.ts'
import { coverageDirectory, eventsChannel, eventsEnvironment, istanbulChannel } from './place.ts'
import { jestProbe } from './probe.ts'
import { instrumentWrappers } from './wrappers.ts'

const CONFIGS = withEndings('jest.config', [...SCRIPT_ENDINGS, '.json'])

const VALUED = [
  '-c',
  '--config',
  '-t',
  '--testNamePattern',
  '-w',
  '--maxWorkers',
  '--env',
  '--testEnvironment',
  '--rootDir',
  '--outputFile',
  '--reporters',
  '--coverageReporters',
  '--testTimeout',
  '--coverageDirectory',
  '--coverageProvider',
  '--shard',
  '--maxConcurrency',
  '--testResultsProcessor',
  '--testRunner',
  '--testSequencer',
  '--globalSetup',
  '--globalTeardown',
  '--cacheDirectory',
  '--changedSince',
  '--coverageThreshold',
  '--workerIdleMemoryLimit',
  '--seed',
] as const

/** Options that we decide ourselves, or that select tests by what git or an earlier run says. */
const REPLACED = [
  '--watch',
  '--watchAll',
  '--ci',
  '--no-ci',
  '--bail',
  '-b',
  '--json',
  '--outputFile',
  '--reporters',
  '--passWithNoTests',
  '-u',
  '--updateSnapshot',
  '-o',
  '--onlyChanged',
  '--onlyFailures',
  '-f',
  '--lastCommit',
  '--changedFilesWithAncestor',
  '--changedSince',
  '--coverageThreshold',
  '--coverageReporters',
  '--coverageDirectory',
  '--cache',
  '--no-cache',
  '--cacheDirectory',
  '--testResultsProcessor',
  '--notify',
] as const

/** Options that leave tests out by name or path; those of paths are lists. */
const SELECTORS = [
  { names: ['-t', '--testNamePattern'] },
  {
    names: ['--testPathPattern', '--testPathPatterns', '--testPathIgnorePatterns'],
    many: true,
  },
] as const

const recognised = (argv: readonly string[]): Call | undefined => {
  const call = readCall(argv)
  if (call?.name !== 'jest') return undefined
  const asksOnly = ['--init', '--listTests', '--showConfig', '--version', '--help', '--clearCache']
  return call.args.some((word) => asksOnly.includes(word)) ? undefined : call
}

/** Coverage is measured where the command or the locked configuration asks for it, nowhere else. */
const measuresCoverage = (call: Call, project: RepoView): boolean => {
  const asked = call.args.findLast((word) => /^--(?:no-)?(?:coverage|collectCoverage)(?:=|$)/.test(word))
  if (asked !== undefined) return !asked.startsWith('--no-') && !asked.endsWith('=false')
  const texts = [...CONFIGS, 'package.json'].map((file) => project.read(file) ?? '')
  return texts.some((text) => /["']?\bcollectCoverage\b["']?\s*:\s*true/.test(text))
}

/** https://jestjs.io/docs/cli */
export const jest: Tool = {
  id: 'jest',
  stack: 'node',
  kind: 'tests',
  recognises: (argv) => recognised(argv) !== undefined,
  adoption: '`jest.config.*`, the key `jest` of package.json, a dependency on `jest`, or a script that calls it',
  adopted: (project) =>
    configured(project, CONFIGS) ??
    hasManifestKey(project, 'jest') ??
    dependsOn(project, 'jest') ??
    calledByScript(project, commandPattern('jest')),
  defaultArgv: () => ['jest'],
  instrument: (argv, place) => {
    const call = recognised(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const summary = `${place.reportDirectory}/jest.json`
    const coverage = measuresCoverage(call, place.project)
    const wrapped = instrumentWrappers(call, place)
    return {
      argv: writeCall(
        call,
        [
          // Reporters are a list that takes every word after it: options must follow, never a test file.
          '--reporters=default',
          `--reporters=${place.reporters}/jest.cjs`,
          ...(coverage ? ['--coverageReporters=json', `--coverageDirectory=${coverageDirectory(place)}`] : []),
          '--json',
          `--outputFile=${summary}`,
          '--coverageThreshold={}',
          '--watchAll=false',
          '--watch=false',
          '--bail=0',
          '--cache=false',
          '--ci',
          ...write(withoutOptions(readArguments(call.args, VALUED), REPLACED)),
        ],
        wrapped.wrappers,
      ),
      env: eventsEnvironment(place),
      channels: [
        eventsChannel(place),
        { path: summary, format: 'jest-json', role: 'summary', required: false },
        ...(coverage ? [istanbulChannel(place)] : wrapped.channels),
      ],
    }
  },
  filters: (argv) => selecting(readArguments(recognised(argv)?.args ?? [], VALUED), SELECTORS),
  narrow: (argv, files) => {
    const call = recognised(argv)
    if (call === undefined) return undefined
    const options = withoutOptions(optionsOnly(readArguments(call.args, VALUED)), [
      '--testPathPattern',
      '--testPathPatterns',
      '--findRelatedTests',
      '--runTestsByPath',
    ])
    return writeCall(call, [...write(options), '--runTestsByPath', ...files])
  },
  probe: jestProbe,
  exits: exitTable('https://jestjs.io/docs/configuration, testFailureExitCode, and source of jest-cli 30.5.2', [
    [0, 'green', 'every test passed, or none was run'],
    [1, 'red', 'failing tests, suites that did not load, obsolete snapshots under --ci, no tests'],
  ]),
  firstFailure: (log) =>
    blockFrom(log, { starts: /^ {2}● \S/, ends: /^ {2}● |^(?:PASS|FAIL) |^Test Suites: |^Summary of all/ }),
}

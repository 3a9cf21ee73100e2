import type { Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { calledByScript } from './adoption.ts'
import { isOption, optionsOnly, readArguments, selecting, withoutOptions, write } from './arguments.ts'
import { type Call, NODE_VALUED, readCall, writeCall } from './call.ts'
import { blockFrom } from './failure-block.ts'
import { eventsChannel, eventsEnvironment } from './place.ts'
import { nodeTestProbe } from './probe.ts'
import { instrumentWrappers } from './wrappers.ts'

const REPLACED = [
  '--watch*',
  '--test-reporter',
  '--test-reporter-destination',
  '--test-coverage-lines',
  '--test-coverage-branches',
  '--test-coverage-functions',
  '--test-rerun-failures',
  '--test-update-snapshots',
] as const

/** Options that leave tests out by name or mark. */
const SELECTORS = [{ names: ['--test-name-pattern', '--test-skip-pattern', '--test-only'] }] as const

const recognised = (argv: readonly string[]): Call | undefined => {
  const call = readCall(argv)
  return call?.name === 'node --test' ? call : undefined
}

const COVERAGE = ['--experimental-test-coverage'] as const

/** https://nodejs.org/api/test.html. `tsx --test` is the same runner with a loader. */
export const nodeTest: Tool = {
  id: 'node-test',
  stack: 'node',
  kind: 'tests',
  recognises: (argv) => recognised(argv) !== undefined,
  adoption:
    'a script that calls `node --test` or `tsx --test`; where no other runner is adopted, a test file that imports `node:test`',
  // A test file that imports it adopts it too; that is asked only where no other runner is adopted (discovery).
  adopted: (project) => calledByScript(project, /(?:^|[\s;&|(/])(?:node|tsx)\s(?:[^;&|]*\s)?--test(?=$|[\s;&|)])/),
  defaultArgv: () => ['node', '--test'],
  instrument: (argv, place) => {
    const call = recognised(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const all = readArguments(call.args, NODE_VALUED)
    const coverage = all.some((argument) => isOption(argument, COVERAGE))
    const lcov = `${place.reportDirectory}/coverage.lcov`
    const wrapped = instrumentWrappers(call, place)
    return {
      argv: writeCall(
        call,
        [
          '--test-reporter=spec',
          '--test-reporter-destination=stdout',
          // It writes its stream itself; what a destination receives from it is empty.
          `--test-reporter=${place.reporters}/node-test.mjs`,
          `--test-reporter-destination=${place.reportDirectory}/node-test.out`,
          ...(coverage ? ['--test-reporter=lcov', `--test-reporter-destination=${lcov}`] : []),
          ...write(withoutOptions(all, REPLACED)),
        ],
        wrapped.wrappers,
      ),
      env: eventsEnvironment(place),
      channels: [
        eventsChannel(place),
        ...(coverage
          ? [{ path: lcov, format: 'lcov' as const, role: 'coverage' as const, required: false }]
          : wrapped.channels),
      ],
    }
  },
  filters: (argv) => selecting(readArguments(recognised(argv)?.args ?? [], NODE_VALUED), SELECTORS),
  narrow: (argv, files) => {
    const call = recognised(argv)
    if (call === undefined) return undefined
    return writeCall(call, [...write(optionsOnly(readArguments(call.args, NODE_VALUED))), ...files])
  },
  probe: nodeTestProbe,
  exits: [
    ...exitTable('https://nodejs.org/api/test.html, and runs of Node 20.20', [
      [0, 'green', 'no test failed; a file that ends itself counts as passed'],
      [1, 'red', 'a test failed, or a file did not load'],
    ]),
    ...exitTable('https://nodejs.org/api/process.html#exit-codes (20)', [
      [[3, 6], 'not-complete', 'an error inside of Node or V8'],
      [7, 'not-complete', 'a handler of uncaught errors threw one itself'],
      [9, 'not-complete', 'invalid argument'],
      [10, 'not-complete', 'Node could not start'],
      [12, 'not-complete', 'invalid argument for debugging'],
      [13, 'not-complete', 'an await at the top level never settled'],
      [14, 'not-complete', 'the startup snapshot could not be made'],
    ]),
  ],
  firstFailure: (log) => {
    const from = log.search(/^✖ failing tests:$/m)
    const part = from < 0 ? log : log.slice(from)
    return blockFrom(part, { starts: /^test at |^✖ (?!failing tests:)\S/, ends: /^test at |^ℹ / })
  },
}

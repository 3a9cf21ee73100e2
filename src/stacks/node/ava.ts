import type { Instrumented, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { calledByScript, commandPattern, configured, dependsOn, hasManifestKey, withEndings } from './adoption.ts'
import { readArguments, selecting, withoutOptions, write } from './arguments.ts'
import { type Call, readCall, writeCall } from './call.ts'
import { blockFrom } from './failure-block.ts'
import { instrumentWrappers } from './wrappers.ts'

const CONFIGS = withEndings('ava.config', ['.js', '.cjs', '.mjs'])

const VALUED = ['-c', '--concurrency', '-m', '--match', '--node-arguments', '-T', '--timeout', '--config'] as const

const REPLACED = [
  '-t',
  '--tap',
  '--no-tap',
  '-v',
  '--verbose',
  '-w',
  '--watch*',
  '-u',
  '--update-snapshots',
  '--fail-fast',
  '--no-fail-fast',
] as const

/** Options that leave tests out by name. */
const SELECTORS = [{ names: ['-m', '--match'] }] as const

const recognised = (argv: readonly string[]): Call | undefined => {
  const call = readCall(argv)
  if (call?.name !== 'ava') return undefined
  const asksOnly = ['debug', 'reset-cache', '--reset-cache', '--init', '--version', '--help']
  return call.args.some((word) => asksOnly.includes(word)) ? undefined : call
}

/**
 * https://github.com/avajs/ava/blob/main/docs/05-command-line.md. Ava takes no reporter from outside, so that its own TAP is read: the plan at the
 * end counts every test that was declared, also those that a worker that ended itself did not come to. What workers print goes to standard
 * error. Names carry their file only where several files run: the call is not narrowed, and has no probe.
 */
export const ava: Tool = {
  id: 'ava',
  stack: 'node',
  kind: 'tests',
  recognises: (argv) => recognised(argv) !== undefined,
  adoption: '`ava.config.*`, the key `ava` of package.json, a dependency on `ava`, or a script that calls it',
  adopted: (project) =>
    configured(project, CONFIGS) ??
    hasManifestKey(project, 'ava') ??
    dependsOn(project, 'ava') ??
    calledByScript(project, commandPattern('ava')),
  defaultArgv: () => ['ava'],
  instrument: (argv, place): Instrumented => {
    const call = recognised(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const wrapped = instrumentWrappers(call, place)
    return {
      argv: writeCall(
        call,
        ['--tap', '--no-fail-fast', ...write(withoutOptions(readArguments(call.args, VALUED), REPLACED))],
        wrapped.wrappers,
      ),
      env: { CI: '1' },
      channels: [{ path: 'stdout', format: 'tap', role: 'events', required: true }, ...wrapped.channels],
    }
  },
  filters: (argv) => selecting(readArguments(recognised(argv)?.args ?? [], VALUED), SELECTORS),
  exits: exitTable('lib/cli.js of ava 6.4.1', [
    [0, 'green', 'every test passed'],
    [1, 'red', 'a test failed, a worker crashed, or nothing was found to run: the report decides'],
  ]),
  firstFailure: (log) =>
    blockFrom(log, { starts: /^not ok \d+ (?!.*# (?:TODO|SKIP))/, ends: /^(?:(?:not )?ok \d+ |1\.\.\d+$)/ }),
}

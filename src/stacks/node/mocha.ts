import type { Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { calledByScript, commandPattern, configured, dependsOn, hasManifestKey, withEndings } from './adoption.ts'
import { optionsOnly, readArguments, selecting, withoutOptions, write } from './arguments.ts'
import { type Call, readCall, writeCall } from './call.ts'
import { blockFrom } from './failure-block.ts'
import { eventsChannel, eventsEnvironment } from './place.ts'
import { mochaProbe } from './probe.ts'
import { instrumentWrappers } from './wrappers.ts'

const CONFIGS = withEndings('.mocharc', ['.js', '.cjs', '.mjs', '.json', '.jsonc', '.yml', '.yaml'])

const VALUED = [
  '-r',
  '--require',
  '--import',
  '--loader',
  '--file',
  '--spec',
  '-R',
  '--reporter',
  '-O',
  '--reporter-option',
  '--reporter-options',
  '-t',
  '--timeout',
  '-g',
  '--grep',
  '-f',
  '--fgrep',
  '-u',
  '--ui',
  '-s',
  '--slow',
  '-j',
  '--jobs',
  '-n',
  '--node-option',
  '--config',
  '--package',
  '--extension',
  '--ignore',
  '--exclude',
  '--retries',
  '--watch-files',
  '--watch-ignore',
] as const

const REPLACED = [
  '-w',
  '--watch*',
  '-b',
  '--bail',
  '--no-bail',
  '-R',
  '--reporter*',
  '-O',
  '--retries',
  '--dry-run',
  '--pass-on-failing-test-suite',
  '--allow-uncaught',
  '-A',
] as const

/** Options that leave tests out by name or path. */
const SELECTORS = [{ names: ['-g', '--grep', '-f', '--fgrep', '--ignore', '--exclude'] }] as const

const recognised = (argv: readonly string[]): Call | undefined => {
  const call = readCall(argv)
  if (call === undefined || (call.name !== 'mocha' && call.name !== '_mocha')) return undefined
  const asksOnly = ['init', '--version', '-V', '--help', '-h', '--list-files', '--list-reporters', '--list-interfaces']
  return call.args.some((word) => asksOnly.includes(word)) ? undefined : call
}

/** https://mochajs.org/#command-line-usage */
export const mocha: Tool = {
  id: 'mocha',
  stack: 'node',
  kind: 'tests',
  recognises: (argv) => recognised(argv) !== undefined,
  adoption: '`.mocharc*`, the key `mocha` of package.json, a dependency on `mocha`, or a script that calls it',
  adopted: (project) =>
    configured(project, CONFIGS) ??
    hasManifestKey(project, 'mocha') ??
    dependsOn(project, 'mocha') ??
    calledByScript(project, commandPattern('_?mocha')),
  defaultArgv: () => ['mocha'],
  instrument: (argv, place) => {
    const call = recognised(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const wrapped = instrumentWrappers(call, place)
    return {
      argv: writeCall(
        call,
        [
          '--reporter',
          `${place.reporters}/mocha.cjs`,
          '--retries',
          '0',
          '--no-bail',
          // A dry run reports every test as passed.
          '--no-dry-run',
          ...write(withoutOptions(readArguments(call.args, VALUED), REPLACED)),
        ],
        wrapped.wrappers,
      ),
      env: eventsEnvironment(place),
      channels: [eventsChannel(place), ...wrapped.channels],
    }
  },
  filters: (argv) => selecting(readArguments(recognised(argv)?.args ?? [], VALUED), SELECTORS),
  narrow: (argv, files) => {
    const call = recognised(argv)
    if (call === undefined) return undefined
    // Specs of a configuration file are added by mocha itself: more files may run than asked for, never fewer.
    const options = withoutOptions(optionsOnly(readArguments(call.args, VALUED)), ['--spec', '--recursive'])
    return writeCall(call, [...write(options), ...files])
  },
  probe: mochaProbe,
  exits: exitTable('https://mochajs.org/#command-line-usage, and lib/cli/run-helpers of mocha 12.0.3', [
    [0, 'green', 'no failures, or nothing was run'],
    [
      [1, 255],
      'red',
      'the number of failures, at most 255, or 1 with --posix-exit-codes; a broken harness uses the same codes, so the event stream decides',
    ],
  ]),
  firstFailure: (log) => {
    // The list above the summary shows only the names.
    const summary = log.search(/^ {2}\d+ failing$/m)
    return summary < 0 ? undefined : blockFrom(log.slice(summary), { starts: /^ {2}1\) \S/, ends: /^ {2}\d+\) \S/ })
  },
}

import type { Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { calledByScript, commandPattern, configured, hasManifestKey, SCRIPT_ENDINGS, withEndings } from './adoption.ts'
import { readArguments, withoutOptions, write } from './arguments.ts'
import { type Call, readCall, writeCall } from './call.ts'

/** Flat configuration, then the older names. */
export const ESLINT_CONFIGS = [
  ...withEndings('eslint.config', SCRIPT_ENDINGS),
  ...withEndings('.eslintrc', ['', '.js', '.cjs', '.json', '.yml', '.yaml']),
] as const

const VALUED = [
  '-c',
  '--config',
  '--ext',
  '--parser',
  '--parser-options',
  '--plugin',
  '--rule',
  '--rulesdir',
  '--env',
  '--global',
  '--ignore-path',
  '--ignore-pattern',
  '-f',
  '--format',
  '-o',
  '--output-file',
  '--max-warnings',
  '--cache-location',
  '--cache-strategy',
  '--cache-file',
  '--stdin-filename',
  '--resolve-plugins-relative-to',
  '--flag',
  '--concurrency',
  '--fix-type',
] as const

const REPLACED = [
  '-f',
  '--format',
  '-o',
  '--output-file',
  '--cache*',
  '--no-cache',
  '--fix*',
  '--color',
  '--no-color',
  '--exit-on-fatal-error',
  // It would leave files without errors out of the report, and nothing would tell that they were checked.
  '--quiet',
] as const

const recognised = (argv: readonly string[]): Call | undefined => {
  const call = readCall(argv)
  if (call?.name !== 'eslint') return undefined
  const asksOnly = call.args.some((word) =>
    [
      '--init',
      '--version',
      '-v',
      '--help',
      '-h',
      '--print-config',
      '--inspect-config',
      '--env-info',
      '--stdin',
    ].includes(word),
  )
  return asksOnly ? undefined : call
}

/** https://eslint.org/docs/latest/use/command-line-interface */
export const eslint: Tool = {
  id: 'eslint',
  stack: 'node',
  kind: 'lint',
  recognises: (argv) => recognised(argv) !== undefined,
  adoption: '`eslint.config.*`, `.eslintrc*`, the key `eslintConfig` of package.json, or a script that calls it',
  adopted: (project) =>
    configured(project, ESLINT_CONFIGS) ??
    hasManifestKey(project, 'eslintConfig') ??
    calledByScript(project, commandPattern('eslint')),
  defaultArgv: () => ['eslint', '.'],
  instrument: (argv, place) => {
    const call = recognised(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const report = `${place.reportDirectory}/eslint.json`
    const all = readArguments(call.args, VALUED)
    const kept = write(withoutOptions(all, REPLACED))
    return {
      argv: writeCall(call, ['--format', 'json', '--output-file', report, '--no-cache', ...kept]),
      env: {},
      channels: [{ path: report, format: 'eslint-json', role: 'findings', required: true }],
    }
  },
  exits: exitTable('https://eslint.org/docs/latest/use/command-line-interface#exit-codes (10)', [
    [0, 'green', 'no errors, and no more warnings than --max-warnings'],
    [1, 'red', 'at least one error, or more warnings than --max-warnings'],
    [2, 'not-complete', 'configuration problem or internal error'],
  ]),
}

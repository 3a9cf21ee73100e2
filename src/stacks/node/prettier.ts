import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Instrumented, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { calledByScript, configured, dependsOn, hasManifestKey, SCRIPT_ENDINGS, withEndings } from './adoption.ts'
import { isOption, readArguments, withoutOptions, write } from './arguments.ts'
import { type Call, readCall, writeCall } from './call.ts'

/** In the order prettier looks for them: https://prettier.io/docs/configuration */
export const PRETTIER_CONFIGS = [
  ...withEndings('.prettierrc', ['', '.json', '.yaml', '.yml', '.json5', ...SCRIPT_ENDINGS, '.toml']),
  ...withEndings('prettier.config', SCRIPT_ENDINGS),
] as const

const VALUED = [
  '--config',
  '--config-precedence',
  '--ignore-path',
  '--plugin',
  '--plugin-search-dir',
  '--parser',
  '--log-level',
  '--loglevel',
  '--cache-location',
  '--cache-strategy',
  '--stdin-filepath',
  '--print-width',
  '--tab-width',
  '--trailing-comma',
  '--end-of-line',
  '--arrow-parens',
  '--prose-wrap',
  '--quote-props',
  '--html-whitespace-sensitivity',
] as const

const CHECKS = ['--check', '-c', '--list-different', '-l'] as const
/** With these it writes, asks about something else, or prints what it made. */
const OTHERWISE = [
  '--write',
  '-w',
  '--stdin-filepath',
  '--help',
  '-h',
  '--version',
  '-v',
  '--support-info',
  '--find-config-path',
  '--file-info',
  '--debug-check',
] as const
const REPLACED = [
  ...CHECKS,
  '--log-level',
  '--loglevel',
  '--cache*',
  '--color',
  '--no-color',
  '--experimental-cli',
] as const

const recognised = (argv: readonly string[]): Call | undefined => {
  const call = readCall(argv)
  if (call?.name !== 'prettier') return undefined
  const all = readArguments(call.args, VALUED)
  const checks = all.some((argument) => isOption(argument, CHECKS))
  return checks && !all.some((argument) => isOption(argument, OTHERWISE)) ? call : undefined
}

/** A call in a script that checks: the words from `prettier` to the end of the command. */
const SCRIPTED = /(?:^|[\s;&|(/])(prettier\s(?:[^;&|]*\s)?(?:--check|-c|--list-different|-l)(?=$|[\s;&|)])[^;&|)]*)/

/** Editors bring it along and commit hooks write with it, so a configuration alone does not say that anything is checked: a script does. */
const adopted = (project: RepoView) => {
  const known =
    configured(project, PRETTIER_CONFIGS) ?? hasManifestKey(project, 'prettier') ?? dependsOn(project, 'prettier')
  const called = calledByScript(project, SCRIPTED)
  return known === undefined || called === undefined || recognised(scripted(called.text)) === undefined
    ? undefined
    : called
}

/** The words of the call in a script, as it would be run. */
const scripted = (line: string): Some<string> => {
  const [first = 'prettier', ...more] = (SCRIPTED.exec(line)?.[1] ?? 'prettier --check .').trim().split(/\s+/)
  return [first, ...more.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))]
}

/** https://prettier.io/docs/cli */
export const prettier: Tool = {
  id: 'prettier',
  stack: 'node',
  kind: 'lint',
  recognises: (argv) => recognised(argv) !== undefined,
  adoption:
    'a script that calls it to check, beside a configuration, the key `prettier` of package.json or a dependency on `prettier`',
  adopted,
  defaultArgv: (project) => scripted(calledByScript(project, SCRIPTED)?.text ?? ''),
  instrument: (argv): Instrumented => {
    const call = recognised(argv)
    if (call === undefined) return { argv, env: {}, channels: [] }
    const kept = write(withoutOptions(readArguments(call.args, VALUED), REPLACED))
    // Names go to one stream and the end mark to the other. Only at the level `debug` it tells which files it looked at; version 2
    // calls that option otherwise, and warns of the one that it does not know.
    const verbose = ['--check', '--log-level=debug', '--loglevel=debug', '--no-color']
    return {
      argv: ['sh', '-c', 'exec "$@" 2>&1', 'sh', ...writeCall(call, [...verbose, ...kept])],
      env: { PRETTIER_EXPERIMENTAL_CLI: '' },
      channels: [{ path: 'stdout', format: 'prettier-text', role: 'findings', required: true }],
    }
  },
  exits: exitTable('https://prettier.io/docs/cli#--check, and runs of prettier 3.10.1', [
    [0, 'green', 'every file is formatted'],
    [1, 'red', 'a file is not formatted'],
    [2, 'red', 'a file cannot be parsed; a broken configuration and a pattern without files share the code'],
  ]),
}

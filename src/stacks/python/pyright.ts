import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Instrumented, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { appended, baseName, withoutOptions } from './arguments.ts'
import { declares } from './declarations.ts'
import { findingsOnStdout } from './findings-tool.ts'
import { lineOf } from './pyproject.ts'

const VALUED =
  '-p --project -v --venvpath --venv-path --pythonpath --pythonplatform --pythonversion --level --threads --typeshedpath -t --createstub --verifytypes'.split(
    ' ',
  )
/** Written for people, endless, or needing another output. */
const DROPPED = ['-w', '--watch', '--outputjson', '--stats', '--verbose', '--dependencies']

const program = (argv: readonly string[]): string => baseName(argv[0] ?? '')

/** pyright and its fork basedpyright: the same command line and report. */
export const pyright: Tool = {
  id: 'pyright',
  stack: 'python',
  kind: 'types',
  recognises: (argv) =>
    ['pyright', 'basedpyright'].includes(program(argv)) &&
    !argv.includes('--createstub') &&
    !argv.includes('--verifytypes'),
  adoption:
    'a requirement of `basedpyright` or `pyright`, `pyrightconfig.json`, or `[tool.pyright]`, `[tool.basedpyright]` in `pyproject.toml`',
  adopted: (project) => declares(project, 'basedpyright') ?? declares(project, 'pyright') ?? configured(project),
  defaultArgv: (project) => [isBased(project) ? 'basedpyright' : 'pyright'],
  instrument,
  exits: exitTable('https://microsoft.github.io/pyright/#/command-line, exit codes, and runs of pyright 1.1.414', [
    [0, 'green', 'no errors'],
    [1, 'red', 'one or more errors'],
    [2, 'not-complete', 'fatal error'],
    [3, 'not-complete', 'the configuration file could not be read or parsed'],
    [4, 'not-complete', 'illegal command-line arguments, also a file that is not there'],
  ]),
  firstFailure: (log) => log.split('\n').find((line) => /^\s*.+:\d+:\d+ - error: /.test(line)),
}

/** True where the project's own words are for basedpyright. */
export const isBased = (project: RepoView): boolean =>
  declares(project, 'basedpyright') !== undefined ||
  /^\s*\[tool\.basedpyright\]/m.test(project.read('pyproject.toml') ?? '')

const configured = (project: RepoView): Evidence | undefined => {
  if (project.has('pyrightconfig.json'))
    return { tier: 'default', file: 'pyrightconfig.json', line: null, text: 'pyrightconfig.json' }
  const text = project.read('pyproject.toml') ?? ''
  const line = lineOf(text, /^\s*\[tool\.(?:based)?pyright\]/)
  return line === null
    ? undefined
    : { tier: 'default', file: 'pyproject.toml', line, text: (text.split('\n')[line - 1] as string).trim() }
}

function instrument(argv: Some<string>): Instrumented {
  const [name, ...args] = argv
  // The environment that was made for the run is first on PATH; pyright asks the `python` it finds there.
  return {
    argv: [name, ...appended(withoutOptions(args, DROPPED, VALUED), ['--outputjson'])],
    env: { PYRIGHT_PYTHON_IGNORE_WARNINGS: '1' },
    channels: findingsOnStdout('pyright-json'),
  }
}

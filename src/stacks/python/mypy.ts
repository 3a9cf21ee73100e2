import type { Evidence } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Instrumented, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'
import { appended, baseName, withoutOptions } from './arguments.ts'
import { declares } from './declarations.ts'
import { findingsOnStdout } from './findings-tool.ts'
import { firstParty } from './first-party.ts'
import { iniSection, iniValue, lineOf, readPyproject, tableAt } from './pyproject.ts'

const VALUED = (
  '-p --package -m --module -c --command --config-file --python-version --python-executable --platform --exclude --cache-dir ' +
  '--follow-imports --output -O --junit-xml --junit-format --enable-error-code --disable-error-code --always-true --always-false ' +
  '--custom-typeshed-dir --custom-typing-module --num-workers --enable-incomplete-feature --untyped-calls-exclude ' +
  '--any-exprs-report --cobertura-xml-report --html-report --linecount-report --linecoverage-report --lineprecision-report --txt-report --xml-report --xslt-html-report --xslt-txt-report'
).split(' ')

/** How the answer is written, and caches. */
const DROPPED = (
  '--output -O --pretty --no-pretty --color-output --no-color-output --error-summary --no-error-summary --show-column-numbers ' +
  '--hide-column-numbers --show-error-end --show-error-context --hide-error-context --show-error-codes --hide-error-codes ' +
  '--show-absolute-path --cache-dir --incremental --no-incremental --skip-cache-mtime-checks --sqlite-cache --no-sqlite-cache --dump-build-stats -v --verbose'
).split(' ')

/** mypy's text and not its JSON: only the text has a closing line, which says that it finished and how many files it looked at. */
const READABLE = [
  '--show-column-numbers',
  '--show-error-codes',
  '--hide-error-context',
  '--no-pretty',
  '--no-color-output',
  '--error-summary',
  '--no-incremental',
  '--cache-dir=/dev/null',
]

/** mypy. */
export const mypy: Tool = {
  id: 'mypy',
  stack: 'python',
  kind: 'types',
  recognises: (argv) => baseName(argv[0] ?? '') === 'mypy' && !argv.includes('--version') && !argv.includes('--help'),
  adoption:
    'a requirement of `mypy`, `mypy.ini`, `.mypy.ini`, `[mypy]` in `setup.cfg`, or `[tool.mypy]` in `pyproject.toml`',
  adopted: (project) => declares(project, 'mypy') ?? configured(project),
  defaultArgv: (project) => ['mypy', ...(namesItsFiles(project) ? [] : targets(project))],
  instrument,
  exits: exitTable('mypy/main.py of mypy 2.4.1, and runs of it', [
    [0, 'green', 'no errors'],
    [1, 'red', 'type errors'],
    [2, 'not-complete', 'blocking errors (syntax, a file that is not there), configuration, usage or internal error'],
  ]),
  firstFailure: (log) => log.split('\n').find((line) => /^.+:\d+(?::\d+)?: error: /.test(line)),
}

const INI = [
  ['mypy.ini', 'mypy'],
  ['.mypy.ini', 'mypy'],
  ['setup.cfg', 'mypy'],
] as const

const configured = (project: RepoView): Evidence | undefined => {
  for (const [file, section] of INI) {
    const text = project.read(file)
    if (text !== undefined && (file !== 'setup.cfg' || iniSection(text, section) !== undefined)) {
      return { tier: 'default', file, line: lineOf(text, /^\[mypy\]/), text: '[mypy]' }
    }
  }
  const line = lineOf(project.read('pyproject.toml') ?? '', /^\s*\[tool\.mypy\]/)
  return line === null ? undefined : { tier: 'default', file: 'pyproject.toml', line, text: '[tool.mypy]' }
}

/** True when its configuration says what to check, so that a bare `mypy` does. */
const namesItsFiles = (project: RepoView): boolean => {
  for (const [file, name] of INI) {
    const section = iniSection(project.read(file) ?? '', name)
    if (section !== undefined)
      return ['files', 'packages', 'modules'].some((key) => iniValue(section, key) !== undefined)
  }
  const table = tableAt(readPyproject(project), 'tool', 'mypy')
  return ['files', 'packages', 'modules'].some((key) => table[key] !== undefined)
}

/** The first-party packages; the whole directory when there is none. */
const targets = (project: RepoView): readonly string[] => {
  if (project.paths.some((path) => /^src\/.+\.py$/.test(path))) return ['src']
  const found = firstParty(project).flatMap((name) =>
    project.has(`${name}/__init__.py`) ? [name] : project.has(`${name}.py`) ? [`${name}.py`] : [],
  )
  return found.length > 0 ? found : ['.']
}

function instrument(argv: Some<string>): Instrumented {
  const [name, ...args] = argv
  const kept = withoutOptions(args, DROPPED, VALUED)
  return {
    argv: [name, ...appended(kept, READABLE)],
    // Colours could be forced by the environment of a CI job.
    env: { MYPY_FORCE_COLOR: '0', MYPY_CACHE_DIR: '/dev/null' },
    channels: findingsOnStdout('mypy-text'),
  }
}

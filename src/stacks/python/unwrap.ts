import type { Some } from '../../model/result.ts'
import { baseName, isPython, moduleCall, readArguments } from './arguments.ts'

/** Programs that Python tools install and that may also be called as modules. */
const TOOLS = ['pytest', 'py.test', 'unittest', 'coverage', 'mypy', 'pyright', 'basedpyright', 'ruff'] as const

/** Options of `uv run` that take a value. Those that choose other packages than the project's are not in it. */
const UV_VALUED =
  '--extra --no-extra --group --no-group --only-group --env-file --directory --project --package --python -p --index-url -i --cache-dir --color --config-file'.split(
    ' ',
  )

/** Options of `uv run` that change what runs or where: the call is left as it is. */
const UV_OTHER = [
  '--with',
  '--with-requirements',
  '--with-editable',
  '--isolated',
  '--no-project',
  '--script',
  '-s',
  '--directory',
  '--project',
  '--package',
]

/**
 * Takes package runners and interpreters away: `uv run pytest` → `pytest`, `python3.11 -m pytest` → `python -m pytest`,
 * `python -m mypy` → `mypy`. Undefined when nothing was taken, also where the runner would bring other packages.
 */
export const unwrap = (argv: Some<string>): Some<string> | undefined => {
  const inner = withoutRunner(argv)
  const words = inner ?? argv
  return asTool(words) ?? inner
}

const withoutRunner = ([program, ...rest]: Some<string>): Some<string> | undefined => {
  switch (baseName(program)) {
    case 'uv':
      return rest[0] === 'run' ? ofUv(rest.slice(1)) : undefined
    case 'poetry':
    case 'pipenv':
    case 'rye':
    case 'pdm':
    case 'hatch':
      return ofRunner(rest)
    default:
      return isPython(program) ? ofPythonRunner([program, ...rest]) : undefined
  }
}

/** `python -m poetry run …`, `python -m uv run …`. */
const ofPythonRunner = (argv: Some<string>): Some<string> | undefined => {
  const call = moduleCall(argv)
  return call && ['uv', 'poetry', 'pipenv', 'pdm', 'hatch'].includes(call.module)
    ? withoutRunner([call.module, ...call.args])
    : undefined
}

/** Only a known tool or Python itself: another name could be a script of the runner's own. */
const ofRunner = (words: readonly string[]): Some<string> | undefined => {
  const at = words.findIndex((word) => !/^-(?:-no-interaction|n|q|v+|-quiet|-verbose)$/.test(word))
  if (words[at] !== 'run') return undefined
  const inner = words.slice(at + 1)
  const [program, ...rest] = inner.slice(
    inner.findIndex((word) => !/^-(?:v|q|s|-verbose|-quiet|-site-packages)$/.test(word)),
  )
  return program !== undefined && (isTool(program) || isPython(program)) ? [program, ...rest] : undefined
}

const ofUv = (words: readonly string[]): Some<string> | undefined => {
  const all = readArguments(words, UV_VALUED)
  const first = all.findIndex(({ name }) => name === null)
  const module = all.findIndex(({ name }) => name === '-m' || name === '--module')
  const options = all.slice(0, first < 0 ? all.length : first)
  if (options.some(({ name }) => name !== null && UV_OTHER.includes(name))) return undefined
  if (first < 0) return undefined
  const from = all.slice(first).flatMap(({ written }) => written)
  const [program, ...rest] = from[0] === '--' ? from.slice(1) : from
  if (program === undefined) return undefined
  if (module >= 0 && module < first) return ['python', '-m', program, ...rest]
  return [program, ...rest]
}

const isTool = (program: string): boolean => (TOOLS as readonly string[]).includes(program)

/** `python3.11 -m pytest` → `python -m pytest`; `python -m mypy` → `mypy`. pytest and unittest stay modules: it decides their path. */
const asTool = (argv: readonly string[]): Some<string> | undefined => {
  const call = moduleCall(argv)
  if (call === undefined || !isTool(call.module)) return undefined
  const plain = ['pytest', 'py.test', 'unittest', 'coverage'].includes(call.module)
  if (!plain) return [call.module, ...call.args]
  const written: Some<string> = [...call.interpreter, '-m', call.module, ...call.args]
  return written.join('\0') === argv.join('\0') ? undefined : written
}

import type { RepoView } from '../../model/repo-view.ts'
import type { ScriptLine } from '../../model/stack.ts'
import { baseName, carried, moduleCall, readArguments } from './arguments.ts'
import { requirementName } from './requirement.ts'
import { type ToxConfiguration, toxConfiguration } from './tox-configuration.ts'

const VALUED =
  '-e --env --installpkg -c --conf --workdir --root --result-json --hashseed -f -m --discover -p --parallel --skip-env -x --override'.split(
    ' ',
  )
/** Environments that make, publish or count something: none of them is a check of the code. */
const NOT_CHECKING =
  /(?:^|[-_])(?:docs?|build|clean|erase|reports?|html|xml|combine|coverage|release|publish|dist|package|manifest|bench|benchmark|format|fmt|dev)(?:$|[-_])/
/** Of the whole list only these are asked beside the tests: the commands of another one would be steps around the tests. */
const CHECKING = /lint|types?|typing|mypy|pyright|ruff|style|check|tests?|unit|quality/
/** `py311`, `python3.11`, and `3.11`, which tox 4 takes for the same. */
const IS_PYTHON = /^(?:(?:py|python)(?:\d[\d.]*t?)?|\d\.\d+t?)$/

/** The environments that `tox`, `tox run -e a,b` or `tox -e py311` names; undefined when the call is none of these. */
const callOf = (
  argv: readonly string[],
):
  | {
      readonly names: readonly string[] | undefined
      /** `-f lint`: environments of the list with all of the factors of one of these. */
      readonly factors: readonly string[]
      readonly posargs: readonly string[]
    }
  | undefined => {
  const module = moduleCall(argv)
  const [program = '', ...rest] = module === undefined ? carried(argv, 'tox') : [module.module, ...module.args]
  if (baseName(program) !== 'tox') return undefined
  const dashes = rest.indexOf('--')
  const words = dashes < 0 ? rest : rest.slice(0, dashes)
  const all = readArguments(words, VALUED)
  if (
    all.some(({ name }) =>
      [
        '--notest',
        '-l',
        '--listenvs',
        '--devenv',
        '--version',
        '-m',
        '-c',
        '--conf',
        '--root',
        '-x',
        '--override',
      ].includes(name ?? ''),
    )
  )
    return undefined
  const commands = all.filter(({ name }) => name === null).flatMap(({ written }) => written)
  if (commands.some((word) => !['run', 'r', 'run-parallel', 'p', 'auto', 'all'].includes(word))) return undefined
  const chosen = all.filter(({ name }) => name === '-e' || name === '--env').map(({ value }) => value ?? '')
  const names = chosen.flatMap((list) => list.split(',')).map((name) => name.trim())
  return {
    names: names.length === 0 || names.includes('ALL') ? undefined : names,
    factors: all.filter(({ name }) => name === '-f').map(({ value }) => value ?? ''),
    posargs: dashes < 0 ? [] : rest.slice(dashes + 1),
  }
}

/** Of the whole list: the checks, and of those for an interpreter the ones for CPython. */
const worthRunning = (configuration: ToxConfiguration): readonly string[] => {
  const names = configuration.environments.filter((name) => !NOT_CHECKING.test(name))
  const plain = names.filter((name) => IS_PYTHON.test(name.split('-')[0] as string))
  const others = names.filter(
    (name) => CHECKING.test(name) && !/^(?:py|python|pypy|jython|graalpy)[\d.]*t?(?:-|$)/.test(name),
  )
  const found = [...plain, ...others]
  return found.length > 0 ? found : ['py']
}

/** The text with substitutions of tox made; undefined when one is not known here. */
const substituted = (text: string, environment: string, posargs: readonly string[]): string | undefined => {
  const told = posargs
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ')
  const made = text
    // What pytest puts there is nobody's business.
    .replaceAll(/--basetemp[= ]["']?\{env_?tmp_?dir\}["']?/g, '')
    // Where tox keeps what it installed and measured: ours lies elsewhere, and says as much.
    .replaceAll(/--cov[= ]["']?\{env_?site_?packages_?dir\}[^\s"']*["']?/g, '--cov')
    .replaceAll(/\{(?:work_?dir|toxworkdir|env_?dir|env_?tmp_?dir|env_?log_?dir)\}/g, '.tox')
    .replaceAll(/\{\/\}/g, '/')
    .replaceAll(/\{posargs(?::((?:[^{}]|\{[^{}]*\})*))?\}/g, (_, fallback: string | undefined) =>
      posargs.length > 0 ? told : (fallback ?? ''),
    )
    .replaceAll(/\{(?:envpython|env_python)\}/g, 'python')
    .replaceAll(/\{(?:toxinidir|tox_root)\}\/?/g, '')
    .replaceAll(/\{(?:envname|env_name)\}/g, environment)
    .replaceAll(/\{env:\w+:([^{}]*)\}/g, '$1')
    .replaceAll(/\{(?:envbindir|env_bin_dir)\}\//g, '')
    .trim()
  return /\{[^}]*\}/.test(made) ? undefined : made
}

const linesOf = (
  configuration: ToxConfiguration,
  environment: string,
  posargs: readonly string[],
): readonly ScriptLine[] | undefined => {
  const written = ['commands_pre', 'commands', 'commands_post'].flatMap(
    (key) => configuration.lines(environment, key) ?? [],
  )
  const commands = written
    .join('\n')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '')
  const settings = configuration.lines(environment, 'set_env', 'setenv') ?? []
  const variables = settings.map((line) => {
    const [, name, value] = /^(\w+)\s*=\s*(.*)$/.exec(line) ?? []
    const made = value === undefined ? undefined : substituted(value, environment, [])
    return name === undefined || made === undefined ? undefined : `${name}='${made.replaceAll("'", `'\\''`)}'`
  })
  const directory = configuration.lines(environment, 'change_dir', 'changedir')?.[0]
  const cwd = directory === undefined ? '.' : substituted(directory, environment, [])
  if (cwd === undefined || cwd.startsWith('/') || variables.includes(undefined)) return undefined
  const prefix = variables.map((variable) => `${variable} `).join('')
  const lines = commands.map((command): ScriptLine | undefined => {
    const ignored = /^-\s*/.exec(command)?.[0] ?? ''
    const line = substituted(command.slice(ignored.length), environment, posargs)
    if (line === undefined || line === '' || line.startsWith('!')) return undefined
    return {
      name: `tox:${environment}`,
      line: `${prefix}${line}${ignored === '' ? '' : ' || true'}`,
      evidence: {
        tier: 'manifest',
        file: configuration.file,
        line: configuration.lineOf(command.split(/\s*\{|\s\s/)[0] as string),
        text: command,
      },
      cwd: cwd === '' ? '.' : cwd.replace(/\/$/, ''),
    }
  })
  return lines.some((line) => line === undefined) ? undefined : (lines as readonly ScriptLine[])
}

/**
 * The commands of the environments that a call of tox runs. Environments that differ in their interpreter alone give their commands
 * once: the interpreter is ours. Undefined for another call, and where a line holds what only tox can fill in.
 */
export const toxScript = (argv: readonly string[], project: RepoView): readonly ScriptLine[] | undefined => {
  const call = callOf(argv)
  const configuration = call && toxConfiguration(project)
  if (call === undefined || configuration === undefined) return undefined
  const seen = new Set<string>()
  const lines: ScriptLine[] = []
  const meant = configuration.environments.filter((name) =>
    call.factors.some((wanted) => wanted.split('-').every((factor) => name.split('-').includes(factor))),
  )
  const names =
    call.factors.length > 0 ? [...meant, ...(call.names ?? [])] : (call.names ?? worthRunning(configuration))
  for (const environment of names) {
    const known =
      configuration.named(environment) ||
      environment.split('-').some((factor) => IS_PYTHON.test(factor) || /^pypy/.test(factor))
    const own = known ? linesOf(configuration, environment, call.posargs) : undefined
    if (own === undefined) return undefined
    // Environments of interpreters may name their own files after themselves.
    const plain = (line: string): string => (IS_PYTHON.test(environment) ? line.replaceAll(environment, 'py') : line)
    const key = JSON.stringify(own.map(({ line, cwd }) => [plain(line), cwd]))
    if (!seen.has(key)) lines.push(...own)
    seen.add(key)
  }
  return lines.length === 0 ? undefined : lines
}

/** What the environments of tox need beside the project: requirements by name and requirement files. Interpreters count once, for the first. */
export const toxRequirements = (
  project: RepoView,
): { readonly named: readonly string[]; readonly files: readonly string[] } => {
  const configuration = toxConfiguration(project)
  if (configuration === undefined) return { named: [], files: [] }
  const all = worthRunning(configuration)
  const first = all.find((name) => IS_PYTHON.test(name.split('-')[0] as string)) ?? 'py'
  const environments = [first, ...all.filter((name) => configuration.named(name) && name !== first)]
  const lines = environments.flatMap((name) =>
    (configuration.lines(name, 'deps') ?? []).flatMap((line) => substituted(line, name, []) ?? []),
  )
  const taken = new Set<string>()
  const named = lines.filter((line) => {
    const name = requirementName(line)
    if (name === '' || taken.has(name) || ['pip', 'setuptools', 'wheel', 'pre-commit', 'prek', 'tox'].includes(name))
      return false
    taken.add(name)
    return true
  })
  const files = lines.flatMap((line) => /^(?:-r|--requirement)[= ]?\s*(\S+)$/.exec(line)?.[1] ?? [])
  return { named, files: [...new Set(files)].filter((file) => project.has(file)) }
}

import type { RepoView } from '../../model/repo-view.ts'
import type { ScriptLine } from '../../model/stack.ts'
import { baseName, carried, moduleCall } from './arguments.ts'
import { lineOf, readPyproject, type Table, tableAt, valueAt } from './pyproject.ts'

/** What `hatch test` runs where nothing else is configured (hatch documentation, "Testing"). */
const DEFAULT_TEST = 'pytest {args:tests}'

const scriptsOf = (project: RepoView, environment: string): Table => {
  const own = tableAt(readPyproject(project), 'tool', 'hatch', 'envs', environment, 'scripts')
  return Object.keys(own).length > 0
    ? own
    : tableAt(readPyproject(project), 'tool', 'hatch', 'envs', 'default', 'scripts')
}

/** `hatch run [+py=3.11] [env:]script args`, `hatch test args`, taken apart. */
const callOf = (
  argv: readonly string[],
): { readonly environment: string; readonly name: string; readonly args: readonly string[] } | undefined => {
  const module = moduleCall(argv)
  const [program = '', ...rest] = module === undefined ? carried(argv, 'hatch') : [module.module, ...module.args]
  if (baseName(program) !== 'hatch') return undefined
  const at = rest.findIndex((word) => !word.startsWith('-'))
  const [command, ...words] = at < 0 ? [] : rest.slice(at)
  if (command === 'test')
    return {
      environment: 'hatch-test',
      name: 'run',
      args: words.filter(
        (word) => !/^-(?:a|i|py|-all|c|-cover|p|-parallel|r|-randomize)$|^--(?:python|include|exclude)\b/.test(word),
      ),
    }
  if (command !== 'run') return undefined
  // `+py=3.11` selects a cell of the matrix: the interpreter is ours.
  const [target, ...args] = words.filter(
    (word, index) => !(/^[+-]\w+=/.test(word) && words.slice(0, index).every((before) => /^[+-]\w+=/.test(before))),
  )
  if (target === undefined || target.startsWith('-')) return undefined
  const colon = target.indexOf(':')
  return colon < 0
    ? { environment: 'default', name: target, args }
    : { environment: target.slice(0, colon), name: target.slice(colon + 1), args }
}

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const expand = (
  scripts: Table,
  name: string,
  args: readonly string[],
  seen: readonly string[],
): readonly string[] | undefined => {
  const value = valueAt(scripts, name)
  const lines = typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : undefined
  if (lines === undefined || seen.includes(name)) return undefined
  const made = lines.flatMap((line): readonly (string | undefined)[] => {
    const told = args.map(quote).join(' ')
    const text = line
      .replaceAll(/\{args(?::([^{}]*))?\}/g, (_, fallback: string | undefined) =>
        told === '' ? (fallback ?? '') : told,
      )
      .trim()
    if (/\{[^}]*\}/.test(text)) return [undefined]
    const ignored = /^-\s*/.test(text)
    const bare = text.replace(/^-\s*/, '')
    const [first = '', ...rest] = bare.split(/\s+/)
    const inner = Object.hasOwn(scripts, first) ? expand(scripts, first, rest, [...seen, name]) : [bare]
    return (inner ?? [undefined]).map((one) => (one !== undefined && ignored ? `${one} || true` : one))
  })
  return made.some((line) => line === undefined) ? undefined : (made as readonly string[])
}

/** The lines of a script of hatch; undefined for another call, and where a line holds what only hatch can fill in. */
export const hatchScript = (argv: readonly string[], project: RepoView): readonly ScriptLine[] | undefined => {
  const call = callOf(argv)
  if (call === undefined) return undefined
  const scripts = {
    ...(call.environment === 'hatch-test' ? { run: DEFAULT_TEST } : {}),
    ...scriptsOf(project, call.environment),
  }
  const lines = expand(scripts, call.name, call.args, [])
  if (lines === undefined || lines.length === 0) return undefined
  const text = project.read('pyproject.toml') ?? ''
  const line = lineOf(text, new RegExp(`^\\s*["']?${call.name.replaceAll(/[^\w-]/g, '.')}["']?\\s*=`))
  return lines.map((one) => ({
    name: `hatch:${call.environment}:${call.name}`,
    line: one,
    evidence: { tier: 'manifest', file: 'pyproject.toml', line, text: one },
    cwd: '.',
  }))
}

import type { RepoView } from '../../model/repo-view.ts'
import type { ScriptLine } from '../../model/stack.ts'
import { baseName, carried, moduleCall } from './arguments.ts'
import { lineOf, readPyproject, type Table, tableAt } from './pyproject.ts'

/** A program that runs tasks of pyproject.toml: where they stand, and the keys of their forms. */
interface Runner {
  readonly program: string
  readonly path: readonly string[]
  /** Keys whose list is made of other tasks, or lines. */
  readonly lists: readonly string[]
  /** An entry of a list is the name of a task (poe) or a line (pdm, where its first word may be a task). */
  readonly names: boolean
}

const POE: Runner = { program: 'poe', path: ['tool', 'poe', 'tasks'], lists: ['sequence'], names: true }
const PDM: Runner = { program: 'pdm', path: ['tool', 'pdm', 'scripts'], lists: ['composite'], names: false }
/** Keys that change nothing about what is run. */
const SILENT = new Set([
  'help',
  'cmd',
  'shell',
  'sequence',
  'composite',
  'env',
  'ref',
  'ignore_fail',
  'keep_going',
  'site_packages',
])

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** `poe test`, `poetry run poe test`, `python -m poethepoet test`; `pdm run test`, `pdm test`. */
const callOf = (
  argv: readonly string[],
): { readonly runner: Runner; readonly name: string; readonly args: readonly string[] } | undefined => {
  const carriers = ['poetry', 'pipenv', 'uv', 'rye', 'pdm']
  if (carriers.includes(argv[0] ?? '') && argv[1] === 'run' && argv[2] === 'poe') return callOf(argv.slice(2))
  const module = moduleCall(argv)
  const words =
    module === undefined ? carried(argv, 'poe') : [module.module.replace('poethepoet', 'poe'), ...module.args]
  const program = baseName(words[0] ?? '')
  const rest = words.slice(1)
  if (program === 'poe') {
    const [name, ...args] = rest.filter((word, index) => index > 0 || !/^-(?:q|v|-quiet|-verbose)$/.test(word))
    return name === undefined || name.startsWith('-') ? undefined : { runner: POE, name, args }
  }
  if (program !== 'pdm') return undefined
  const [name, ...args] = rest[0] === 'run' ? rest.slice(1) : rest
  return name === undefined || name.startsWith('-') ? undefined : { runner: PDM, name, args }
}

const linesOf = (
  tasks: Table,
  runner: Runner,
  name: string,
  args: readonly string[],
  seen: readonly string[],
): readonly string[] | undefined => {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
  if (task === undefined || seen.includes(name)) return undefined
  const trail = [...seen, name]
  const text = (line: string): string => [line.trim(), ...args.map(quote)].join(' ')
  const list = (entries: readonly unknown[]): readonly string[] | undefined => {
    const found = entries.map((entry) => {
      if (typeof entry !== 'string') return formOf(entry as Table, trail)
      const [first = '', ...rest] = entry.split(/\s+/)
      if (runner.names || Object.hasOwn(tasks, first)) return linesOf(tasks, runner, first, rest, trail)
      return [entry]
    })
    return found.includes(undefined) ? undefined : found.flatMap((lines) => lines ?? [])
  }
  const formOf = (form: Table, own: readonly string[]): readonly string[] | undefined => {
    if (form === null || typeof form !== 'object' || Object.keys(form).some((key) => !SILENT.has(key))) return undefined
    const env = Object.entries(tableAt({ form }, 'form', 'env'))
    if (env.some(([, value]) => typeof value !== 'string')) return undefined
    const prefix = env.map(([key, value]) => `${key}=${quote(String(value))} `).join('')
    const { cmd, shell, ref } = form
    if (typeof cmd === 'string') return [`${prefix}${text(cmd)}`]
    if (Array.isArray(cmd)) return [`${prefix}${text(cmd.map((word) => quote(String(word))).join(' '))}`]
    if (typeof shell === 'string') return prefix === '' && args.length === 0 ? [shell] : undefined
    if (typeof ref === 'string') return linesOf(tasks, runner, ref.split(/\s+/)[0] ?? '', args, own)
    const entries = runner.lists.map((key) => form[key]).find(Array.isArray)
    return entries === undefined || env.length > 0 ? undefined : list(entries)
  }
  if (typeof task === 'string') return [text(task)]
  return Array.isArray(task) ? list(task) : formOf(task as Table, trail)
}

/** The lines of a task of poe or a script of pdm; undefined for another call, and for forms that only the program understands. */
export const projectTask = (argv: readonly string[], project: RepoView): readonly ScriptLine[] | undefined => {
  const call = callOf(argv)
  if (call === undefined) return undefined
  const { runner, name } = call
  const tasks = tableAt(readPyproject(project), ...runner.path)
  const own = linesOf(tasks, runner, name, call.args, [])
  if (own === undefined) return undefined
  const around = (key: string): readonly string[] => (runner === PDM ? (linesOf(tasks, runner, key, [], []) ?? []) : [])
  const text = project.read('pyproject.toml') ?? ''
  const escaped = name.replaceAll(/[^\w-]/g, '.')
  const line = lineOf(
    text,
    new RegExp(`^\\s*(?:["']?${escaped}["']?(?:\\.\\w+)?\\s*=|\\[tool\\.[\\w.]+\\.["']?${escaped}["']?\\])`),
  )
  return [...around(`pre_${name}`), ...own, ...around(`post_${name}`)].map((one) => ({
    name: `${runner.program}:${name}`,
    line: one,
    evidence: { tier: 'manifest', file: 'pyproject.toml', line, text: one },
    cwd: '.',
  }))
}

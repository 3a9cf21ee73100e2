import { parse, TomlError } from 'smol-toml'
import type { RepoView } from '../../model/repo-view.ts'
import { join } from '../paths.ts'
import { tierUnreadable } from '../unreadable.ts'
import { fileIn, quoted, type TaskLine, type TaskRunner } from './task.ts'

const FILES = [
  'mise.toml',
  '.mise.toml',
  'mise/config.toml',
  '.mise/config.toml',
  '.config/mise.toml',
  '.config/mise/config.toml',
]
const DEPTH = 8

type Table = Readonly<Record<string, unknown>>
const table = (value: unknown): Table =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Table) : {}
const texts = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** The configuration of mise (mise.jdx.dev, "TOML-based tasks"), or where it cannot be read. */
const readConfiguration = (
  text: string,
): { readonly root: Table } | { readonly message: string; readonly line: number } => {
  try {
    return { root: table(parse(text)) }
  } catch (error) {
    const line = error instanceof TomlError ? error.line : 1
    return { message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it is not TOML', line }
  }
}

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** 1-based line on which a task begins, and that of one of its texts. */
const lineOf = (text: string, name: string, words: string | undefined): number => {
  const lines = text.split('\n')
  const key = `["']?${escaped(name)}["']?`
  const start = lines.findIndex((line) =>
    new RegExp(`^\\s*(?:\\[tasks\\.${key}\\]|tasks\\.${key}[.\\s=]|${key}\\s*=)`).test(line),
  )
  if (words === undefined) return Math.max(0, start) + 1
  const found = lines.findIndex(
    (line, at) => at >= start && line.includes(words.split('\n').find((one) => one.trim() !== '') ?? words),
  )
  return (found < 0 ? Math.max(0, start) : found) + 1
}

interface Configuration {
  readonly file: string
  readonly text: string
  readonly root: Table
}

const linesOf = (
  { file, text, root }: Configuration,
  home: string,
  name: string,
  args: readonly string[],
  trail: readonly string[],
): readonly TaskLine[] | undefined => {
  const value = table(root.tasks)[name]
  if (value === undefined || trail.includes(name) || trail.length > DEPTH) return undefined
  const own: Table = typeof value === 'string' || Array.isArray(value) ? { run: value } : table(value)
  const other = ['run_windows', 'quiet', 'silent', 'description', 'alias', 'sources', 'outputs', 'hide', 'confirm']
  const known = ['run', 'depends', 'dir', 'env', ...other]
  if (Object.keys(own).some((key) => !known.includes(key))) return undefined
  const directory = typeof own.dir === 'string' ? own.dir.replace(/^\{\{\s*config_root\s*\}\}\/?/, './') : '.'
  const cwd = directory.includes('{{') ? null : join(home, directory)
  if (cwd === null) return undefined
  const env: Record<string, string> = {}
  for (const [key, given] of Object.entries({ ...table(root.env), ...table(own.env) }))
    if (['string', 'number', 'boolean'].includes(typeof given) && !String(given).includes('{{'))
      env[key] = String(given)
  const before = texts(own.depends).map((one) => {
    const [first = '', ...rest] = one.split(/\s+/)
    return linesOf({ file, text, root }, home, first, rest, [...trail, name])
  })
  const runs = texts(own.run)
  const body = runs.map((run, index): readonly TaskLine[] | undefined => {
    if (run.includes('{{') || run.includes('{%') || /^#!/.test(run)) return undefined
    const at = lineOf(text, name, run)
    // Arguments are appended to the last line.
    const whole = index === runs.length - 1 ? [run.replace(/\n+$/, ''), ...args].join(' ') : run
    return [{ text: whole, file, line: (line) => at + line, cwd, env, shell: ['sh', '-e', '-c'] }]
  })
  const found = [...before, ...body]
  return found.includes(undefined) ? undefined : found.flatMap((lines) => lines ?? [])
}

const configurationIn = (view: RepoView, directory: string): Configuration | undefined => {
  const file = fileIn(view, directory, FILES)
  const text = file === undefined ? undefined : view.read(file)
  const read = text === undefined ? undefined : readConfiguration(text)
  return file === undefined || text === undefined || read === undefined || !('root' in read)
    ? undefined
    : { file, text, root: read.root }
}

/** `mise run TASK ARGUMENTS` (mise.jdx.dev). Tasks that are files of their own are not read. */
export const mise: TaskRunner = {
  program: 'mise run',
  call: (view, [program, ...words], cwd) => {
    if (program !== 'mise') return undefined
    const [first, ...rest] = words[0] === 'tasks' || words[0] === 't' ? words.slice(1) : words
    const short = first === 'run' || first === 'r' ? rest : first === undefined ? [] : [first, ...rest]
    const [name, ...given] = short
    const configuration = configurationIn(view, cwd)
    if (name === undefined || configuration === undefined || table(configuration.root.tasks)[name] === undefined)
      return undefined
    const args = (given[0] === '--' ? given.slice(1) : given).map(quoted)
    return {
      name: `mise:${cwd}:${name}`,
      lines: given.includes(':::') ? undefined : linesOf(configuration, cwd, name, args, []),
    }
  },
  list: (view, directory) => {
    const found = configurationIn(view, directory)
    const names = Object.keys(table(found?.root.tasks))
    if (found === undefined || names.length === 0) return undefined
    return { file: found.file, names: new Map(names.map((name) => [name, lineOf(found.text, name, undefined)])) }
  },
  problems: (view, directory) => {
    const file = fileIn(view, directory, FILES)
    const read = file === undefined ? undefined : readConfiguration(view.read(file) ?? '')
    if (file === undefined || read === undefined || 'root' in read) return []
    return [tierUnreadable(file, read.line, `${file}:${read.line}: it cannot be read: ${read.message}`)]
  },
}

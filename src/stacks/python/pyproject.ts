import { parse } from 'smol-toml'
import type { RepoView } from '../../model/repo-view.ts'

/** A table of a TOML or JSON document; every look into it is checked. */
export type Table = Readonly<Record<string, unknown>>

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** A TOML file; an empty table when it is absent or does not parse. */
export const readToml = (project: RepoView, file: string): Table => {
  const text = project.read(file)
  if (text === undefined) return {}
  try {
    return parse(text)
  } catch {
    return {}
  }
}

export const readPyproject = (project: RepoView): Table => readToml(project, 'pyproject.toml')

/** The value at a path of keys; undefined when a step is missing or is no table. */
export const valueAt = (from: Table, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined), from)

/** The table at a path of keys; empty when there is none. */
export const tableAt = (from: Table, ...path: readonly string[]): Table => {
  const value = valueAt(from, ...path)
  return isTable(value) ? value : {}
}

/** The strings of an array at a path; empty when there is none. */
export const stringsAt = (from: Table, ...path: readonly string[]): readonly string[] => {
  const value = valueAt(from, ...path)
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

/** 1-based number of the first line that the pattern is found in; null for none. */
export const lineOf = (text: string, pattern: RegExp): number | null => {
  const at = text.split('\n').findIndex((line) => pattern.test(line))
  return at < 0 ? null : at + 1
}

/** The text of a section of an INI file (`setup.cfg`, `tox.ini`), without its header; undefined when there is none. */
export const iniSection = (text: string, name: string): string | undefined => {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.trim() === `[${name}]`)
  if (start < 0) return undefined
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^\[.+\]\s*$/.test(line))
  return (end < 0 ? rest : rest.slice(0, end)).join('\n')
}

/** The value of a key of an INI section, its continuation lines joined by newlines; undefined when there is none. */
export const iniValue = (section: string, key: string): string | undefined => {
  const lines = section.split('\n')
  const pattern = new RegExp(`^${key}\\s*[=:]\\s*(.*)$`)
  const start = lines.findIndex((line) => pattern.test(line))
  if (start < 0) return undefined
  const value = [pattern.exec(lines[start] as string)?.[1] ?? '']
  for (const line of lines.slice(start + 1)) {
    if (!/^\s+\S/.test(line)) break
    value.push(line.trim())
  }
  return value.filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith(';')).join('\n')
}

import type { RepoView } from '../../model/repo-view.ts'
import { iniSection, readPyproject, readToml, type Table, tableAt, valueAt } from './pyproject.ts'

/** Where tox of this project is configured, as keys of an environment: INI text or TOML. */
export interface ToxConfiguration {
  readonly file: string
  /** Names of `env_list`, braces expanded. */
  readonly environments: readonly string[]
  /** True when a section of this very name is there. */
  named(environment: string): boolean
  /** 1-based line of a text in the file; null when it is not found. */
  lineOf(text: string): number | null
  /** The lines of a key of one environment, its base followed: conditional lines of INI only where its factors meet them. Undefined when unset. */
  lines(environment: string, ...keys: readonly string[]): readonly string[] | undefined
}

/** `py{310,311}-{a,b}` → four names. */
const expandBraces = (text: string): readonly string[] => {
  const found = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(text)
  if (found === null) return [text]
  const [, before = '', inner = '', after = ''] = found
  const range = /^(\d+)-(\d+)$/.exec(inner)
  const choices = range
    ? Array.from({ length: Math.min(100, Number(range[2]) - Number(range[1]) + 1) }, (_, at) =>
        String(Number(range[1]) + at),
      )
    : inner.split(',').map((choice) => choice.trim())
  return choices.flatMap((choice) => expandBraces(`${before}${choice}${after}`))
}

/** Names of a list: separated by commas outside of braces, and by lines. */
const namesOf = (text: string): readonly string[] =>
  text
    .split(/\n|,(?![^{]*\})/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('#'))
    .flatMap(expandBraces)

const factorsOf = (name: string): readonly string[] => name.replaceAll('.', '').split('-')

/** True when a condition (`py{310,311}-a,!b`) holds for an environment. */
const holds = (condition: string, environment: string): boolean => {
  const own = factorsOf(environment)
  return namesOf(condition).some((name) =>
    factorsOf(name).every((factor) => (factor.startsWith('!') ? !own.includes(factor.slice(1)) : own.includes(factor))),
  )
}

const CONDITION = /^([!\w.{},-]+):\s+(.*)$/

const iniLines = (section: string, key: string): readonly string[] | undefined => {
  const lines = section.split('\n')
  const start = lines.findIndex((line) => new RegExp(`^${key}\\s*[=:]`).test(line))
  if (start < 0) return undefined
  const value = [(lines[start] as string).replace(/^[^=:]*[=:]/, '')]
  for (const line of lines.slice(start + 1)) {
    if (/^\S/.test(line) && !line.startsWith('#')) break
    value.push(line)
  }
  return value.map((line) => line.replace(/(?:^|\s)#.*$/, '').trim()).filter((line) => line !== '')
}

const fromIni = (file: string, text: string, main: string): ToxConfiguration => {
  const sections = [...text.matchAll(/^\[testenv:([^\]\n]+)\]/gm)].map(([, name]) => name as string)
  const sectionOf = (environment: string): string | undefined => {
    const own = sections.find((name) => namesOf(name).includes(environment))
    return own === undefined ? undefined : iniSection(text, `testenv:${own}`)
  }
  const look = (environment: string, keys: readonly string[], depth = 0): readonly string[] | undefined => {
    const own = sectionOf(environment)
    for (const key of keys) {
      const found = own === undefined ? undefined : iniLines(own, key)
      if (found !== undefined) return found
    }
    const bases = own === undefined || depth > 4 ? undefined : iniLines(own, 'base')
    for (const base of bases?.flatMap(namesOf) ?? []) {
      const found = look(base, keys, depth + 1)
      if (found !== undefined) return found
    }
    const common = iniSection(text, 'testenv') ?? ''
    return keys.map((key) => iniLines(common, key)).find((found) => found !== undefined)
  }
  const inSection = (name: string): string => iniSection(text, name) ?? ''
  const list = inSection(main)
  return {
    file,
    environments: namesOf((iniLines(list, 'env_?list') ?? []).join('\n')),
    named: (environment) => sectionOf(environment) !== undefined,
    lineOf: (wanted) => {
      const at = text.split('\n').findIndex((line) => line.includes(wanted))
      return at < 0 ? null : at + 1
    },
    lines: (environment, ...keys) => {
      const read = (lines: readonly string[], depth: number): readonly string[] =>
        lines.flatMap((line) => {
          const conditional = CONDITION.exec(line)
          if (conditional !== null && !holds(conditional[1] as string, environment)) return []
          const text = conditional === null ? line : (conditional[2] as string)
          const [, from = '', key = ''] = /^\{\[([^\]]+)\]([\w-]+)\}$/.exec(text) ?? []
          if (from === '' || depth > 4) return [text]
          const [, name] = /^testenv(?::(.+))?$/.exec(from) ?? [undefined, undefined]
          const found = /^testenv\b/.test(from) ? look(name ?? '', [key]) : iniLines(inSection(from), key)
          return read(found ?? [], depth + 1)
        })
      const own = look(environment, keys)
      return own === undefined ? undefined : read(own, 0)
    },
  }
}

const fromToml = (file: string, text: string, table: Table): ToxConfiguration => {
  const look = (environment: string, keys: readonly string[]): unknown =>
    [tableAt(table, 'env', environment), tableAt(table, 'env_run_base')]
      .flatMap((section) => keys.map((key) => valueAt(section, key)))
      .find((value) => value !== undefined)
  const quote = (word: string): string =>
    /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
  /** A word of a command; `{ replace = "posargs", default = [..] }` and `{ replace = "env", … }` become what INI writes for them. */
  const word = (value: unknown): string => {
    if (typeof value === 'string') return quote(value)
    if (typeof value !== 'object' || value === null) return quote(`${value}`)
    const { replace, name, default: fallback } = value as Table
    const otherwise = Array.isArray(fallback)
      ? fallback.map(word).join(' ')
      : fallback === undefined
        ? ''
        : word(fallback)
    if (replace === 'posargs') return `{posargs:${otherwise}}`
    return replace === 'env' && typeof name === 'string' ? `{env:${name}:${otherwise}}` : '{unknown}'
  }
  const setting = (value: unknown): string => (typeof value === 'string' ? value : word(value))
  const list = valueAt(table, 'env_list')
  return {
    file,
    environments: Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [],
    named: (environment) => valueAt(table, 'env', environment) !== undefined,
    lineOf: (wanted) => {
      const first = wanted.split(' ')[0] ?? wanted
      const at = text.split('\n').findIndex((line) => line.includes(`"${first}"`) && line.includes('['))
      return at < 0 ? null : at + 1
    },
    lines: (environment, ...keys) => {
      const value = look(environment, keys)
      if (value === undefined) return undefined
      if (Array.isArray(value))
        return value.map((entry) => (Array.isArray(entry) ? entry.map(word).join(' ') : setting(entry)))
      if (typeof value === 'object' && value !== null)
        return Object.entries(value).map(([name, entry]) => `${name} = ${setting(entry)}`)
      return [setting(value)]
    },
  }
}

/** The configuration that tox takes, in its own order (tox documentation, "Discovery and file types"). */
export const toxConfiguration = (project: RepoView): ToxConfiguration | undefined => {
  const ini = project.read('tox.ini')
  if (ini !== undefined && /^\[(?:tox|testenv)/m.test(ini)) return fromIni('tox.ini', ini, 'tox')
  const setup = project.read('setup.cfg')
  if (setup !== undefined && /^\[tox:tox\]/m.test(setup)) return fromIni('setup.cfg', setup, 'tox:tox')
  const own = tableAt(readPyproject(project), 'tool', 'tox')
  const legacy = own.legacy_tox_ini
  if (typeof legacy === 'string') return fromIni('pyproject.toml', legacy, 'tox')
  if (Object.keys(own).length > 0) return fromToml('pyproject.toml', project.read('pyproject.toml') ?? '', own)
  const toml = readToml(project, 'tox.toml')
  return Object.keys(toml).length > 0 ? fromToml('tox.toml', project.read('tox.toml') ?? '', toml) : undefined
}

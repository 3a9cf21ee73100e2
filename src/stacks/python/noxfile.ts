import type { RepoView } from '../../model/repo-view.ts'

/** A word of a call: its text, what the caller of nox puts there, or something that only Python can tell. */
export type NoxWord = { readonly word: string } | 'posargs' | undefined

/** A statement of a session that runs or installs something. */
export interface NoxCall {
  /** `run`, `install`, `notify`, `chdir`. */
  readonly method: string
  readonly words: readonly NoxWord[]
  readonly env: Readonly<Record<string, string>> | undefined
  /** 1-based. */
  readonly line: number
  readonly text: string
  /** It stands under a condition or in a loop: whether it runs is not known. */
  readonly nested: boolean
}

export interface NoxSession {
  readonly name: string
  readonly line: number
  /** `default=False`. */
  readonly chosen: boolean
  readonly calls: readonly NoxCall[]
}

/** noxfile.py as text: sessions with their calls, and the default list where it is written down. Nothing of it is executed. */
export interface Noxfile {
  readonly sessions: readonly NoxSession[]
  readonly defaults: readonly string[] | undefined
}

export const NOXFILE = 'noxfile.py'
const STRING = /^([rRuUbB]?)('''|"""|'|")/

/** End of the string literal that begins at `at` (behind its prefix), or -1. */
const stringEnd = (text: string, at: number, quote: string, raw: boolean): number => {
  for (let i = at + quote.length; i < text.length; i += 1) {
    if (text[i] === '\\' && !raw) i += 1
    else if (text.startsWith(quote, i)) return i + quote.length
    else if (quote.length === 1 && text[i] === '\n') return -1
  }
  return -1
}

/** Splits the arguments of the call whose bracket opens at `open`; undefined when it does not close. */
const argumentsAt = (
  text: string,
  open: number,
): { readonly parts: readonly string[]; readonly end: number } | undefined => {
  const parts: string[] = []
  let depth = 0
  let from = open + 1
  for (let i = open; i < text.length; i += 1) {
    const c = text[i] as string
    const quote = /['"]/.test(c) ? (text.startsWith(c.repeat(3), i) ? c.repeat(3) : c) : undefined
    if (quote !== undefined) {
      i = stringEnd(text, i, quote, /[rR]/.test(text[i - 1] ?? '')) - 1
      if (i < 0) return undefined
    } else if (c === '#') {
      const end = text.indexOf('\n', i)
      if (end < 0) return undefined
      i = end
    } else if ('([{'.includes(c)) depth += 1
    else if (')]}'.includes(c)) {
      depth -= 1
      if (depth > 0) continue
      parts.push(text.slice(from, i))
      return {
        parts: parts.map((part) => part.replaceAll(/^\s*(?:#.*\n\s*)*|\s+$/g, '')).filter((part) => part !== ''),
        end: i + 1,
      }
    } else if (c === ',' && depth === 1) {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  return undefined
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', "'": "'", '"': '"' }

/** The value of a string literal, adjacent ones joined; undefined for anything else, f-strings with a value in them too. */
export const literal = (expression: string): string | undefined => {
  let rest = expression.trim().replace(/^([fF])(?=['"])(?!.*\{)/, '')
  let value = ''
  if (rest === '') return undefined
  while (rest !== '') {
    const [opening = '', prefix = '', quote = ''] = STRING.exec(rest) ?? []
    const raw = /[rR]/.test(prefix)
    const end = quote === '' ? -1 : stringEnd(rest, prefix.length, quote, raw)
    if (end < 0) return undefined
    const inner = rest.slice(opening.length, end - quote.length)
    value += raw
      ? inner
      : inner.replaceAll(/\\([\s\S])/g, (whole, c: string) => ESCAPES[c] ?? (c === '\n' ? '' : whole))
    rest = rest.slice(end).trim()
  }
  return value
}

const wordOf = (part: string, session: string): NoxWord => {
  if (part === `*${session}.posargs`) return 'posargs'
  const word = literal(part)
  return word === undefined ? undefined : { word }
}

const envOf = (part: string | undefined): Readonly<Record<string, string>> | undefined => {
  if (part === undefined) return {}
  const open = part.indexOf('{')
  const inner = open < 0 ? undefined : argumentsAt(part, open)
  if (inner === undefined) return undefined
  const pairs = inner.parts.map((pair) => {
    const [, name, value] = /^(['"]\w+['"])\s*:\s*([\s\S]+)$/.exec(pair) ?? []
    return [literal(name ?? ''), literal(value ?? '')] as const
  })
  return pairs.some((pair) => pair.includes(undefined))
    ? undefined
    : (Object.fromEntries(pairs) as Record<string, string>)
}

/** Calls on the session inside of a function's text. `offset` is the 0-based line of its first line. */
const callsOf = (body: string, session: string, offset: number): readonly NoxCall[] => {
  const found: NoxCall[] = []
  const pattern = new RegExp(
    `\\b${session}\\.(run|run_always|run_install|install|conda_install|notify|chdir|cd)\\(`,
    'g',
  )
  // The first statement says how far the body stands in: comments may stand anywhere.
  const first = body.split('\n').find((line) => !/^\s*(?:#|$)/.test(line)) ?? ''
  const margin = first.length - first.trimStart().length
  for (let match = pattern.exec(body); match !== null; match = pattern.exec(body)) {
    const start = body.lastIndexOf('\n', match.index) + 1
    const before = body.slice(start, match.index)
    if (/#|['"]/.test(before)) continue
    const read = argumentsAt(body, match.index + match[0].length - 1)
    if (read === undefined) break
    pattern.lastIndex = read.end
    const named = (part: string): boolean => /^\w+\s*=(?!=)/.test(part) || part.startsWith('**')
    const env = read.parts.find((part) => /^env\s*=/.test(part))
    const codes = read.parts.some((part) => part.startsWith('success_codes') || part.startsWith('**'))
    found.push({
      method: match[1] ?? '',
      words: [
        ...read.parts.filter((part) => !named(part)).map((part) => wordOf(part, session)),
        ...(codes ? [undefined] : []),
      ],
      env: envOf(env),
      line: offset + body.slice(0, match.index).split('\n').length,
      text: body.slice(match.index, read.end).replaceAll(/\s+/g, ' '),
      nested: before.trim() !== '' || before.length > margin,
    })
  }
  return found
}

/** Reads noxfile.py of a project; undefined when there is none. */
export const readNoxfile = (project: RepoView): Noxfile | undefined => {
  const text = project.read(NOXFILE)?.replaceAll('\r\n', '\n')
  if (text === undefined) return undefined
  const lines = text.split('\n')
  const sessions: NoxSession[] = []
  for (let at = 0; at < lines.length; at += 1) {
    if (!/^@(?:nox\.)?session\b/.test(lines[at] ?? '')) continue
    const begin = lines.slice(0, at).join('\n').length + (at === 0 ? 0 : 1)
    const open = text.indexOf('(', begin)
    const read = /^@(?:nox\.)?session\s*\(/.test(lines[at] ?? '') ? argumentsAt(text, open) : undefined
    const keyword = (name: string): string | undefined =>
      read?.parts.find((part) => new RegExp(`^${name}\\s*=`).test(part))?.replace(/^\w+\s*=\s*/, '')
    const start = lines.findIndex((line, index) => index > at && /^(?:async\s+)?def\s/.test(line))
    if (start < 0) break
    const [, own = '', session = 'session'] =
      /def\s+(\w+)\s*\(\s*(\w+)/.exec(lines.slice(start, start + 3).join(' ')) ?? []
    const stop = lines.findIndex((line, index) => index > start && /^[^\s#)]/.test(line))
    const body = lines.slice(start + 1, stop < 0 ? lines.length : stop)
    const header = body.findIndex((line) => /:\s*(?:#.*)?$/.test(line))
    // A header of several lines ends in its own colon.
    const skip = /:\s*(?:#.*)?$/.test(lines[start] ?? '') ? 0 : header + 1
    sessions.push({
      name: literal(keyword('name') ?? '') ?? own,
      line: start + 1,
      chosen: keyword('default') !== 'False',
      calls: callsOf(body.slice(skip).join('\n'), session, start + 1 + skip),
    })
    at = start
  }
  const listed = /^nox\.options\.sessions\s*=\s*/m.exec(text)
  const open = listed === null ? -1 : listed.index + listed[0].length
  const parts = /[[(]/.test(text[open] ?? '') ? argumentsAt(text, open)?.parts.map(literal) : undefined
  return { sessions, defaults: parts?.includes(undefined) ? undefined : (parts as readonly string[] | undefined) }
}

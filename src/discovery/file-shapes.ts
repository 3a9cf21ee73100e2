import { parse, TomlError } from 'smol-toml'
import { readYaml } from './yaml-source.ts'

/** Where a text stops to be what its file is called, and why; null where nothing is wrong. */
export type Flaw = { readonly line: number; readonly message: string } | null

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** A JSON object. */
export const flawOfJson = (text: string): Flaw => {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? null
      : { line: 1, message: 'it is no object' }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it is not JSON'
    const [, position] = /position (\d+)/.exec(message) ?? []
    return { line: lineAt(text, Math.min(text.trimEnd().length, Number(position ?? text.length))), message }
  }
}

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"`
const COMMENT = new RegExp(String.raw`${STRING}|\/\/[^\n]*|\/\*[\s\S]*?\*\/`, 'g')
const TRAILING = new RegExp(String.raw`${STRING}|,(?=\s*[}\]])`, 'g')
/** Everything but the line feeds of what is no string. */
const blank = (part: string): string => (part.startsWith('"') ? part : part.replaceAll(/[^\n]/g, ' '))

/** JSON with comments and commas behind the last entry. */
export const flawOfJsonWithComments = (text: string): Flaw =>
  flawOfJson(text.replace(COMMENT, blank).replace(TRAILING, blank))

export const flawOfToml = (text: string): Flaw => {
  try {
    parse(text)
    return null
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it is not TOML'
    return { line: error instanceof TomlError ? error.line : 1, message }
  }
}

export const flawOfYaml = (text: string): Flaw => readYaml(text).problem

/** An INI file, as far as its sections go: `[tox` opens none. */
export const flawOfIni = (text: string): Flaw => {
  const at = text.split('\n').findIndex((line) => /^\[/.test(line) && !/^\[[^\]]*\]/.test(line))
  return at < 0 ? null : { line: at + 1, message: 'a section is not closed' }
}

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Brackets and strings of Python and Meson (`#`), or of the files of Go (`//`): the first that does not match. */
const unbalanced = (text: string, comment: '#' | '//'): Flaw => {
  const open: { readonly bracket: string; readonly at: number }[] = []
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at] as string
    if (text.startsWith(comment, at)) {
      const end = text.indexOf('\n', at)
      if (end < 0) break
      at = end
    } else if (c === "'" || c === '"') {
      const quote = text.startsWith(c.repeat(3), at) ? c.repeat(3) : c
      const start = at
      at += quote.length
      while (at < text.length && !text.startsWith(quote, at)) {
        if (quote.length === 1 && text[at] === '\n')
          return { line: lineAt(text, start), message: 'a string is not closed' }
        at += text[at] === '\\' ? 2 : 1
      }
      if (at >= text.length) return { line: lineAt(text, start), message: 'a string is not closed' }
      at += quote.length - 1
    } else if (CLOSES[c] !== undefined) open.push({ bracket: c, at })
    else if (')]}'.includes(c)) {
      const last = open.pop()
      if (last === undefined || CLOSES[last.bracket] !== c)
        return { line: lineAt(text, at), message: `\`${c}\` closes nothing` }
    }
  }
  const last = open.at(-1)
  return last === undefined ? null : { line: lineAt(text, last.at), message: `\`${last.bracket}\` is not closed` }
}

export const flawOfPython = (text: string): Flaw => unbalanced(text, '#')

/** A build definition of Meson begins with `project()` (meson.build reference, syntax). */
export const flawOfMeson = (text: string): Flaw =>
  unbalanced(text, '#') ??
  (/^\s*(?:#[^\n]*\n\s*)*project\s*\(/.test(text) ? null : { line: 1, message: 'it does not begin with project()' })

/** go.mod names its module; go.work need not name anything (Go modules reference). */
export const flawOfGoMod = (text: string): Flaw =>
  unbalanced(text, '//') ??
  (/^[ \t]*module[ \t]*(?:\(|[^\s/])/m.test(text) ? null : { line: 1, message: 'it names no module' })

export const flawOfGoWork = (text: string): Flaw => unbalanced(text, '//')

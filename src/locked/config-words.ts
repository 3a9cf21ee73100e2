import { isTable, parseJsonc } from './jsonc.ts'
import { tomlOf } from './toml.ts'

/** A string of a configuration, with the keys that lead to it, outermost first. */
export interface ConfigWord {
  readonly keys: readonly string[]
  readonly text: string
}

/** Strings of a configuration: JSON, TOML, JavaScript as far as literals go, and lines of `key = value` or `key: value`. */
export const configWords = (path: string, text: string): readonly ConfigWord[] => {
  if (/\.(?:[cm]?[jt]sx?)$/.test(path)) return scriptWords(text)
  if (path.endsWith('.toml')) return wordsIn(tomlOf(text))
  const json = /\.(?:ya?ml|ini|cfg|py)$/.test(path) ? undefined : parseJsonc(text)
  return json === undefined ? lineWords(text) : wordsIn(json)
}

/** Strings of a value that was parsed. */
export const wordsIn = (value: unknown, keys: readonly string[] = []): readonly ConfigWord[] => {
  if (typeof value === 'string') return [{ keys, text: value }]
  if (Array.isArray(value)) return value.flatMap((each) => wordsIn(each, keys))
  if (!isTable(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => wordsIn(inner, [...keys, key]))
}

const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(['"`])((?:\\.|(?!\1)[^\\])*)\1(\s*:)?|((?<=\.)(?!exports\b)[A-Za-z_$][\w$]*(?=\s*=(?![=>]))|[A-Za-z_$][\w$]*(?=\s*:))|[{[(}\]),;]/g

const scriptWords = (text: string): readonly ConfigWord[] => {
  const found: ConfigWord[] = []
  const above: string[] = []
  let key = ''
  for (const [whole, quote, literal, colon, name] of text.matchAll(token)) {
    if (name !== undefined) key = name
    else if (quote !== undefined && colon !== undefined) key = literal ?? ''
    else if (quote !== undefined) found.push({ keys: [...above, key].filter(Boolean), text: literal ?? '' })
    else if (/^[{[(]$/.test(whole)) {
      above.push(key)
      key = ''
    } else if (/^[}\])]$/.test(whole)) key = above.pop() ?? ''
    else if (/^[,;]$/.test(whole)) key = ''
  }
  return found
}

/** Values that go on below their key belong to it; a section stands as the outer key. */
const lineWords = (text: string): readonly ConfigWord[] => {
  let [section, key] = ['', '']
  return text.split('\n').flatMap((line): readonly ConfigWord[] => {
    const bare = line.replace(/(?:^|\s)[#;].*$/, '')
    const heading = /^\[([^\]]+)\]/.exec(bare)?.[1]
    if (heading !== undefined) {
      ;[section, key] = [heading, '']
      return []
    }
    const [, name, value] = /^\s*["']?([\w.-]+)["']?\s*(?:=|:(?=\s|$))\s*(.*)$/.exec(bare) ?? []
    if (name !== undefined) key = name
    const words = (value ?? bare)
      .replace(/^\s*-\s+/, '')
      .replaceAll(/["'[\]]/g, ' ')
      .trim()
    return words === '' ? [] : [{ keys: [section, key].filter(Boolean), text: words }]
  })
}

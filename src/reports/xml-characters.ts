const NAME_START =
  ':A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'

/** A `Name` of XML 1.0, fifth edition, as the source of a regular expression that needs the flag `u`. */
export const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040]*`

const WHOLE_NAME = new RegExp(`^${NAME}$`, 'u')

/** ASCII characters of names: 0 none, 1 inside a name, 2 at its beginning too. */
const NAME_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[:A-Z_a-z]/.test(character) ? 2 : /[-.0-9]/.test(character) ? 1 : 0
})

/** Where the name that begins at `from` ends, `limit` at the latest; `from` itself when no name begins there. */
export const nameEnd = (text: string, from: number, limit: number): number => {
  let end = from
  let beyond = false
  for (; end < limit; end += 1) {
    const code = text.charCodeAt(end)
    if (code > 0x7f) beyond = true
    else if (NAME_CHARACTERS[code] === 0) break
  }
  if (beyond) return WHOLE_NAME.test(text.slice(from, end)) ? end : from
  return end > from && NAME_CHARACTERS[text.charCodeAt(from)] === 2 ? end : from
}

/** White space of XML, by its code. */
export const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d

/** Where the white space that begins at `from` ends, `limit` at the latest. */
export const spaceEnd = (text: string, from: number, limit: number): number => {
  let end = from
  while (end < limit && isSpace(text.charCodeAt(end))) end += 1
  return end
}

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const NUMBERED = /^#(?:[0-9]+|[xX][0-9a-fA-F]+)$/

/** The longest reference that is taken, `&` and `;` included: no tool pads a number with that many zeros. */
export const LONGEST_REFERENCE = 32

/**
 * The character that a reference stands for, by what is between `&` and `;`. Null for a number that is no character of XML 1.0
 * (a tool meant it, so it is repaired), undefined for everything else: entities of a document type are not expanded.
 */
export const referenced = (name: string): string | null | undefined => {
  const named = NAMED.get(name)
  if (named !== undefined) return named
  if (!NUMBERED.test(name)) return undefined
  const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  const allowed =
    code === 0x09 ||
    code === 0x0a ||
    code === 0x0d ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  return allowed ? String.fromCodePoint(code) : null
}

/** The text with `\n` for every line end, as XML asks before anything else. */
export const withLineFeeds = (raw: string): string => (raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw)

/** Character data as it is meant: line ends are `\n`, references (checked before) are characters, forbidden ones U+FFFD. */
export const decodedText = (raw: string): string => {
  const text = withLineFeeds(raw)
  return text.includes('&') ? text.replace(/&([^;]*);/g, (_, name: string) => referenced(name) ?? '\ufffd') : text
}

/** The value of an attribute as it is meant: like text, but white space that is written as itself is spaces. */
export const decodedValue = (raw: string): string => decodedText(raw.replace(/\r\n|[\t\n\r]/g, ' '))

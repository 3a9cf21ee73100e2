/** A token of Rust source. Comments are left out, but those that document something are kept as `doc`. */
export interface RustToken {
  readonly kind: 'word' | 'literal' | 'lifetime' | 'punct' | 'doc'
  /** As written; of a `doc` the text without its marks. */
  readonly text: string
  /** Offset in the source. */
  readonly at: number
}

const WORD = /[\p{ID_Start}_][\p{ID_Continue}]*/uy
const NUMBER = /\d[\w]*(?:\.\d[\w]*)?(?:(?<=[eE])[+-]\d+)?/y
const RAW = /(?:b|c)?r(#*)"/y
const STRING = /(?:b|c)?"/y
const CHARACTER = /b?'(?:\\(?:u\{[^}]*\}|x[0-9a-fA-F]{2}|.)|[^'\\\n])'/suy
const LIFETIME = /'[\p{ID_Start}_][\p{ID_Continue}]*/uy
const RAW_WORD = /r#[\p{ID_Start}_][\p{ID_Continue}]*/uy

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** The tokens of a source (The Rust Reference, lexical structure); undefined when a string or a comment has no end. */
export const rustTokens = (text: string): readonly RustToken[] | undefined => {
  const tokens: RustToken[] = []
  let at = text.startsWith('#!') && !/^#!\s*\[/.test(text) ? Math.max(0, text.indexOf('\n')) : 0
  while (at < text.length) {
    const character = text[at] as string
    if (/\s/.test(character) || character === '\ufeff') {
      at += 1
      continue
    }
    const next = comment(text, at, tokens) ?? literal(text, at, tokens) ?? other(text, at, tokens)
    if (next < 0) return undefined
    at = next
  }
  return tokens
}

/** Where the token ends; -1 for one without an end, undefined when it is none of these. */
const comment = (text: string, at: number, tokens: RustToken[]): number | undefined => {
  if (text.startsWith('//', at)) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end).replace(/\r$/, '')
    if (/^\/\/(?:!|\/(?!\/))/.test(line)) tokens.push({ kind: 'doc', text: line.slice(3), at })
    return end < 0 ? text.length : end
  }
  if (!text.startsWith('/*', at)) return undefined
  let depth = 0
  for (let here = at; here < text.length; here += 1) {
    if (text.startsWith('/*', here)) depth += 1
    else if (text.startsWith('*/', here)) depth -= 1
    else continue
    here += 1
    if (depth > 0) continue
    const whole = text.slice(at, here + 1)
    if (/^\/\*(?:!|\*(?![*/]))/.test(whole))
      tokens.push({ kind: 'doc', text: whole.slice(3, -2).replaceAll(/^[ \t]*\*(?!\/)/gm, ''), at })
    return here + 1
  }
  return -1
}

const literal = (text: string, at: number, tokens: RustToken[]): number | undefined => {
  const raw = matchAt(RAW, text, at)
  const plain = raw === null ? matchAt(STRING, text, at) : null
  let end: number | undefined
  if (raw !== null) {
    const mark = `"${raw[1]}`
    const close = text.indexOf(mark, at + raw[0].length)
    end = close < 0 ? -1 : close + mark.length
  } else if (plain !== null) end = closing(text, at + plain[0].length)
  else {
    const found = matchAt(CHARACTER, text, at) ?? matchAt(NUMBER, text, at)
    if (found !== null) end = at + found[0].length
  }
  if (end === undefined) return undefined
  if (end >= 0) tokens.push({ kind: 'literal', text: text.slice(at, end), at })
  return end
}

const closing = (text: string, from: number): number => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return -1
}

const other = (text: string, at: number, tokens: RustToken[]): number => {
  const lifetime = matchAt(LIFETIME, text, at)
  const word = lifetime ?? matchAt(RAW_WORD, text, at) ?? matchAt(WORD, text, at)
  const kind = lifetime !== null ? 'lifetime' : word !== null ? 'word' : 'punct'
  const written = word?.[0] ?? String.fromCodePoint(text.codePointAt(at) ?? 0)
  tokens.push({ kind, text: written, at })
  return at + written.length
}

/** What a string literal says; undefined for other literals. */
export const literalText = (literal: string): string | undefined => {
  const raw = /^[bc]?r(#*)"([\s\S]*)"\1$/.exec(literal)
  if (raw !== null) return raw[2] ?? ''
  if (!/^[bc]?"/.test(literal)) return undefined
  return literal
    .slice(literal.indexOf('"') + 1, -1)
    .replaceAll(/\\(?:\r?\n\s*|(n|t|r|0|"|'|\\))/g, (whole, name: string | undefined) =>
      name === undefined ? (whole.includes('\n') ? '' : whole) : ({ n: '\n', t: '\t', r: '\r', 0: '\0' }[name] ?? name),
    )
}

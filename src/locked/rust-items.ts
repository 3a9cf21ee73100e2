import type { RustToken } from './rust-tokens.ts'

/** Words that begin an item which ends with its braces or a semicolon. */
const BRACED = new Set(
  'pub fn mod impl trait enum union extern unsafe struct macro_rules async const default macro'.split(' '),
)
/** Words that begin what ends with a semicolon only. */
const CLOSED = new Set(['static', 'type', 'use', 'let'])
/** Words that are another thing with `r#` before them; all others are the same with and without. */
const KEYWORDS = new Set([...BRACED, ...CLOSED, 'crate', 'self', 'super', 'as', 'where', 'for', 'in', 'if', 'match'])
const OPEN: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Tokens without documentation, names as they are compared: `r#name` is `name`. */
export const codeOf = (tokens: readonly RustToken[]): readonly RustToken[] =>
  tokens.flatMap((token) => {
    if (token.kind === 'doc') return []
    const bare = token.kind === 'word' && token.text.startsWith('r#') ? token.text.slice(2) : undefined
    return bare === undefined || KEYWORDS.has(bare) ? [token] : [{ ...token, text: bare }]
  })

/** True for this mark. */
export const isPunct = (token: RustToken | undefined, text: string): boolean =>
  token?.kind === 'punct' && token.text === text

/** True for a mark that opens a group. */
export const isOpen = (token: RustToken | undefined): boolean =>
  token?.kind === 'punct' && OPEN[token.text] !== undefined

/** The index behind the group that opens at `at`; the end of the tokens where it does not close. */
export const behindGroup = (tokens: readonly RustToken[], at: number): number => {
  let depth = 0
  for (let here = at; here < tokens.length; here += 1) {
    const { kind, text } = tokens[here] as RustToken
    if (kind !== 'punct') continue
    if (OPEN[text] !== undefined) depth += 1
    else if (text === ')' || text === ']' || text === '}') depth -= 1
    if (depth <= 0) return here + 1
  }
  return tokens.length
}

/** The index behind the item, statement, field or arm that begins at `at`. */
export const behindItem = (tokens: readonly RustToken[], at: number): number => {
  const first = tokens[at]?.text ?? ''
  const constant = /^(?:const|pub)$/.test(first) && isConstant(tokens, at)
  const onlyClosed = CLOSED.has(first) || constant || (first === 'pub' && CLOSED.has(afterPub(tokens, at)))
  const onlyBraced = BRACED.has(first) && !onlyClosed
  for (let here = at; here < tokens.length; ) {
    const token = tokens[here] as RustToken
    if (token.kind !== 'punct') here += 1
    else if (token.text === ';' || (token.text === ',' && !onlyBraced && !onlyClosed)) return here + 1
    else if (OPEN[token.text] !== undefined) {
      here = behindGroup(tokens, here)
      if (token.text === '{' && !onlyClosed) return isPunct(tokens[here], ';') ? here + 1 : here
    } else if (token.text === '}' || token.text === ')' || token.text === ']') return here
    else here += 1
  }
  return tokens.length
}

/** The index of the brace that closes what `at` stands in. */
export const behindEnclosing = (tokens: readonly RustToken[], at: number): number => {
  for (let here = at; here < tokens.length; ) {
    const token = tokens[here] as RustToken
    if (isOpen(token)) here = behindGroup(tokens, here)
    else if (isPunct(token, '}')) return here
    else here += 1
  }
  return tokens.length
}

/** Where an item begins behind its visibility. */
export const behindPub = (tokens: readonly RustToken[], at: number): number =>
  tokens[at]?.text !== 'pub' ? at : isPunct(tokens[at + 1], '(') ? behindGroup(tokens, at + 1) : at + 1

const afterPub = (tokens: readonly RustToken[], at: number): string => tokens[behindPub(tokens, at)]?.text ?? ''

/** `const NAME: …` and not `const fn`, `const unsafe fn`. */
const isConstant = (tokens: readonly RustToken[], at: number): boolean => {
  const start = tokens[at]?.text === 'pub' ? tokens.findIndex((token, here) => here > at && token.text === 'const') : at
  const near = start >= 0 && start - at <= 5
  return near && !['fn', 'unsafe', 'async', 'extern'].includes(tokens[start + 1]?.text ?? 'fn')
}

/** The words that name an item or a statement (`pub struct Cart`, `let x`): it goes on behind them. */
export const behindHead = (tokens: readonly RustToken[], at: number): number => {
  let here = behindPub(tokens, at)
  while (tokens[here]?.kind === 'word' || tokens[here]?.kind === 'lifetime') here += 1
  return here
}

/** Attributes in front of an item: where each begins and ends, brackets and all, and where the item begins. */
export interface Attributes {
  readonly each: readonly (readonly RustToken[])[]
  readonly item: number
}

/** The outer attributes that begin at `at`, each without its brackets; none where there is none. */
export const attributesAt = (tokens: readonly RustToken[], at: number): Attributes => {
  const each: (readonly RustToken[])[] = []
  let item = at
  while (isPunct(tokens[item], '#') && isPunct(tokens[item + 1], '[')) {
    const close = behindGroup(tokens, item + 1)
    each.push(tokens.slice(item + 2, close - 1))
    item = close
  }
  return { each, item }
}

import type { RustToken } from './rust-tokens.ts'

/** A part of a source that takes part in its tests: an item under `cfg(test)`, a test function, a macro call that makes tests. */
export interface RustTestPart {
  /** Its tokens with single blanks between. */
  readonly text: string
  /** Offset in the source. */
  readonly at: number
}

/** Attributes whose last name makes or steers a test (libtest, and the crates that wrap it). */
const TESTING =
  /^(?:test|tests|rstest|rstest_reuse|bench|case|values|should_panic|ignore|quickcheck|parameterized|theory|template|apply|gtest|fixture|proptest|property_test|test_.*|.*_tests?|.*_test_.*)$/
const TEST_MACRO = /^(?:proptest|quickcheck|prop_compose|.*tests?|tests?_.*|.*_tests?_.*)$/
/** Macros that tests judge with: one of the source's own stands in for that of the standard library. */
const JUDGING = /^(?:(?:debug_)?assert(?:_eq|_ne)?|panic|unreachable|todo|unimplemented|matches|assert_matches)$/
/** Words that begin an item which ends with its braces or a semicolon. */
const BRACED = new Set(
  'pub fn mod impl trait enum union extern unsafe struct macro_rules async const default macro'.split(' '),
)
/** Words that begin what ends with a semicolon only. */
const CLOSED = new Set(['static', 'type', 'use', 'let'])
const OPEN: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

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

/** True for this mark. */
export const isPunct = (token: RustToken | undefined, text: string): boolean =>
  token?.kind === 'punct' && token.text === text

/** What an attribute means: `item`: what follows is a test's; `here`: only the attribute is; null: nothing. */
export const meaningOf = (attribute: readonly RustToken[]): 'item' | 'here' | null => {
  const words = attribute.map(({ text }) => text)
  if (words[0] === 'cfg' || words[0] === 'cfg_attr') {
    const tests = words.flatMap((word, at) => (word === 'test' || word === 'doctest' ? [at] : []))
    if (tests.length === 0) return null
    const negated = tests.every((at) => words[at - 1] === '(' && words[at - 2] === 'not')
    return words[0] === 'cfg' && !negated ? 'item' : 'here'
  }
  const end = words.findIndex((word) => word !== ':' && !/^\w+$/.test(word))
  const path = words.slice(0, end < 0 ? words.length : end)
  // Its macros would stand in for those of the standard library.
  if (path.at(-1) === 'macro_use') return 'here'
  return TESTING.test(path.at(-1) ?? '') ? 'item' : null
}

/** The index behind the item, statement, field or arm that begins at `at`. */
const behindItem = (tokens: readonly RustToken[], at: number): number => {
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

const afterPub = (tokens: readonly RustToken[], at: number): string => {
  const next = isPunct(tokens[at + 1], '(') ? behindGroup(tokens, at + 1) : at + 1
  return tokens[next]?.text ?? ''
}

/** `const NAME: …` and not `const fn`, `const unsafe fn`. */
const isConstant = (tokens: readonly RustToken[], at: number): boolean => {
  const start = tokens[at]?.text === 'pub' ? tokens.findIndex((token, here) => here > at && token.text === 'const') : at
  const near = start >= 0 && start - at <= 5
  return near && !['fn', 'unsafe', 'async', 'extern'].includes(tokens[start + 1]?.text ?? 'fn')
}

/** `macro_rules! assert_eq`, `use other::assert_eq;`. */
const standsIn = (tokens: readonly RustToken[], at: number): boolean => {
  const word = tokens[at]?.text
  if (word === 'macro_rules') return isPunct(tokens[at + 1], '!') && JUDGING.test(tokens[at + 2]?.text ?? '')
  if (word !== 'use' || tokens[at]?.kind !== 'word') return false
  return tokens.slice(at, behindItem(tokens, at)).some(({ kind, text }) => kind === 'word' && JUDGING.test(text))
}

/** Words of what follows an attribute that is about the build without tests: enough to know what it stands at. */
const NAMED = 6

/** Every part of a source that takes part in its tests, in order. */
export const rustTestParts = (all: readonly RustToken[]): readonly RustTestPart[] => {
  const tokens = all.filter(({ kind }) => kind !== 'doc')
  const parts: RustTestPart[] = []
  const add = (from: number, to: number): void => {
    const first = tokens[from]
    if (first === undefined) return
    const words = tokens.slice(from, to).map(({ text }) => text)
    parts.push({ text: words.join(' '), at: first.at })
  }
  let at = 0
  while (at < tokens.length) {
    const token = tokens[at] as RustToken
    if (isPunct(token, '#') && isPunct(tokens[at + 1], '!') && isPunct(tokens[at + 2], '[')) {
      const end = behindGroup(tokens, at + 2)
      const meaning = meaningOf(tokens.slice(at + 3, end - 1))
      const to = meaning === 'item' ? behindEnclosing(tokens, end) : end
      if (meaning !== null) add(at, to)
      at = to
    } else if (isPunct(token, '#') && isPunct(tokens[at + 1], '[')) {
      let end = at
      const meanings: ('item' | 'here')[] = []
      while (isPunct(tokens[end], '#') && isPunct(tokens[end + 1], '[')) {
        const close = behindGroup(tokens, end + 1)
        const meaning = meaningOf(tokens.slice(end + 2, close - 1))
        if (meaning !== null) meanings.push(meaning)
        end = close
      }
      const whole = meanings.includes('item')
      const to = whole ? behindItem(tokens, end) : end
      if (meanings.length > 0) add(at, whole ? to : end + NAMED)
      at = Math.max(to, at + 1)
    } else if (standsIn(tokens, at)) {
      const end = behindItem(tokens, at)
      add(at, end)
      at = Math.max(end, at + 1)
    } else if (
      token.kind === 'word' &&
      isPunct(tokens[at + 1], '!') &&
      OPEN[tokens[at + 2]?.text ?? ''] !== undefined
    ) {
      const end = behindGroup(tokens, at + 2)
      const words = tokens.slice(at + 3, end - 1).map(({ text }) => text)
      if (TEST_MACRO.test(token.text) || (token.text === 'cfg' && words.includes('test'))) {
        add(at, end)
        at = end
      } else at += 3
    } else at += 1
  }
  return parts
}

/** The index of the brace that closes what `at` stands in. */
const behindEnclosing = (tokens: readonly RustToken[], at: number): number => {
  for (let here = at; here < tokens.length; ) {
    const token = tokens[here] as RustToken
    if (token.kind === 'punct' && OPEN[token.text] !== undefined) here = behindGroup(tokens, here)
    else if (isPunct(token, '}')) return here
    else here += 1
  }
  return tokens.length
}

import { attributeCondition, needsTest } from './rust-cfg.ts'
import {
  attributesAt,
  behindEnclosing,
  behindGroup,
  behindHead,
  behindItem,
  behindPub,
  codeOf,
  isOpen,
  isPunct,
} from './rust-items.ts'
import { standsIn } from './rust-judging.ts'
import type { RustToken } from './rust-tokens.ts'

/** A part of a source that takes part in its tests: an item under `cfg(test)`, a test function, a macro call that makes tests. */
export interface RustTestPart {
  /** Its tokens with single blanks between. */
  readonly text: string
  /** Offset in the source. */
  readonly at: number
}

/** Where a part stands, as indices of tokens. `whole`: it is compiled for tests alone; otherwise only its words matter. */
export interface TestSpan {
  readonly from: number
  readonly to: number
  readonly whole: boolean
}

/** Attributes whose last name makes or steers a test (libtest, and the crates that wrap it). */
const TESTING =
  /^(?:test|tests|rstest|rstest_reuse|bench|case|values|should_panic|ignore|quickcheck|parameterized|theory|template|apply|gtest|fixture|proptest|property_test|test_.*|.*_tests?|.*_test_.*)$/
/** `cfg_test_util!` is a condition of its project, which may hold without tests. */
const TEST_MACRO = /^(?!cfg_)(?:proptest|quickcheck|prop_compose|.*tests?|tests?_.*|.*_tests?_.*)$/
/** What a test attribute can stand at; at a type or a field the same name steers something else (`#[template(path = "…")]`). */
const TESTABLE = new Set('fn async unsafe const extern mod impl default macro_rules'.split(' '))

/** What an attribute means: `item`: what follows is a test's; `here`: only the attribute is; null: nothing. */
const meaningOf = (attribute: readonly RustToken[], standsAtTestable: boolean): 'item' | 'here' | null => {
  const condition = attributeCondition(attribute)
  if (condition !== undefined) {
    if (!condition.speaks) return null
    return attribute[0]?.text === 'cfg' && needsTest(condition) ? 'item' : 'here'
  }
  const end = attribute.findIndex(({ text }) => text !== ':' && !/^\w+$/.test(text))
  const name = (end < 0 ? attribute : attribute.slice(0, end)).at(-1)?.text ?? ''
  // Its macros would stand in for those of the standard library.
  if (name === 'macro_use') return 'here'
  return standsAtTestable && TESTING.test(name) ? 'item' : null
}

/** True for attributes that make a test of what follows, whatever it is; for macros that write tests. */
export const makesTest = (attribute: readonly RustToken[]): boolean => meaningOf(attribute, true) === 'item'

const isTestable = (tokens: readonly RustToken[], item: number): boolean => {
  const [first, next] = [tokens[behindPub(tokens, item)], tokens[behindPub(tokens, item) + 1]]
  return first?.kind !== 'word' || TESTABLE.has(first.text) || isPunct(next, '!')
}

/**
 * Every part of a source that takes part in its tests, in order, none inside another. `macros`: names of macros of the project that
 * write tests. The tokens are those of `codeOf`.
 */
export const testSpans = (
  tokens: readonly RustToken[],
  macros: ReadonlySet<string> = new Set(),
): readonly TestSpan[] => {
  const spans: TestSpan[] = []
  let at = 0
  while (at < tokens.length) {
    const span = spanAt(tokens, at, macros)
    if (span !== undefined && span.to > span.from && span.kept) spans.push(span)
    at = Math.max(span?.next ?? at + 1, at + 1)
  }
  return spans
}

interface Found extends TestSpan {
  readonly kept: boolean
  /** Where to look on. */
  readonly next: number
}

const spanAt = (tokens: readonly RustToken[], at: number, macros: ReadonlySet<string>): Found | undefined => {
  const token = tokens[at] as RustToken
  if (isPunct(token, '#') && isPunct(tokens[at + 1], '!') && isPunct(tokens[at + 2], '[')) {
    const end = behindGroup(tokens, at + 2)
    const meaning = meaningOf(tokens.slice(at + 3, end - 1), true)
    const to = meaning === 'item' ? behindEnclosing(tokens, end) : end
    return { from: at, to, whole: meaning === 'item', kept: meaning !== null, next: to }
  }
  if (isPunct(token, '#') && isPunct(tokens[at + 1], '[')) {
    const { each, item } = attributesAt(tokens, at)
    const meanings = each.flatMap((attribute) => meaningOf(attribute, isTestable(tokens, item)) ?? [])
    const whole = meanings.includes('item')
    // Of the build without tests only what the attribute stands at is of interest.
    const to = whole ? behindItem(tokens, item) : behindHead(tokens, item)
    return { from: at, to, whole, kept: meanings.length > 0, next: whole ? to : item }
  }
  if (standsIn(tokens, at)) {
    const to = behindItem(tokens, at)
    return { from: at, to, whole: false, kept: true, next: to }
  }
  if (token.kind !== 'word' || !isPunct(tokens[at + 1], '!')) return undefined
  if (token.text === 'macro_rules') {
    // A macro that writes tests is a test's from its first word.
    const to = behindItem(tokens, at)
    return macros.has(tokens[at + 2]?.text ?? '') ? { from: at, to, whole: true, kept: true, next: to } : undefined
  }
  if (!isOpen(tokens[at + 2])) return undefined
  const to = behindGroup(tokens, at + 2)
  const asks = token.text === 'cfg' && tokens.slice(at + 3, to - 1).some(({ text }) => text === 'test')
  const writes = TEST_MACRO.test(token.text) || macros.has(token.text)
  return writes || asks ? { from: at, to, whole: writes, kept: true, next: to } : undefined
}

/** Every part of a source that takes part in its tests, in order, as it is compared. */
export const rustTestParts = (
  all: readonly RustToken[],
  macros: ReadonlySet<string> = new Set(),
): readonly RustTestPart[] => {
  const tokens = codeOf(all)
  return testSpans(tokens, macros).flatMap(({ from, to }) => {
    const words = tokens.slice(from, to).map(({ text }) => text)
    return [{ text: words.join(' '), at: tokens[from]?.at ?? 0 }]
  })
}

import { behindGroup, isPunct } from './rust-items.ts'
import type { RustToken } from './rust-tokens.ts'

/** What is known of a condition when no test is built; `speaks`: it names the build of tests at all. */
export interface Condition {
  readonly value: boolean | 'unknown'
  readonly speaks: boolean
}

const NAMES = new Set(['test', 'doctest'])

/** A condition of `cfg` (The Rust Reference, conditional compilation), asked for a build without tests: everything else is unknown. */
export const conditionOf = (tokens: readonly RustToken[]): Condition => {
  const [first, second] = tokens
  if (first === undefined) return { value: 'unknown', speaks: false }
  if (!isPunct(second, '(')) {
    if (tokens.length > 1) return { value: 'unknown', speaks: false }
    if (NAMES.has(first.text)) return { value: false, speaks: true }
    return { value: first.text === 'true' ? true : first.text === 'false' ? false : 'unknown', speaks: false }
  }
  const parts = argumentsOf(tokens.slice(2, behindGroup(tokens, 1) - 1)).map(conditionOf)
  const speaks = parts.some((part) => part.speaks)
  const values = parts.map((part) => part.value)
  switch (first.text) {
    case 'not':
      return { value: values.length === 1 && values[0] !== 'unknown' ? !values[0] : 'unknown', speaks }
    case 'all':
      return { value: values.includes(false) ? false : values.includes('unknown') ? 'unknown' : true, speaks }
    case 'any':
      return { value: values.includes(true) ? true : values.includes('unknown') ? 'unknown' : false, speaks }
    default:
      return { value: 'unknown', speaks }
  }
}

/** True for a condition that holds in a build of tests alone. */
export const needsTest = (condition: Condition): boolean => condition.speaks && condition.value === false

/** What stands between the commas of a list. */
export const argumentsOf = (tokens: readonly RustToken[]): readonly (readonly RustToken[])[] => {
  const found: (readonly RustToken[])[] = []
  let start = 0
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as RustToken
    if (token.kind === 'punct' && /^[([{]$/.test(token.text)) at = behindGroup(tokens, at)
    else if (isPunct(token, ',')) {
      found.push(tokens.slice(start, at))
      at += 1
      start = at
    } else at += 1
  }
  if (start < tokens.length) found.push(tokens.slice(start))
  return found
}

/** An attribute without its brackets: the condition of its `cfg` or `cfg_attr`; undefined for any other. */
export const attributeCondition = (attribute: readonly RustToken[]): Condition | undefined => {
  const name = attribute[0]?.text
  if ((name !== 'cfg' && name !== 'cfg_attr') || !isPunct(attribute[1], '(')) return undefined
  return conditionOf(argumentsOf(attribute.slice(2, behindGroup(attribute, 1) - 1))[0] ?? [])
}

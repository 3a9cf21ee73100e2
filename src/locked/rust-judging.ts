import { argumentsOf } from './rust-cfg.ts'
import { behindGroup, behindItem, isPunct } from './rust-items.ts'
import type { RustToken } from './rust-tokens.ts'

/** Macros that tests judge with: one of the source's own stands in for that of the standard library. */
const JUDGING = /^(?:(?:debug_)?assert(?:_eq|_ne)?|panic|unreachable|todo|unimplemented|matches|assert_matches)$/
const STANDARD = new Set(['std', 'core', 'alloc'])

/** True where a macro of the source's own takes the name of one that judges: `macro_rules! assert_eq`, `use other::assert_eq;`. */
export const standsIn = (tokens: readonly RustToken[], at: number): boolean => {
  const word = tokens[at]
  if (word?.kind !== 'word') return false
  if (word.text === 'macro_rules') return isPunct(tokens[at + 1], '!') && JUDGING.test(tokens[at + 2]?.text ?? '')
  if (word.text === 'macro') return JUDGING.test(tokens[at + 1]?.text ?? '')
  if (word.text === 'crate' && tokens[at - 1]?.text === 'extern')
    return tokens[at + 2]?.text === 'as' && STANDARD.has(tokens[at + 3]?.text ?? '')
  if (word.text !== 'use') return false
  const end = behindItem(tokens, at)
  return imported(tokens.slice(at + 1, isPunct(tokens[end - 1], ';') ? end - 1 : end), []).some(isStandIn)
}

/** A name that a `use` brings, with the path that it stands for. */
interface Import {
  readonly path: readonly string[]
  readonly as: string
}

const imported = (tree: readonly RustToken[], above: readonly string[]): readonly Import[] => {
  const path = [...above]
  for (let at = 0; at < tree.length; at += 1) {
    const token = tree[at] as RustToken
    if (isPunct(token, '{'))
      return argumentsOf(tree.slice(at + 1, behindGroup(tree, at) - 1)).flatMap((each) => imported(each, path))
    if (token.text === 'as') return [{ path, as: tree[at + 1]?.text ?? '' }]
    if (token.kind === 'word') path.push(token.text)
  }
  return [{ path, as: path.at(-1) ?? '' }]
}

/** The standard library's own name is no other macro; under another name it is. */
const isStandIn = ({ path, as }: Import): boolean =>
  JUDGING.test(as) && !(STANDARD.has(path[0] ?? '') && path.at(-1) === as)

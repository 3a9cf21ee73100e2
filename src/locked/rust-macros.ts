import type { RepoView } from '../model/repo-view.ts'
import { attributesAt, behindItem, codeOf, isOpen, isPunct } from './rust-items.ts'
import { makesTest } from './rust-tests.ts'
import { rustTokens } from './rust-tokens.ts'

const known = new WeakMap<RepoView, ReadonlySet<string>>()

/** Names of the macros of a commit that write tests: their definition has a `#[test]`, or calls such a macro. */
export const testMacros = (view: RepoView): ReadonlySet<string> => {
  const before = known.get(view)
  if (before !== undefined) return before
  const definitions = view.paths
    .filter((path) => path.endsWith('.rs'))
    .flatMap((path) => definitionsIn(view.read(path)))
  const found = new Set(definitions.filter(({ tests }) => tests).map(({ name }) => name))
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const { name, calls } of definitions) if (calls.some((each) => found.has(each))) found.add(name)
  }
  known.set(view, found)
  return found
}

interface Definition {
  readonly name: string
  readonly tests: boolean
  readonly calls: readonly string[]
}

const definitionsIn = (text: string | undefined): readonly Definition[] => {
  if (text === undefined || !text.includes('macro_rules')) return []
  const tokens = codeOf(rustTokens(text) ?? [])
  return tokens.flatMap(({ kind, text: word }, at) => {
    const name = tokens[at + 2]
    if (kind !== 'word' || word !== 'macro_rules' || !isPunct(tokens[at + 1], '!') || name?.kind !== 'word') return []
    const body = tokens.slice(at + 3, behindItem(tokens, at))
    const tests = body.some((_, here) => attributesAt(body, here).each.some(makesTest))
    const calls = body.flatMap((token, here) =>
      token.kind === 'word' && isPunct(body[here + 1], '!') && isOpen(body[here + 2]) ? [token.text] : [],
    )
    return [{ name: name.text, tests, calls }]
  })
}

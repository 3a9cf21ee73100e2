import { parse } from 'smol-toml'
import type { RepoView } from '../model/repo-view.ts'
import { own } from './jsonc.ts'
import { documentation, examplesIn } from './rust-doctests.ts'
import { rustTestParts } from './rust-tests.ts'
import { rustTokens } from './rust-tokens.ts'

/** How tests inside a Rust source differ between two versions of it. */
export interface InlineDifference {
  /** Verbatim enough to find it. */
  readonly evidence: string
  /** 1-based, in the version that has it. */
  readonly line: number | null
}

/**
 * The first difference of the tests that stand inside a source: items under `cfg(test)`, test functions, and, where `doctests`, the
 * examples of its documentation. Order and formatting do not matter. Null when there is none; a source that cannot be taken
 * apart differs.
 */
export const inlineDifference = (
  before: string,
  after: string,
  doctests: boolean,
  macros: ReadonlySet<string> = new Set(),
): InlineDifference | null => {
  const [old, now] = [partsOf(before, doctests, macros), partsOf(after, doctests, macros)]
  if (old === undefined || now === undefined) return { evidence: 'it cannot be taken apart', line: null }
  const [gone, come] = [without(old, now), without(now, old)]
  const [first] = [...come, ...gone]
  if (first === undefined) return null
  const source = come.length > 0 ? after : before
  return {
    evidence: `${come.length > 0 ? '' : 'gone: '}${first.text}`.slice(0, 500),
    line: source.slice(0, first.at).split('\n').length,
  }
}

interface Part {
  readonly text: string
  readonly at: number
}

const partsOf = (text: string, doctests: boolean, macros: ReadonlySet<string>): readonly Part[] | undefined => {
  const tokens = rustTokens(text)
  if (tokens === undefined) return undefined
  const { texts, opaque } = doctests ? documentation(tokens) : { texts: [], opaque: [] }
  const examples = texts.flatMap(examplesIn).map((each) => ({ text: `doctest ${each}`, at: placeOf(text, each) }))
  // What only the compiler can work out may hold examples.
  const hidden = opaque.map((each) => ({ text: `doc = ${each}`, at: 0 }))
  return [...rustTestParts(tokens, macros), ...examples, ...hidden]
}

const placeOf = (text: string, example: string): number => {
  const line = example.split('\n').find((each, at) => at > 0 && each.trim() !== '') ?? ''
  return Math.max(0, text.indexOf(line.trim()))
}

/** Those of the first list that the second has not, as multisets. */
const without = (some: readonly Part[], others: readonly Part[]): readonly Part[] => {
  const left = new Map<string, number>()
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1)
  return some.filter(({ text }) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
}

/** True when rustdoc tests the examples of a source: it belongs to a library whose manifest does not say `doctest = false`. */
export const runsDoctests = (view: RepoView, path: string): boolean => {
  if (/(?:^|\/)(?:src\/(?:main\.rs$|bin\/)|(?:examples|benches|tests)\/|build\.rs$)/.test(path)) return false
  const parts = path.split('/').slice(0, -1)
  for (let length = parts.length; length >= 0; length -= 1) {
    const prefix = parts
      .slice(0, length)
      .map((part) => `${part}/`)
      .join('')
    const text = view.read(`${prefix}Cargo.toml`)
    if (text === undefined) continue
    const manifest = tomlOf(text)
    const lib = own(manifest, 'lib')
    return (lib !== undefined || view.has(`${prefix}src/lib.rs`)) && own(lib, 'doctest') !== false
  }
  return true
}

const tomlOf = (text: string): unknown => {
  try {
    return parse(text)
  } catch {
    return {}
  }
}

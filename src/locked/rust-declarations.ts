import { argumentsOf, attributeCondition, conditionOf, needsTest } from './rust-cfg.ts'
import { type Inclusion, inclusionsIn } from './rust-included.ts'
import { attributesAt, behindGroup, behindPub, codeOf, isPunct } from './rust-items.ts'
import { testSpans } from './rust-tests.ts'
import { literalText, type RustToken, rustTokens } from './rust-tokens.ts'

/** A `mod name;`, whose body is another file. */
export interface OuterModule {
  readonly name: string
  /** Names or `#[path]` directories of the modules in whose braces it stands. */
  readonly inside: readonly string[]
  /** `#[path = "…"]`; null where its name decides. */
  readonly path: string | null
  /** It is compiled for tests alone. */
  readonly tested: boolean
}

/** An `include!`, which makes another file source of this one. */
export interface SourceInclusion extends Inclusion {
  /** It stands in what is compiled for tests alone. */
  readonly tested: boolean
}

/** The other files that a source takes into its crate. */
export interface RustDeclarations {
  readonly modules: readonly OuterModule[]
  readonly inclusions: readonly SourceInclusion[]
}

/** What a source declares and includes, in the order of the text; nothing for one that cannot be taken apart. */
export const rustDeclarations = (text: string): RustDeclarations => {
  const tokens = /\bmod\s|\binclude!/.test(text) ? codeOf(rustTokens(text) ?? []) : []
  const wholes = testSpans(tokens).filter(({ whole }) => whole)
  const isTested = (at: number): boolean => wholes.some(({ from, to }) => from <= at && at < to)
  return {
    modules: outerModules(tokens, isTested),
    inclusions: inclusionsIn(tokens)
      .filter(({ macro }) => macro === 'include')
      .map((each) => ({ ...each, tested: isTested(each.at) })),
  }
}

const outerModules = (tokens: readonly RustToken[], isTested: (at: number) => boolean): readonly OuterModule[] => {
  const found: OuterModule[] = []
  const walk = (from: number, to: number, inside: readonly string[]): void => {
    for (let at = from; at < to; ) {
      const { each, item } = attributesAt(tokens, at)
      const start = behindPub(tokens, item)
      const word = tokens[start + 1]
      if (tokens[start]?.text !== 'mod' || word?.kind !== 'word') {
        at = Math.max(at + 1, each.length > 0 ? item : 0)
        continue
      }
      const name = word.text.replace(/^r#/, '')
      const tested = isTested(start)
      const paths = pathsOf(each, tested)
      if (isPunct(tokens[start + 2], ';')) {
        const named = paths.every(({ always }) => !always)
        for (const { path, tested: only } of paths) found.push({ name, inside, path, tested: only })
        if (named) found.push({ name, inside, path: null, tested })
        at = start + 3
      } else if (isPunct(tokens[start + 2], '{')) {
        const end = behindGroup(tokens, start + 2)
        walk(start + 3, end - 1, [...inside, paths[0]?.path ?? name])
        at = end
      } else at = start + 1
    }
  }
  walk(0, tokens.length, [])
  return found
}

interface NamedPath {
  readonly path: string
  /** It holds in every build, so that the name has no say. */
  readonly always: boolean
  readonly tested: boolean
}

/** `#[path = "…"]` and `#[cfg_attr(…, path = "…")]`. */
const pathsOf = (attributes: readonly (readonly RustToken[])[], tested: boolean): readonly NamedPath[] =>
  attributes.flatMap((each): readonly NamedPath[] => {
    if (each[0]?.text === 'path') {
      const path = each[2]?.kind === 'literal' ? literalText(each[2].text) : undefined
      return path === undefined ? [] : [{ path, always: true, tested }]
    }
    if (each[0]?.text !== 'cfg_attr' || attributeCondition(each) === undefined) return []
    const [condition, ...rest] = argumentsOf(each.slice(2, behindGroup(each, 1) - 1))
    return rest.flatMap(([first, , value]) => {
      const path = first?.text === 'path' && value?.kind === 'literal' ? literalText(value.text) : undefined
      const only = tested || needsTest(conditionOf(condition ?? []))
      return path === undefined ? [] : [{ path, always: false, tested: only }]
    })
  })

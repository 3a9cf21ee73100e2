import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { includedFile, inclusionsIn } from './rust-included.ts'
import { codeOf } from './rust-items.ts'
import { testMacros } from './rust-macros.ts'
import { testSpans } from './rust-tests.ts'
import { literalText, type RustToken, rustTokens } from './rust-tokens.ts'
import { namesOf } from './test-data.ts'

/** A commit in which a product source with tests inside is two files: product, and tests. */
export interface PartedSources extends Pick<Classifier, 'classOf'> {
  readonly view: RepoView
  /** Data that only tests include. */
  readonly included: ReadonlySet<string>
}

const TESTS = '#tests.rs'

/**
 * Takes the tests out of the product sources of the lock, so that what they name can be told from what product names. The lock as it is
 * where the branch changes no data, since then it does not matter.
 */
export const partedSources = (
  lock: RepoView,
  branch: RepoView,
  { classOf }: Pick<Classifier, 'classOf'>,
): PartedSources => {
  const isChanged = (path: string): boolean =>
    !path.endsWith('.rs') && lock.oid(path) !== branch.oid(path) && classOf(path) === 'product'
  if (![lock, branch].some((view) => view.paths.some(isChanged))) return { view: lock, classOf, included: new Set() }
  const macros = testMacros(lock)
  const [product, tests] = [new Map<string, string>(), new Map<string, string>()]
  const [byProduct, byTests] = [new Set<string>(), new Set<string>()]
  for (const path of lock.paths) {
    const kind = path.endsWith('.rs') ? classOf(path) : undefined
    if (kind === undefined) continue
    const text = lock.read(path) ?? ''
    const tokens = kind === 'product' || text.includes('include_') ? codeOf(rustTokens(text) ?? []) : []
    const spans = kind === 'product' ? testSpans(tokens, macros).filter(({ whole }) => whole) : []
    const isTest = (at: number): boolean => kind === 'test' || spans.some(({ from, to }) => from <= at && at < to)
    for (const inclusion of inclusionsIn(tokens)) {
      const file = inclusion.macro === 'include' ? undefined : includedFile(lock, path, inclusion)
      if (file !== undefined) (isTest(inclusion.at) ? byTests : byProduct).add(file)
    }
    if (spans.length === 0) continue
    product.set(path, written(tokens.filter((_, at) => !isTest(at))))
    tests.set(`${path}${TESTS}`, written(tokens.filter((_, at) => isTest(at))))
  }
  const view: RepoView = {
    ...lock,
    paths: [...lock.paths, ...tests.keys()],
    has: (path) => tests.has(path) || lock.has(path),
    read: (path) => tests.get(path) ?? product.get(path) ?? lock.read(path),
  }
  const isProduct = (path: string): boolean => !tests.has(path) && classOf(path) === 'product'
  const candidates = [...byTests].filter((path) => isProduct(path) && !byProduct.has(path) && !forPeople.test(path))
  const named = candidates.length === 0 ? () => false : namesOf(view, isProduct)
  return {
    view,
    classOf: (path) => (tests.has(path) ? 'test' : classOf(path)),
    included: new Set(candidates.filter((path) => !named(path))),
  }
}

/** Texts for people, and sources: a test that looks into one looks at product. */
const forPeople = /\.(?:md|mdx|rst|adoc|rs)$/

/** Tokens as a text whose literals are quoted in one way, and in which no lifetime looks like a quote. */
const written = (tokens: readonly RustToken[]): string =>
  tokens
    .flatMap(({ kind, text }) => {
      if (kind === 'lifetime') return []
      const word = kind === 'literal' ? literalText(text) : undefined
      if (word !== undefined) return [JSON.stringify(word)]
      return kind === 'literal' && text.includes("'") ? [] : [text]
    })
    .join(' ')

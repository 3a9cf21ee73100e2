import type { RepoView } from '../model/repo-view.ts'
import { codeOf } from './rust-items.ts'
import { type RustEdge, rustGraph } from './rust-modules.ts'
import { testSpans } from './rust-tests.ts'
import { rustTokens } from './rust-tokens.ts'

/** Rust files whose class the names alone would get wrong. */
export interface RustClasses {
  /** Compiled for tests alone, whatever they are named. */
  readonly tests: ReadonlySet<string>
  /** Product, although their names are those of tests (`src/commands/test.rs`). */
  readonly product: ReadonlySet<string>
}

/**
 * Tests are bodies of modules under `cfg(test)`, what a `[[test]]` names and what only tests reach as a module; a file that product
 * reaches as well is product. `isTest`: it is a test by its name.
 */
export const rustClasses = (view: RepoView, isTest: (path: string) => boolean = () => false): RustClasses => {
  const { sources, targets, roots, edgesOf } = rustGraph(view)
  const isTested = (path: string): boolean => targets.tests.has(path) || isTest(path)
  const product = walked(
    sources.filter((path) => roots.has(path) && !isTested(path)),
    (from) => edgesOf(from).filter(({ tested }) => !tested),
  )
  const isProduct = (path: string): boolean => product.has(path)
  const tests = walked([...sources.filter(isTested), ...product], (from) =>
    isProduct(from) ? edgesOf(from).filter(({ tested }) => tested) : edgesOf(from),
  )
  const found = [...targets.tests, ...[...tests].filter((path) => !isTest(path))]
  return {
    tests: new Set(found.filter((path) => !isProduct(path))),
    product: new Set(
      [...product].filter(
        (path) => isTest(path) && !targets.tests.has(path) && ambiguous.test(path) && isBare(view.read(path) ?? ''),
      ),
    ),
  }
}

const walked = (from: readonly string[], edgesOf: (path: string) => readonly RustEdge[]): ReadonlySet<string> => {
  const found = new Set(from)
  // The set grows while it is walked.
  for (const path of found) for (const { to } of edgesOf(path)) found.add(to)
  return found
}

/** Names that a command or a piece of equipment may have; what lies among tests is theirs. */
const ambiguous = /^(?!(?:.*\/)?tests\/).*(?:\/test|_tests?)\.rs$/

/** True for a source whose tests, if it has any, stand in modules of their own: the rest is product. */
const isBare = (text: string): boolean => {
  const tokens = codeOf(rustTokens(text) ?? [])
  return testSpans(tokens).every(
    ({ from, whole }) => !whole || (tokens[from + 1]?.text === '[' && tokens[from + 2]?.text === 'cfg'),
  )
}

import type { RepoView } from '../model/repo-view.ts'
import { behindGroup, isPunct, meaningOf } from './rust-tests.ts'
import { type RustToken, rustTokens } from './rust-tokens.ts'

/** A `mod name;`, whose body is another file. */
interface OuterModule {
  readonly name: string
  /** `#[path = "…"]`. */
  readonly path: string | null
  /** It stands under `cfg(test)`. */
  readonly tested: boolean
}

const outerModules = (tokens: readonly RustToken[]): readonly OuterModule[] => {
  const found: OuterModule[] = []
  for (const [at, { text }] of tokens.entries()) {
    const name = tokens[at + 1]
    if (text !== 'mod' || name?.kind !== 'word' || !isPunct(tokens[at + 2], ';')) continue
    const attributes = before(tokens, at)
    const path = attributes.find((each) => each[0]?.text === 'path')?.[2]?.text.slice(1, -1) ?? null
    const tested = attributes.some((each) => each[0]?.text === 'cfg' && meaningOf(each) === 'item')
    found.push({ name: name.text.replace(/^r#/, ''), path, tested })
  }
  return found
}

/** The attributes in front of an item, each without its brackets. */
const before = (tokens: readonly RustToken[], item: number): readonly (readonly RustToken[])[] => {
  const attributes: (readonly RustToken[])[] = []
  let end = item
  if (isPunct(tokens[end - 1], ')')) {
    while (end > 0 && tokens[end - 1]?.text !== 'pub') end -= 1
  }
  if (tokens[end - 1]?.text === 'pub') end -= 1
  while (isPunct(tokens[end - 1], ']')) {
    let start = end - 1
    while (start > 0 && !(isPunct(tokens[start], '[') && behindGroup(tokens, start) === end)) start -= 1
    if (!isPunct(tokens[start - 1], '#')) break
    attributes.push(tokens.slice(start + 1, end - 1))
    end = start - 1
  }
  return attributes
}

/** The file of a module that another file declares (The Rust Reference, module source filenames). */
const fileOf = (view: RepoView, parent: string, { name, path }: OuterModule): string | undefined => {
  const cut = parent.lastIndexOf('/') + 1
  const [directory, file] = [parent.slice(0, cut), parent.slice(cut)]
  if (path !== null) return [`${directory}${path.replace(/^\.\//, '')}`].find((each) => view.has(each))
  const isRoot = /^(?:lib|main|mod)\.rs$/.test(file)
  const base = isRoot ? directory : `${directory}${file.replace(/\.rs$/, '')}/`
  return [`${base}${name}.rs`, `${base}${name}/mod.rs`].find((each) => view.has(each))
}

/**
 * Files that are the bodies of modules under `cfg(test)`, and of modules inside of them: they are compiled for tests alone, whatever
 * they are named. Modules that stand inside the braces of another are not followed.
 */
export const rustTestModules = (view: RepoView): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting: { readonly path: string; readonly all: boolean }[] = view.paths
    .filter((path) => path.endsWith('.rs'))
    .map((path) => ({ path, all: false }))
  // The list grows while it is walked.
  for (const { path, all } of waiting) {
    const text = view.read(path) ?? ''
    if (!/\bmod\s+(?:r#)?\w+\s*;/.test(text) || !(all || text.includes('cfg'))) continue
    const tokens = (rustTokens(text) ?? []).filter(({ kind }) => kind !== 'doc')
    for (const module of outerModules(tokens)) {
      const file = all || module.tested ? fileOf(view, path, module) : undefined
      if (file === undefined || found.has(file)) continue
      found.add(file)
      waiting.push({ path: file, all: true })
    }
  }
  return found
}

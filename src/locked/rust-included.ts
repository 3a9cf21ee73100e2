import type { RepoView } from '../model/repo-view.ts'
import { normal } from './javascript-imports.ts'
import { argumentsOf } from './rust-cfg.ts'
import { behindGroup, isOpen, isPunct } from './rust-items.ts'
import { literalText, type RustToken } from './rust-tokens.ts'

/** A path that an `include!` or its like names. */
export interface IncludedPath {
  /** `package`: it was put together with `CARGO_MANIFEST_DIR`. */
  readonly from: 'file' | 'package'
  readonly path: string
}

/** A call of `include!`, `include_str!` or `include_bytes!`. */
export interface Inclusion extends IncludedPath {
  readonly macro: string
  /** Index of its token. */
  readonly at: number
}

/** The calls of a source, as far as their paths are literal. */
export const inclusionsIn = (tokens: readonly RustToken[]): readonly Inclusion[] =>
  tokens.flatMap(({ kind, text }, at) => {
    if (kind !== 'word' || !/^include(?:_str|_bytes)?$/.test(text)) return []
    if (!isPunct(tokens[at + 1], '!') || !isOpen(tokens[at + 2])) return []
    const path = includedPath(tokens.slice(at + 3, behindGroup(tokens, at + 2) - 1))
    return path === undefined ? [] : [{ ...path, macro: text, at }]
  })

/** A literal, or `concat!(env!("CARGO_MANIFEST_DIR"), "/…")`; undefined for what a program puts together. */
export const includedPath = (value: readonly RustToken[]): IncludedPath | undefined => {
  const [only, ...more] = argumentsOf(value)
  if (only === undefined || more.length > 0) return undefined
  if (only.length === 1) {
    const path = only[0]?.kind === 'literal' ? literalText(only[0].text) : undefined
    return path === undefined ? undefined : { from: 'file', path }
  }
  if (only[0]?.text !== 'concat' || !isOpen(only[2])) return undefined
  const [first, ...parts] = argumentsOf(only.slice(3, behindGroup(only, 2) - 1))
  const isPackage = first?.map(({ text }) => text).join('') === 'env!("CARGO_MANIFEST_DIR")'
  const words = (isPackage ? parts : [first ?? [], ...parts]).map((part) =>
    part.length === 1 && part[0]?.kind === 'literal' ? literalText(part[0].text) : undefined,
  )
  return words.includes(undefined) ? undefined : { from: isPackage ? 'package' : 'file', path: words.join('') }
}

/** The file that a source's inclusion names; undefined where there is none. */
export const includedFile = (view: RepoView, source: string, { from, path }: IncludedPath): string | undefined => {
  const directories = directoriesOf(source)
  const home = from === 'file' ? directories[0] : directories.find((each) => view.has(`${each}Cargo.toml`))
  const place = home === undefined ? undefined : normal(home + path)
  return place !== undefined && view.has(place) ? place : undefined
}

/** The directory of a path and those above it, each with its slash, the nearest first; the root is empty. */
const directoriesOf = (path: string): readonly string[] => {
  const parts = path.split('/').slice(0, -1)
  return [...parts.keys(), parts.length].reverse().map((length) =>
    parts
      .slice(0, length)
      .map((part) => `${part}/`)
      .join(''),
  )
}

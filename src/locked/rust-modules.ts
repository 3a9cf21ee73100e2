import type { RepoView } from '../model/repo-view.ts'
import { normal } from './javascript-imports.ts'
import { argumentsOf, attributeCondition, conditionOf, needsTest } from './rust-cfg.ts'
import { includedFile, inclusionsIn } from './rust-included.ts'
import { attributesAt, behindGroup, behindPub, codeOf, isPunct } from './rust-items.ts'
import { cargoTargets } from './rust-targets.ts'
import { testSpans } from './rust-tests.ts'
import { literalText, type RustToken, rustTokens } from './rust-tokens.ts'

/** A `mod name;`, whose body is another file. */
interface OuterModule {
  readonly name: string
  /** Names or `#[path]` directories of the modules in whose braces it stands. */
  readonly inside: readonly string[]
  /** `#[path = "…"]`; null where its name decides. */
  readonly path: string | null
  /** It is compiled for tests alone. */
  readonly tested: boolean
}

/** A file of a crate; `isRoot`: modules that it declares lie beside it (a crate's root, `mod.rs`, what `#[path]` names). */
interface Place {
  readonly path: string
  readonly isRoot: boolean
}

const outerModules = (tokens: readonly RustToken[]): readonly OuterModule[] => {
  const wholes = testSpans(tokens).filter(({ whole }) => whole)
  const found: OuterModule[] = []
  const walk = (from: number, to: number, inside: readonly string[]): void => {
    for (let at = from; at < to; ) {
      const { each, item } = attributesAt(tokens, at)
      const start = behindPub(tokens, item)
      const name = tokens[start + 1]
      if (tokens[start]?.text !== 'mod' || name?.kind !== 'word') {
        at = Math.max(at + 1, each.length > 0 ? item : 0)
        continue
      }
      const tested = wholes.some((span) => span.from <= start && start < span.to)
      const paths = pathsOf(each, tested)
      if (isPunct(tokens[start + 2], ';')) {
        const named = paths.length > 0 && paths.every(({ always }) => !always)
        for (const { path, tested: only } of paths) found.push({ name: name.text, inside, path, tested: only })
        if (paths.length === 0 || named) found.push({ name: name.text, inside, path: null, tested })
        at = start + 3
      } else if (isPunct(tokens[start + 2], '{')) {
        const end = behindGroup(tokens, start + 2)
        walk(start + 3, end - 1, [...inside, paths[0]?.path ?? name.text])
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

/** The file of a module that another file declares (The Rust Reference, module source filenames). */
const fileOf = (view: RepoView, parent: Place, { name, inside, path }: OuterModule): Place | undefined => {
  const cut = parent.path.lastIndexOf('/') + 1
  const directory = parent.path.slice(0, cut)
  const own = `${directory}${parent.path.slice(cut).replace(/\.rs$/, '')}/`
  const below = inside.map((each) => `${each}/`).join('')
  if (path !== null) {
    const base = inside.length === 0 || parent.isRoot ? directory : own
    return placed(view, [`${base}${below}${path}`], true)
  }
  // Of a root that nobody names as one the modules lie beside it.
  const bases = parent.isRoot ? [directory, own] : [own, directory]
  for (const base of bases) {
    const [file, folder] = [`${base}${below}${name}.rs`, `${base}${below}${name}/mod.rs`]
    const found = placed(view, [file], false) ?? placed(view, [folder], true)
    if (found !== undefined && found.path !== parent.path) return found
  }
  return undefined
}

const placed = (view: RepoView, paths: readonly string[], isRoot: boolean): Place | undefined => {
  const path = paths.map((each) => normal(each)).find((each) => each !== undefined && view.has(each))
  return path === undefined ? undefined : { path, isRoot }
}

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
  const sources = view.paths.filter((path) => path.endsWith('.rs'))
  if (sources.length === 0) return { tests: new Set(), product: new Set() }
  const targets = cargoTargets(view)
  const isTested = (path: string): boolean => targets.tests.has(path) || isTest(path)
  const placeOf = (path: string): Place => ({
    path,
    isRoot: targets.product.has(path) || targets.tests.has(path) || /(?:^|\/)(?:mod\.rs|tests\/[^/]+\.rs)$/.test(path),
  })
  const edgesOf = remembered(view)
  const declared = new Set(sources.flatMap((path) => edgesOf(placeOf(path)).map(({ to }) => to.path)))
  const roots = sources
    .filter((path) => !declared.has(path) || targets.product.has(path) || isTested(path))
    .map(placeOf)
  const product = walked(
    roots.filter(({ path }) => !isTested(path)),
    (from) => edgesOf(from).filter(({ tested }) => !tested),
  )
  const isProduct = (path: string): boolean => product.has(path)
  const tests = walked([...roots.filter(({ path }) => isTested(path)), ...product.values()], (from) =>
    isProduct(from.path) ? edgesOf(from).filter(({ tested }) => tested) : edgesOf(from),
  )
  const found = [...targets.tests, ...[...tests.keys()].filter((path) => !isTest(path))]
  return {
    tests: new Set(found.filter((path) => !isProduct(path))),
    product: new Set(
      [...product.keys()].filter(
        (path) => isTest(path) && !targets.tests.has(path) && ambiguous.test(path) && isBare(view.read(path) ?? ''),
      ),
    ),
  }
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

interface Edge {
  readonly to: Place
  readonly tested: boolean
}

const remembered = (view: RepoView): ((place: Place) => readonly Edge[]) => {
  const modules = new Map<string, readonly Edge[]>()
  return (place) => {
    const key = `${place.isRoot} ${place.path}`
    const known = modules.get(key)
    if (known !== undefined) return known
    const text = view.read(place.path) ?? ''
    const tokens = /\bmod\s|\binclude!/.test(text) ? codeOf(rustTokens(text) ?? []) : []
    const declared = outerModules(tokens)
    const found = declared.flatMap((module) => {
      const to = fileOf(view, place, module)
      return to === undefined ? [] : [{ to, tested: module.tested }]
    })
    found.push(...includedSources(view, place.path, tokens))
    modules.set(key, found)
    return found
  }
}

/** What `include!` brings is source of whoever includes it. */
const includedSources = (view: RepoView, path: string, tokens: readonly RustToken[]): readonly Edge[] => {
  const wholes = testSpans(tokens).filter(({ whole }) => whole)
  return inclusionsIn(tokens).flatMap((inclusion) => {
    const to = inclusion.macro === 'include' ? includedFile(view, path, inclusion) : undefined
    const tested = wholes.some(({ from, to: end }) => from <= inclusion.at && inclusion.at < end)
    return to === undefined || to === path ? [] : [{ to: { path: to, isRoot: true }, tested }]
  })
}

const walked = (from: readonly Place[], edgesOf: (place: Place) => readonly Edge[]): ReadonlyMap<string, Place> => {
  const found = new Map(from.map((place) => [place.path, place]))
  const waiting = [...from]
  // The list grows while it is walked.
  for (const place of waiting)
    for (const { to } of edgesOf(place)) {
      if (found.has(to.path)) continue
      found.set(to.path, to)
      waiting.push(to)
    }
  return found
}

import type { RepoView } from '../model/repo-view.ts'
import { normal } from './javascript-imports.ts'
import { at, own } from './jsonc.ts'
import { tomlOf } from './toml.ts'

/** The path of each Cargo.toml of a commit, with what it says; those that cannot be read are left out. */
export const cargoManifests = (view: RepoView): ReadonlyMap<string, unknown> =>
  new Map(
    view.paths.flatMap((path) => {
      const text = /(?:^|\/)Cargo\.toml$/.test(path) ? view.read(path) : undefined
      const manifest = text === undefined ? undefined : tomlOf(text)
      return manifest === undefined ? [] : [[path, manifest] as const]
    }),
  )

/** The targets of the packages of a commit, as far as their sources are there. */
export interface CargoTargets {
  /** Sources that a `[[test]]` names, and what lies beside them where nothing of a product does. */
  readonly tests: ReadonlySet<string>
  /** Roots of libraries, programs, examples, benches and build scripts. */
  readonly product: ReadonlySet<string>
  /** Roots of the libraries and programs of each package, by the path of its Cargo.toml. */
  readonly shipped: ReadonlyMap<string, readonly string[]>
}

/**
 * Reads the manifests, and looks where cargo would look (The Cargo Book, cargo targets). A manifest that cannot be read says nothing
 * against the usual places.
 */
export const cargoTargets = (view: RepoView): CargoTargets => {
  const [tests, product] = [new Set<string>(), new Set<string>()]
  const shipped = new Map<string, readonly string[]>()
  for (const path of view.paths.filter((each) => /(?:^|\/)Cargo\.toml$/.test(each))) {
    const manifest = tomlOf(view.read(path) ?? '')
    const home = path.slice(0, -'Cargo.toml'.length)
    const placed = (value: unknown): readonly string[] => {
      const place = typeof value === 'string' ? normal(home + value) : undefined
      return place !== undefined && view.has(place) ? [place] : []
    }
    const named = (kind: string) => listOf(own(manifest, kind)).flatMap((each) => placed(own(each, 'path')))
    const below = view.paths.filter((each) => each.startsWith(home))
    const usual = (pattern: RegExp) => below.filter((each) => pattern.test(each.slice(home.length)))
    const ships = [
      ...usual(CRATE),
      ...placed(at(manifest, 'lib', 'path')),
      ...named('bin'),
      // A program without a path lies where its name says, also where cargo looks for no others.
      ...listOf(own(manifest, 'bin')).flatMap((each) => {
        const name = own(each, 'path') === undefined ? own(each, 'name') : undefined
        return typeof name === 'string' ? [`src/bin/${name}.rs`, `src/bin/${name}/main.rs`].flatMap(placed) : []
      }),
      ...(at(manifest, 'package', 'autobins') === false ? [] : usual(PROGRAM)),
    ]
    shipped.set(path, ships)
    const mine = [
      ...ships,
      ...['example', 'bench'].flatMap(named),
      ...placed(at(manifest, 'package', 'build')),
      ...usual(OTHERS),
    ]
    for (const each of mine) product.add(each)
    for (const file of named('test')) {
      if (mine.includes(file)) continue
      tests.add(file)
      const beside = file.slice(0, file.lastIndexOf('/') + 1)
      const isProduct = /^(?:$|src\/)/.test(beside.slice(home.length)) || mine.some((each) => each.startsWith(beside))
      if (!isProduct) for (const other of view.paths) if (other.startsWith(beside)) tests.add(other)
    }
  }
  return { tests, product, shipped }
}

const CRATE = /^src\/(?:lib|main)\.rs$/
const PROGRAM = /^src\/bin\/(?:[^/]+\.rs|[^/]+\/main\.rs)$/
const OTHERS = /^(?:build\.rs|(?:src\/bin|examples|benches)\/(?:[^/]+\.rs|[^/]+\/main\.rs))$/

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

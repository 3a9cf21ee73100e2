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
}

/** Reads the manifests, and looks where cargo would look (The Cargo Book, cargo targets). */
export const cargoTargets = (view: RepoView): CargoTargets => {
  const [tests, product] = [new Set<string>(), new Set<string>()]
  for (const [path, manifest] of cargoManifests(view)) {
    const home = path.slice(0, -'Cargo.toml'.length)
    const placed = (value: unknown): readonly string[] => {
      const place = typeof value === 'string' ? normal(home + value) : undefined
      return place !== undefined && view.has(place) ? [place] : []
    }
    const named = (kind: string) => listOf(own(manifest, kind)).flatMap((each) => placed(own(each, 'path')))
    const mine = [
      ...['bin', 'example', 'bench'].flatMap(named),
      ...placed(at(manifest, 'lib', 'path')),
      ...placed(at(manifest, 'package', 'build')),
      ...view.paths.filter((each) => each.startsWith(home) && CONVENTION.test(each.slice(home.length))),
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
  return { tests, product }
}

const CONVENTION = /^(?:build\.rs|src\/(?:lib|main)\.rs|(?:src\/bin|examples|benches)\/(?:[^/]+\.rs|[^/]+\/main\.rs))$/

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

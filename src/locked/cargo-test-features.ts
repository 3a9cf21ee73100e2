import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import { inherited } from './cargo-workspace.ts'
import { flag } from './flags.ts'
import { normal } from './javascript-imports.ts'
import { at, isTable, own } from './jsonc.ts'
import { cargoManifests } from './rust-targets.ts'
import { tomlOf } from './toml.ts'

/**
 * Features that only dev-dependencies switch on are on in tests and off in what is shipped: where the branch adds one to a crate
 * that product has too (a dev-dependency on itself, another member, a package of `dependencies`), tests judge another product.
 */
export const testOnlyFeatureFlags = (lock: RepoView, branch: RepoView): readonly Anomaly[] => {
  const isManifest = (path: string): boolean => /(?:^|\/)Cargo\.toml$/.test(path)
  if (!branch.paths.some((path) => isManifest(path) && branch.oid(path) !== lock.oid(path))) return []
  const before = testOnlyFeatures(lock)
  return [...testOnlyFeatures(branch)].flatMap(([crate, { features, path, isShipped }]) => {
    // A crate that the branch adds for tests is no product.
    if (!isShipped && branch.has(crate) && !lock.has(crate)) return []
    const known = before.get(crate)?.features ?? new Set()
    const more = [...features].filter((each) => !known.has(each)).sort()
    if (more.length === 0) return []
    const what = more.length === 1 ? `the feature ${more[0]}` : `the features ${more.join(', ')}`
    const name = nameOf(branch, crate)
    const detail = `Dev-dependencies of the branch switch on ${what} of ${name}, which what is shipped does not have.`
    return [flag('test-only-features', path, detail, { evidence: `${name}: ${more.join(', ')}`.slice(0, 500) })]
  })
}

const nameOf = (view: RepoView, crate: string): string => {
  const text = view.read(crate)
  const name = text === undefined ? undefined : at(tomlOf(text), 'package', 'name')
  return typeof name === 'string' ? name : crate
}

interface Switched {
  readonly features: ReadonlySet<string>
  /** A manifest that says so. */
  readonly path: string
  /** Something of the product depends on the crate. */
  readonly isShipped: boolean
}

/** Crate → features that are on in tests alone, with what they switch on in their turn as far as the repository says. */
const testOnlyFeatures = (view: RepoView): ReadonlyMap<string, Switched> => {
  const manifests = cargoManifests(view)
  const [tests, product] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  const origin = new Map<string, string>()
  for (const path of manifests.keys())
    for (const { crate, features, isTest } of dependenciesOf(manifests, path)) {
      const into = isTest ? tests : product
      into.set(crate, new Set([...(into.get(crate) ?? []), ...features]))
      if (isTest && !origin.has(crate)) origin.set(crate, path)
    }
  const found = new Map<string, Switched>()
  for (const [crate, features] of tests) {
    const local = manifests.get(crate)
    if (local === undefined && !product.has(crate)) continue
    // A crate of the repository is built by itself too, with its defaults.
    const shipped = withImplied(local, [...(product.get(crate) ?? []), ...(local === undefined ? [] : ['default'])])
    const only = [...withImplied(local, [...features])].filter((each) => !shipped.has(each))
    found.set(crate, {
      features: new Set(only),
      path: origin.get(crate) ?? 'Cargo.toml',
      isShipped: product.has(crate),
    })
  }
  return found
}

const withImplied = (manifest: unknown, features: readonly string[]): ReadonlySet<string> => {
  const found = new Set(features)
  // The set grows while it is walked.
  for (const each of found) for (const implied of stringsOf(at(manifest, 'features', each))) found.add(implied)
  return found
}

interface Dependency {
  /** The manifest of a crate of the repository, or the name of a package. */
  readonly crate: string
  readonly features: readonly string[]
  readonly isTest: boolean
}

const KINDS = [
  ['dependencies', false],
  ['build-dependencies', false],
  ['dev-dependencies', true],
] as const

const dependenciesOf = (manifests: ReadonlyMap<string, unknown>, path: string): readonly Dependency[] => {
  const manifest = manifests.get(path)
  const targets = Object.values((own(manifest, 'target') ?? {}) as object)
  return [manifest, ...targets].flatMap((table) =>
    KINDS.flatMap(([kind, isTest]) =>
      Object.entries((own(table, kind) ?? {}) as object).map(([name, written]): Dependency => {
        const shared =
          own(written, 'workspace') === true ? inherited((each) => manifests.get(each), path, name) : undefined
        const home = shared?.home ?? path.slice(0, -'Cargo.toml'.length)
        const specs = [shared?.spec, written]
        const local = specs.map((spec) => own(spec, 'path')).find((each) => typeof each === 'string')
        const place = local === undefined ? undefined : normal(`${home}${local}/Cargo.toml`)
        const names = specs.map((spec) => own(spec, 'package')).find((each) => typeof each === 'string')
        const isBare = specs.some((spec) => isTable(spec) && own(spec, 'default-features') === false)
        return {
          crate: place !== undefined && manifests.has(place) ? place : String(names ?? name),
          features: [...specs.flatMap((spec) => stringsOf(own(spec, 'features'))), ...(isBare ? [] : ['default'])],
          isTest,
        }
      }),
    ),
  )
}

const stringsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

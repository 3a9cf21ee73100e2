import type { RepoView } from '../model/repo-view.ts'
import { normal } from './javascript-imports.ts'
import { at, isTable, own, set } from './jsonc.ts'
import { tomlOf } from './toml.ts'

/** A manifest by its path; undefined where there is none. */
type Manifests = (path: string) => unknown

/** What a merge of one Cargo.toml has to fit to: the other manifests of both commits. */
export interface CargoSides {
  readonly lock: Pick<RepoView, 'read' | 'paths'>
  readonly branch: Pick<RepoView, 'read' | 'has'>
  /** The lock's file is restored whatever the branch does. */
  isLocked(path: string): boolean
}

const manifestsOf =
  (view: Pick<RepoView, 'read'>): Manifests =>
  (path) => {
    const text = view.read(path)
    return text === undefined ? undefined : tomlOf(text)
  }

/** Directories above a manifest and its own, the nearest first, each with its slash. */
const homesOf = (path: string): readonly string[] => {
  const homes: string[] = []
  for (let home = path.slice(0, -'Cargo.toml'.length); ; home = home.replace(/[^/]+\/$/, '')) {
    homes.push(home)
    if (home === '') return homes
  }
}

/** What a member takes from `[workspace.dependencies]` of the manifest above it, and the directory of that. */
export const inherited = (
  manifests: Manifests,
  path: string,
  name: string,
): { readonly home: string; readonly spec: unknown } | undefined => {
  for (const home of homesOf(path)) {
    const spec = at(manifests(`${home}Cargo.toml`), 'workspace', 'dependencies', name)
    if (spec !== undefined) return { home, spec }
  }
  return undefined
}

/** True for a dependency of the lock whose sources are still there, so that cargo can read a manifest that names it. */
export const canReturn = (path: string, name: string, spec: unknown, sides: CargoSides | undefined): boolean => {
  if (sides === undefined) return true
  const shared = own(spec, 'workspace') === true ? inherited(manifestsOf(sides.lock), path, name) : undefined
  if (own(spec, 'workspace') === true) {
    const root = `${shared?.home ?? ''}Cargo.toml`
    if (shared === undefined || !isTable(at(manifestsOf(sides.branch)(root), 'workspace'))) return false
  }
  const local = own(shared?.spec ?? spec, 'path')
  if (typeof local !== 'string') return true
  const place = normal(`${shared?.home ?? path.slice(0, -'Cargo.toml'.length)}${local}/Cargo.toml`)
  return place === undefined || sides.branch.has(place) || sides.isLocked(place)
}

/** Entries of `[workspace.dependencies]` that the branch took away and that dev-dependencies of the lock stand for. */
export const sharedForTests = (
  path: string,
  branch: unknown,
  sides: CargoSides,
): readonly (readonly [string, unknown])[] => {
  const manifests = manifestsOf(sides.lock)
  const home = path.slice(0, -'Cargo.toml'.length)
  const gone = Object.entries((at(manifests(path), 'workspace', 'dependencies') ?? {}) as object).filter(
    ([name]) => at(branch, 'workspace', 'dependencies', name) === undefined,
  )
  if (gone.length === 0 || !isTable(own(branch, 'workspace'))) return []
  const members = sides.lock.paths.filter(
    (each) => each.startsWith(home) && /(?:^|\/)Cargo\.toml$/.test(each) && sides.branch.has(each),
  )
  const names = new Set(
    members.flatMap((each) =>
      Object.entries((own(manifests(each), 'dev-dependencies') ?? {}) as object).flatMap(([name, spec]) =>
        own(spec, 'workspace') === true ? [name] : [],
      ),
    ),
  )
  return gone.filter(([name, spec]) => names.has(name) && canReturn(path, name, spec, sides))
}

/** True where a package says `lints.workspace = true` and the workspace, as it will be, has no lints: cargo refuses that. */
export const lacksLints = (path: string, manifest: unknown, sides: CargoSides): boolean => {
  if (at(manifest, 'lints', 'workspace') !== true) return false
  const [before, after] = [manifestsOf(sides.lock), manifestsOf(sides.branch)]
  const root = homesOf(path)
    .map((home) => `${home}Cargo.toml`)
    .find((each) => isTable(own(after(each), 'workspace')))
  if (root === undefined) return false
  // The lints of a workspace that the lock has are the lock's.
  const decides = before(root) === undefined ? after : before
  return at(decides(root), 'workspace', 'lints') === undefined
}

/** The lock's `[[test]]` tables; a feature that the branch no longer has is required by nobody: its own words for that test hold. */
export const restoredTests = (lock: unknown, branch: unknown): unknown => {
  const [before, after] = [own(lock, 'test'), own(branch, 'test')]
  if (!Array.isArray(before)) return before
  const features = new Set([
    ...Object.keys((own(branch, 'features') ?? {}) as object),
    ...Object.entries((own(branch, 'dependencies') ?? {}) as object).flatMap(([name, spec]) =>
      own(spec, 'optional') === true ? [name] : [],
    ),
  ])
  return before.map((each) => {
    const required = own(each, 'required-features')
    const isKnown = (name: unknown) => typeof name !== 'string' || name.includes('/') || features.has(name)
    if (!Array.isArray(required) || required.every(isKnown)) return each
    const now = Array.isArray(after) ? after.find((other) => own(other, 'name') === own(each, 'name')) : undefined
    return set(each, ['required-features'], own(now, 'required-features'))
  })
}

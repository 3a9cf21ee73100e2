import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { flag } from './flags.ts'
import { goImports } from './go-imports.ts'
import { goModRows } from './go-mod-rows.ts'
import { at, isTable, own } from './jsonc.ts'
import { tomlOf } from './toml.ts'

/**
 * `swappedPackages` for Go and Rust: modules that only tests import and that the branch replaces or vendors, crates that only
 * `dev-dependencies` name and that the branch takes from a path, a repository or a patch.
 */
export const swappedModules = (
  lock: RepoView,
  branch: RepoView,
  classes: Pick<Classifier, 'classOf'>,
): readonly Anomaly[] => {
  const changed = [...new Set([...lock.paths, ...branch.paths])].filter((path) => lock.oid(path) !== branch.oid(path))
  const found = new Map<string, Anomaly>()
  const note = (name: string, path: string): void => {
    const detail = `${path} takes ${name}, which only tests use, from somewhere else than the lock does.`
    if (!found.has(name)) found.set(name, flag('test-tool-changed', path, detail))
  }
  const go = changed.filter((path) => /(?:^|\/)(?:go\.(?:mod|work)|vendor\/.+)$/.test(path))
  if (go.length > 0) {
    const isOfTests = remembered(goModulesOfTests(lock, classes))
    const isUpdate = updates(lock, branch)
    for (const path of go)
      for (const name of goSwaps(lock, branch, path, isUpdate)) if (isOfTests(name)) note(name, path)
  }
  const rust = changed.filter((path) => /(?:^|\/)Cargo\.(?:toml|lock)$/.test(path) && branch.has(path))
  if (rust.length > 0) {
    const product = cratesOfProduct(lock)
    for (const path of rust)
      for (const name of cargoSwaps(lock.read(path), branch.read(path) ?? '', path))
        if (!product.has(name)) note(name, path)
  }
  return [...found.values()]
}

/** True for a module (or a package of one) that test files of the lock import and its product does not. */
const goModulesOfTests = (lock: RepoView, { classOf }: Pick<Classifier, 'classOf'>): ((name: string) => boolean) => {
  const [tests, product] = [new Set<string>(), new Set<string>()]
  for (const path of lock.paths) {
    if (!path.endsWith('.go') || /(?:^|\/)vendor\//.test(path)) continue
    for (const name of goImports(lock.read(path) ?? '')) (classOf(path) === 'test' ? tests : product).add(name)
  }
  const has = (all: ReadonlySet<string>, name: string): boolean =>
    [...all].some((each) => each === name || each.startsWith(`${name}/`) || name.startsWith(`${each}/`))
  return (name) => has(tests, name) && !has(product, name)
}

const remembered = <T>(answer: (name: string) => T): ((name: string) => T) => {
  const known = new Map<string, T>()
  return (name) => {
    if (!known.has(name)) known.set(name, answer(name))
    return known.get(name) as T
  }
}

/** Whether a vendored package changes with its version, which tells that it is an update. */
const updates = (lock: RepoView, branch: RepoView): ((name: string) => boolean) => {
  const versions = (view: RepoView): ReadonlyMap<string, string> => {
    const rows = view.paths
      .filter((path) => /(?:^|\/)go\.mod$/.test(path))
      .flatMap((path) => goModRows(view.read(path) ?? ''))
    return new Map(rows.filter(([, version]) => !version.startsWith('replaced: ')).reverse())
  }
  const [before, after] = [versions(lock), versions(branch)]
  const versionIn = (all: ReadonlyMap<string, string>, name: string): string | undefined => {
    for (let end = name.length; end > 0; end = name.lastIndexOf('/', end - 1)) {
      const version = all.get(name.slice(0, end))
      if (version !== undefined) return version
    }
    return undefined
  }
  return remembered((name) => versionIn(before, name) !== versionIn(after, name))
}

const moduleOf = (text: string): string | undefined => /^\s*module\s+["`]?([^\s"`]+)/m.exec(text)?.[1]

const goSwaps = (
  lock: RepoView,
  branch: RepoView,
  path: string,
  isUpdate: (name: string) => boolean,
): readonly string[] => {
  const vendored = /(?:^|\/)vendor\/(.+)\/[^/]+$/.exec(path)?.[1]
  if (vendored !== undefined) return isUpdate(vendored) ? [] : [vendored]
  const [before, after] = [lock.read(path) ?? '', branch.read(path) ?? '']
  const known = new Set(goModRows(before).map((row) => row.join(' ')))
  const replaced = goModRows(after).flatMap(([name, version]) =>
    version.startsWith('replaced: ') && !known.has(`${name} ${version}`) ? [name] : [],
  )
  // A module that a go.work uses stands for the one of its name.
  const name = moduleOf(after)
  return name === undefined || moduleOf(before) === name ? replaced : [...replaced, name]
}

const productTables = [['dependencies'], ['build-dependencies']]

/** What members take from `workspace.dependencies` is named by them; that table alone uses nothing. */
const cratesOfProduct = (lock: RepoView): ReadonlySet<string> => {
  const manifests = lock.paths
    .filter((path) => /(?:^|\/)Cargo\.toml$/.test(path))
    .map((path) => tomlOf(lock.read(path) ?? ''))
  const crate = (name: string, value: unknown): string => {
    const renamed = own(value, 'package')
    return typeof renamed === 'string' ? renamed : name
  }
  const shared = new Map(
    manifests.flatMap((manifest) =>
      Object.entries(tableAt(manifest, 'workspace', 'dependencies')).map(([name, value]) => [name, crate(name, value)]),
    ),
  )
  const found = new Set<string>()
  for (const manifest of manifests) {
    const targets = Object.values(tableAt(manifest, 'target'))
    const tables = [
      ...productTables.map((keys) => tableAt(manifest, ...keys)),
      ...targets.flatMap((target) => productTables.map((keys) => tableAt(target, ...keys))),
    ]
    for (const table of tables)
      for (const [name, value] of Object.entries(table))
        found.add(own(value, 'workspace') === true ? (shared.get(name) ?? name) : crate(name, value))
  }
  return found
}

const tableAt = (side: unknown, ...keys: readonly string[]): Readonly<Record<string, unknown>> => {
  const value = keys.length === 0 ? side : at(side, ...keys)
  return isTable(value) ? value : {}
}

/** Where a dependency is taken from; empty for the usual registry, or the workspace's word. One path is like another. */
const placeIn = (value: unknown): string =>
  own(value, 'path') === undefined
    ? ['git', 'registry', 'registry-index'].flatMap((key) => own(value, key) ?? []).join(' ')
    : 'path'

/** Crates that the branch newly takes from elsewhere: in a manifest by its words, in Cargo.lock by a source that is new or went. */
const cargoSwaps = (before: string | undefined, after: string, path: string): readonly string[] => {
  const [old, now] = [tomlOf(before ?? ''), tomlOf(after)]
  if (path.endsWith('.toml')) {
    const patches = Object.keys(tableAt(now, 'patch')).map((registry) => ['patch', registry])
    const targets = Object.keys(tableAt(now, 'target')).map((target) => ['target', target, 'dev-dependencies'])
    return [['dev-dependencies'], ['workspace', 'dependencies'], ['replace'], ...patches, ...targets].flatMap((keys) =>
      Object.entries(tableAt(now, ...keys)).flatMap(([name, value]) => {
        const known = own(tableAt(old, ...keys), name)
        // A new dependency stands in the place of none.
        const isSwap =
          known === undefined ? /^(?:patch|replace)$/.test(keys[0] ?? '') : placeIn(known) !== placeIn(value)
        const renamed = own(value, 'package')
        return isSwap && placeIn(value) !== '' ? [typeof renamed === 'string' ? renamed : name.replace(/:.*$/, '')] : []
      }),
    )
  }
  const sources = (side: unknown): ReadonlyMap<string, ReadonlySet<string>> => {
    const rows = own(side, 'package')
    const found = new Map<string, Set<string>>()
    for (const row of Array.isArray(rows) ? rows : []) {
      const [name, source] = [own(row, 'name'), own(row, 'source')]
      if (typeof name !== 'string') continue
      // Another commit of one repository is another version.
      const place = typeof source === 'string' ? source.replace(/[?#].*$/, '') : ''
      found.set(name, (found.get(name) ?? new Set()).add(place))
    }
    return found
  }
  const had = sources(old)
  return [...sources(now)].flatMap(([name, places]) => {
    const known = had.get(name)
    const wasOwn = known?.size === 1 && known.has('')
    return known !== undefined && !wasOwn && [...places].some((place) => !known.has(place)) ? [name] : []
  })
}

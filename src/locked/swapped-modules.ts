import { parse } from 'smol-toml'
import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { flag } from './flags.ts'
import { goImports } from './go-imports.ts'
import { goModRows } from './go-mod-rows.ts'
import { at, isTable, own } from './jsonc.ts'

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
    const isOfTests = goModulesOfTests(lock, classes)
    for (const path of go) for (const name of goSwaps(lock, branch, path)) if (isOfTests(name)) note(name, path)
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

const versionOf = (view: RepoView, name: string): string | undefined =>
  view.paths
    .filter((path) => /(?:^|\/)go\.mod$/.test(path))
    .flatMap((path) => goModRows(view.read(path) ?? ''))
    .find(([each, version]) => (name === each || name.startsWith(`${each}/`)) && !version.startsWith('replaced: '))?.[1]

const goSwaps = (lock: RepoView, branch: RepoView, path: string): readonly string[] => {
  const vendored = /(?:^|\/)vendor\/(.+)\/[^/]+$/.exec(path)?.[1]
  // A vendored module that changes with its version is an update, which the version tells.
  if (vendored !== undefined) return versionOf(lock, vendored) === versionOf(branch, vendored) ? [vendored] : []
  const known = new Set(goModRows(lock.read(path) ?? '').map((row) => row.join(' ')))
  return goModRows(branch.read(path) ?? '').flatMap(([name, version]) =>
    version.startsWith('replaced: ') && !known.has(`${name} ${version}`) ? [name] : [],
  )
}

const productTables = [['dependencies'], ['build-dependencies'], ['workspace', 'dependencies']]

const cratesOfProduct = (lock: RepoView): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const path of lock.paths) {
    if (!/(?:^|\/)Cargo\.toml$/.test(path)) continue
    const manifest = tomlOf(lock.read(path) ?? '')
    const targets = Object.values(tableAt(manifest, 'target'))
    const tables = [
      ...productTables.map((keys) => tableAt(manifest, ...keys)),
      ...targets.flatMap((target) => [tableAt(target, 'dependencies')]),
    ]
    for (const table of tables)
      for (const [name, value] of Object.entries(table)) {
        const renamed = own(value, 'package')
        found.add(typeof renamed === 'string' ? renamed : name)
      }
  }
  return found
}

const tableAt = (side: unknown, ...keys: readonly string[]): Readonly<Record<string, unknown>> => {
  const value = keys.length === 0 ? side : at(side, ...keys)
  return isTable(value) ? value : {}
}

const tomlOf = (text: string): unknown => {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

const isElsewhere = (value: unknown): boolean =>
  ['path', 'git', 'registry'].some((key) => own(value, key) !== undefined)

/** Crates that the branch newly takes from elsewhere: in a manifest by its words, in Cargo.lock by a source that went or changed its kind. */
const cargoSwaps = (before: string | undefined, after: string, path: string): readonly string[] => {
  const [old, now] = [tomlOf(before ?? ''), tomlOf(after)]
  if (path.endsWith('.toml')) {
    const patches = Object.keys(tableAt(now, 'patch')).map((registry) => ['patch', registry])
    return [['dev-dependencies'], ['replace'], ...patches].flatMap((keys) =>
      Object.entries(tableAt(now, ...keys)).flatMap(([name, value]) => {
        const known = tableAt(old, ...keys)[name]
        const isNew = known === undefined ? keys[0] !== 'dev-dependencies' : !isElsewhere(known)
        return isElsewhere(value) && isNew ? [name.replace(/:.*$/, '')] : []
      }),
    )
  }
  const sources = (side: unknown): ReadonlyMap<string, string> => {
    const rows = own(side, 'package')
    return new Map(
      (Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
        const [name, source] = [own(row, 'name'), own(row, 'source')]
        return typeof name === 'string' ? [[name, typeof source === 'string' ? source.replace(/[+#].*$/, '') : '']] : []
      }),
    )
  }
  const had = sources(old)
  return [...sources(now)].flatMap(([name, source]) => {
    const known = had.get(name)
    return known !== undefined && known !== '' && known !== source ? [name] : []
  })
}

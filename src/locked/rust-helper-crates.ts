import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import { flag } from './flags.ts'
import { normal } from './javascript-imports.ts'
import { at, isTable, own } from './jsonc.ts'
import { rustTokens } from './rust-tokens.ts'
import { tomlOf } from './toml.ts'

/** Crates of the repository that only `[dev-dependencies]` name, by the lock. Directories end with their slash. */
export interface DevCrates {
  /** They serve tests alone: part of the exam. */
  readonly helpers: readonly string[]
  /** They may be product that other crates test with: from the branch, and watched. */
  readonly unclear: readonly string[]
}

interface Crate {
  readonly directory: string
  readonly manifest: unknown
  readonly needs: ReadonlySet<string>
  readonly tests: ReadonlySet<string>
}

const named =
  /(?:^|[-_/])(?:tests?|testing|testkit|test(?:utils?|lib|data|support|helpers?)|mocks?|fakes?|stubs?|fixtures?|asserts?|assertions?|harness|golden)(?:[-_/]|$)/i

/**
 * Crates that only `[dev-dependencies]` name by a path, and crates that only those need. No program, and not the package at the root.
 * One whose name says that it serves tests is a helper, and so is a crate of macros that does not need the crate that it tests; of
 * others (a client that a server's tests use) the manifests do not tell. A crate that only a crate without product of its own tests is product.
 */
export const devCrates = (lock: RepoView): DevCrates => {
  const crates = lock.paths.filter((path) => /(?:^|\/)Cargo\.toml$/.test(path)).flatMap((path) => crateOf(lock, path))
  if (crates.every(({ tests }) => tests.size === 0)) return { helpers: [], unclear: [] }
  const byDirectory = new Map(crates.map((crate) => [crate.directory, crate]))
  const left = new Set(crates.filter((crate) => crate.directory !== '' && !isProgram(lock, crate)))
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const crate of crates)
      if (!left.has(crate)) for (const other of left) if (crate.needs.has(other.directory)) left.delete(other)
    for (const crate of left)
      if (
        ![...crates].some(
          (other) =>
            other !== crate &&
            (other.tests.has(crate.directory) || (left.has(other) && other.needs.has(crate.directory))),
        )
      )
        left.delete(crate)
  }
  const [helpers, unclear] = [[] as string[], [] as string[]]
  for (const crate of left) {
    const { directory, manifest } = crate
    const testers = crates.filter(({ tests }) => tests.has(directory))
    const ofProduct = testers.some((other) => hasProduct(lock, other) && !reaches(byDirectory, crate, other.directory))
    const name = own(own(manifest, 'package'), 'name')
    if (named.test(directory) || (typeof name === 'string' && named.test(name))) helpers.push(directory)
    else if (ofProduct) (at(manifest, 'lib', 'proc-macro') === true ? helpers : unclear).push(directory)
  }
  return { helpers, unclear }
}

/** What the branch changes in crates of which it is unclear whether they judge: those that assert block. */
export const devCrateFlags = (lock: RepoView, branch: RepoView, { unclear }: DevCrates): readonly Anomaly[] =>
  unclear.flatMap((directory) => {
    const inside = (view: RepoView) => view.paths.filter((path) => path.startsWith(directory))
    const changed = [...inside(branch), ...inside(lock)].find((path) => lock.oid(path) !== branch.oid(path))
    if (changed === undefined) return []
    const texts = inside(lock).flatMap((path) => (path.endsWith('.rs') ? (lock.read(path) ?? '') : []))
    const isTested = texts.some((text) => /#\[(?:\w+::)*test\b|\bcfg\(test\)/.test(text))
    const judges = !isTested && texts.some((text) => /\b(?:assert\w*|panic|unreachable)!/.test(text))
    const detail = `Only [dev-dependencies] name the crate in ${directory.slice(0, -1)}, and the branch changes it.`
    return [flag(judges ? 'test-tool-changed' : 'test-support-from-branch', changed, detail)]
  })

const crateOf = (lock: RepoView, path: string): readonly Crate[] => {
  const directory = path.slice(0, -'Cargo.toml'.length)
  const manifest = tomlOf(lock.read(path) ?? '')
  if (typeof own(own(manifest, 'package'), 'name') !== 'string') return []
  const targets = own(manifest, 'target')
  const tables = [manifest, ...(isTable(targets) ? Object.values(targets) : [])]
  const of = (...keys: readonly string[]): ReadonlySet<string> =>
    new Set(
      tables.flatMap((table) =>
        keys.flatMap((key) => {
          const section = own(table, key)
          return Object.entries(isTable(section) ? section : {}).flatMap(([name, value]) => {
            const place =
              own(value, 'workspace') === true ? inherited(lock, directory, name) : placeOf(directory, value)
            return place ?? []
          })
        }),
      ),
    )
  return [{ directory, manifest, needs: of('dependencies', 'build-dependencies'), tests: of('dev-dependencies') }]
}

const placeOf = (directory: string, value: unknown): string | undefined => {
  const path = own(value, 'path')
  const place = typeof path === 'string' ? normal(directory + path) : undefined
  return place === undefined ? undefined : place === '' ? '' : `${place}/`
}

/** What `name = { workspace = true }` stands for. */
const inherited = (lock: RepoView, directory: string, name: string): string | undefined => {
  const parts = directory.split('/').slice(0, -1)
  for (let length = parts.length; length >= 0; length -= 1) {
    const above = parts
      .slice(0, length)
      .map((part) => `${part}/`)
      .join('')
    const table = own(tomlOf(lock.read(`${above}Cargo.toml`) ?? ''), 'workspace')
    if (table !== undefined) return placeOf(above, own(own(table, 'dependencies'), name))
  }
  return undefined
}

const isProgram = (lock: RepoView, { directory, manifest }: Crate): boolean =>
  own(manifest, 'bin') !== undefined ||
  lock.has(`${directory}src/main.rs`) ||
  lock.paths.some((path) => path.startsWith(`${directory}src/bin/`))

const hasProduct = (lock: RepoView, crate: Crate): boolean => {
  const library = at(crate.manifest, 'lib', 'path')
  const text = lock.read(crate.directory + (typeof library === 'string' ? library : 'src/lib.rs')) ?? ''
  return isProgram(lock, crate) || (rustTokens(text) ?? []).some(({ kind }) => kind !== 'doc')
}

const reaches = (crates: ReadonlyMap<string, Crate>, from: Crate, to: string): boolean => {
  const seen = new Set([from.directory])
  // The set grows while it is walked.
  for (const directory of seen) for (const next of crates.get(directory)?.needs ?? []) seen.add(next)
  return seen.has(to) && from.directory !== to
}

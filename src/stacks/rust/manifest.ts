import { parse } from 'smol-toml'
import type { RepoView } from '../../model/repo-view.ts'

export type Table = { readonly [key: string]: unknown }

const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A TOML file as a table; an empty one when it is absent or no TOML. */
export const readToml = (project: RepoView, path: string): Table => {
  try {
    const read: unknown = parse(project.read(path) ?? '')
    return isTable(read) ? read : {}
  } catch {
    return {}
  }
}

export const tableAt = (table: Table, ...keys: readonly string[]): Table => {
  let at: unknown = table
  for (const key of keys) at = isTable(at) ? at[key] : undefined
  return isTable(at) ? at : {}
}

export const listAt = (table: Table, key: string): readonly unknown[] => {
  const value = table[key]
  return Array.isArray(value) ? value : []
}

export const stringsAt = (table: Table, key: string): readonly string[] =>
  listAt(table, key).filter((each) => typeof each === 'string')

export const readManifest = (project: RepoView, directory = '.'): Table =>
  readToml(project, directory === '.' ? 'Cargo.toml' : `${directory}/Cargo.toml`)

const below = (directory: string, path: string): string => (directory === '.' ? path : `${directory}/${path}`)

/** One package: its directory relative to the project, and what its manifest says. */
export interface CargoPackage {
  readonly directory: string
  readonly name: string
  readonly manifest: Table
  /** Name of its library as code writes it; null without one. */
  readonly library: string | null
  /** Source of the library, relative to the project. */
  readonly librarySource: string | null
}

/** The package of a directory; undefined where the manifest is missing or only of a workspace. */
export const packageAt = (project: RepoView, directory: string): CargoPackage | undefined => {
  const manifest = readManifest(project, directory)
  const name = tableAt(manifest, 'package').name
  if (typeof name !== 'string') return undefined
  const lib = tableAt(manifest, 'lib')
  const source = below(directory, typeof lib.path === 'string' ? lib.path : 'src/lib.rs')
  const has = project.has(source)
  const library = typeof lib.name === 'string' ? lib.name : name.replaceAll('-', '_')
  return { directory, name, manifest, library: has ? library : null, librarySource: has ? source : null }
}

/** The package that a file belongs to: the nearest directory above it with a manifest. */
export const packageOf = (project: RepoView, file: string): CargoPackage | undefined => {
  const parts = file.split('/').slice(0, -1)
  for (let length = parts.length; length >= 0; length -= 1) {
    const directory = length === 0 ? '.' : parts.slice(0, length).join('/')
    if (project.has(below(directory, 'Cargo.toml'))) return packageAt(project, directory)
  }
  return undefined
}

/** A `[[test]]`, `[[bench]]` … of a manifest. */
interface DeclaredTarget {
  readonly name: string
  /** Relative to the project. */
  readonly path: string
  readonly harness: boolean
}

const FOLDERS = { test: 'tests', bench: 'benches', example: 'examples' } as const

/** Targets of a kind that a package declares, with the path that cargo would find (The Cargo Book, cargo targets). */
export const declaredTargets = (
  project: RepoView,
  { directory, manifest }: CargoPackage,
  kind: keyof typeof FOLDERS,
): readonly DeclaredTarget[] =>
  listAt(manifest, kind).flatMap((each) => {
    if (!isTable(each) || typeof each.name !== 'string') return []
    const folder = FOLDERS[kind]
    const guessed = [`${folder}/${each.name}.rs`, `${folder}/${each.name}/main.rs`]
    const path =
      typeof each.path === 'string'
        ? each.path
        : (guessed.find((one) => project.has(below(directory, one))) ?? guessed[0])
    return [{ name: each.name, path: below(directory, path as string), harness: each.harness !== false }]
  })

import type { Place } from '../../model/stack.ts'
import { type CargoPackage, declaredTargets, listAt, type Table } from './manifest.ts'
import { packages } from './members.ts'

/** Sources that cargo finds by itself below a folder: `x.rs` and `x/main.rs`, by name (The Cargo Book, target auto-discovery). */
const found = (paths: readonly string[], folder: string): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const path of paths) {
    const name = path.startsWith(folder)
      ? /^([^/]+?)(?:\.rs|\/main\.rs)$/.exec(path.slice(folder.length))?.[1]
      : undefined
    if (name !== undefined) names.set(name, path)
  }
  return names
}

const binaries = (
  { name, manifest }: CargoPackage,
  paths: readonly string[],
  base: string,
): ReadonlyMap<string, string> => {
  const names = new Map([
    ...found(paths, `${base}src/bin/`),
    ...(paths.includes(`${base}src/main.rs`) ? [[name, `${base}src/main.rs`] as const] : []),
  ])
  for (const each of listAt(manifest, 'bin')) {
    const { name: own, path } = each as Table
    if (typeof own === 'string' && typeof path === 'string') names.set(own, `${base}${path}`)
  }
  return names
}

/**
 * Test binaries as nextest names them (its book, binary IDs) → their sources, relative to the tree; `name/` → the directory of that
 * package, for integration tests that nobody declared.
 */
export const nextestBinaries = ({
  project,
  directory,
}: Pick<Place, 'project' | 'directory'>): Readonly<Record<string, string>> => {
  const paths = project.paths.filter((path) => path.endsWith('.rs'))
  const inTree = (path: string): string =>
    directory === '.' ? path : path === '.' ? directory : `${directory}/${path}`
  const all: [string, string][] = []
  for (const one of packages(project)) {
    const base = one.directory === '.' ? '' : `${one.directory}/`
    const add = (id: string, path: string): number => all.push([id, inTree(path)])
    add(`${one.name}/`, one.directory)
    if (one.librarySource !== null) {
      add(one.name, one.librarySource)
      add(`${one.name}::proc-macro/${one.library}`, one.librarySource)
    }
    for (const [name, path] of binaries(one, paths, base)) add(`${one.name}::bin/${name}`, path)
    for (const [kind, prefix, folder] of [
      ['test', '', 'tests'],
      ['example', 'example/', 'examples'],
      ['bench', 'bench/', 'benches'],
    ] as const) {
      for (const [name, path] of found(paths, `${base}${folder}/`)) add(`${one.name}::${prefix}${name}`, path)
      for (const { name, path } of declaredTargets(project, one, kind)) add(`${one.name}::${prefix}${name}`, path)
    }
  }
  return Object.fromEntries(all)
}

import picomatch from 'picomatch'
import type { RepoView } from '../../model/repo-view.ts'
import { type CargoPackage, packageAt, readManifest, stringsAt, type Table, tableAt } from './manifest.ts'

const clean = (path: string): string => path.replace(/^\.\//, '').replace(/\/+$/, '')

/** Directories of `path = "…"` dependencies of a manifest, relative to the project; those outside of it are left out. */
const pathDependencies = (manifest: Table, directory: string): readonly string[] =>
  ['dependencies', 'dev-dependencies', 'build-dependencies'].flatMap((key) =>
    Object.values(tableAt(manifest, key)).flatMap((each) => {
      const path = (each as { readonly path?: unknown } | null)?.path
      return typeof path === 'string' ? (joined(directory, path) ?? []) : []
    }),
  )

const joined = (directory: string, path: string): string | undefined => {
  const kept: string[] = directory === '.' ? [] : directory.split('/')
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') kept.push(part)
    else if (kept.pop() === undefined) return undefined
  }
  return kept.join('/') || '.'
}

/**
 * Directories of the members of a workspace, sorted (The Cargo Book, workspaces): those that `members` names, and packages of the
 * repository that a member depends on by path.
 */
export const members = (project: RepoView): readonly string[] => {
  const root = readManifest(project)
  if (root.workspace === undefined) return []
  const workspace = tableAt(root, 'workspace')
  const named = stringsAt(workspace, 'members').map(clean)
  const excluded = stringsAt(workspace, 'exclude').map(clean)
  const isMember = named.length === 0 ? () => false : picomatch([...named])
  const isExcluded = (directory: string): boolean =>
    excluded.some((each) => directory === each || directory.startsWith(`${each}/`))
  const packages = project.paths
    .filter((path) => path.endsWith('/Cargo.toml'))
    .map((path) => path.slice(0, -'/Cargo.toml'.length))
  const found = new Set(packages.filter((directory) => isMember(directory) && !isExcluded(directory)))
  const waiting = ['.', ...found]
  // The list grows while it is walked.
  for (const directory of waiting) {
    for (const other of pathDependencies(readManifest(project, directory), directory)) {
      if (other === '.' || found.has(other) || isExcluded(other) || !packages.includes(other)) continue
      found.add(other)
      waiting.push(other)
    }
  }
  return [...found].sort()
}

/** Crates of cargo-fuzz: they are built by it alone, with a compiler of their own. */
const fuzzCrates = (project: RepoView): readonly string[] =>
  project.paths
    .filter((path) => path.endsWith('/Cargo.toml'))
    .map((path) => path.slice(0, -'/Cargo.toml'.length))
    .filter((directory) => tableAt(readManifest(project, directory), 'package', 'metadata')['cargo-fuzz'] === true)

/** Directories that are no projects of their own: members of the workspace, and crates for fuzzing. */
export const belonging = (project: RepoView): readonly string[] =>
  [...new Set([...members(project), ...fuzzCrates(project)])].sort()

/** Every package of the project: its own and those of its workspace. */
export const packages = (project: RepoView): readonly CargoPackage[] =>
  ['.', ...members(project)].flatMap((directory) => packageAt(project, directory) ?? [])

/** `--workspace` where a call without it would leave members out. */
export const wholeWorkspace = (project: RepoView): readonly string[] =>
  members(project).length > 0 ? ['--workspace'] : []

import type { ProjectPlan } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'

/** What a change leaves out, and why everything is verified where nothing is. */
export interface Affected {
  readonly projects: readonly ProjectPlan[]
  /** Projects that no changed path reaches: they are not verified, and the report says so. */
  readonly left: readonly ProjectPlan[]
  /** One sentence. */
  readonly because: string
}

/** Files of a project in which it may name others by their place. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|tsconfig[^/]*\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.txt|Pipfile|tox\.ini|Cargo\.toml|go\.(?:mod|work)|CMakeLists\.txt|meson\.build|pom\.xml|settings\.gradle(?:\.kts)?|build\.gradle(?:\.kts)?|[^/]+\.config\.[cm]?[jt]s)$/
const RELATIVE = /(?:^|[\s"'`=(:,@])(?:file:|link:|portal:)?(\.\.?\/[\w./@-]*|\.\.)/g

const within = (directory: string, path: string): boolean =>
  directory === '.' || path === directory || path.startsWith(`${directory}/`)

/** Paths that one of two commits has and the other has not, or has otherwise. */
export const changedPaths = (lock: RepoView, branch: RepoView): readonly string[] =>
  [...new Set([...lock.paths, ...branch.paths])].filter(
    (path) => lock.oid(path) !== branch.oid(path) || lock.mode?.(path) !== branch.mode?.(path),
  )

const resolved = (directory: string, path: string): string | undefined => {
  const parts = directory === '.' ? [] : directory.split('/')
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  return parts.length === 0 ? '.' : parts.join('/')
}

/** Directories of other projects that the manifests of one name: `file:../lib`, `{ path = "../core" }`, `-e ../core`, `extends`. */
const needs = (project: ProjectPlan, others: readonly string[], views: readonly RepoView[]): ReadonlySet<string> => {
  const found = new Set<string>()
  const { directory } = project
  for (const view of views) {
    const own = directory === '.' ? view : view.under(directory)
    for (const path of own.paths.filter((one) => MANIFEST.test(one))) {
      const here = resolved(directory, path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.') ?? directory
      for (const match of (own.read(path) ?? '').matchAll(RELATIVE)) {
        const target = resolved(here, match[1] ?? '')
        for (const other of others)
          if (target !== undefined && other !== directory && other !== '.' && within(other, target)) found.add(other)
      }
    }
  }
  return found
}

/**
 * The projects with a changed path, and those that depend on them, as far as manifests say so at either ref. A path that belongs to no
 * project of its own (root configuration, lockfiles, CI) may concern every one: then all are verified, as when nothing changed.
 */
export const affectedBy = (projects: readonly ProjectPlan[], lock: RepoView, branch: RepoView): Affected => {
  const changed = changedPaths(lock, branch)
  const directories = [...new Set(projects.map(({ directory }) => directory))]
  const nested = directories.filter((directory) => directory !== '.')
  const shared = changed.find((path) => !nested.some((directory) => within(directory, path)))
  if (changed.length === 0) return { projects, left: [], because: 'nothing changed, so all projects are verified' }
  if (shared !== undefined)
    return { projects, left: [], because: `${shared} changed, which belongs to all projects: all are verified` }
  const hit = new Set(directories.filter((directory) => changed.some((path) => within(directory, path))))
  const dependencies = projects.map((project) => ({
    directory: project.directory,
    on: needs(project, directories, [lock, branch]),
  }))
  for (let grown = true; grown; ) {
    const more = dependencies.filter(({ directory, on }) => !hit.has(directory) && [...on].some((one) => hit.has(one)))
    for (const { directory } of more) hit.add(directory)
    grown = more.length > 0
  }
  const left = projects.filter(({ directory }) => !hit.has(directory))
  const because =
    left.length === 0
      ? 'the change reaches every project'
      : 'no path of it changed, and it depends on none that changed'
  return { projects: projects.filter(({ directory }) => hit.has(directory)), left, because }
}

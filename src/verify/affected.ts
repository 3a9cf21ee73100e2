import type { ProjectPlan } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import { namedProjects, within } from './named-projects.ts'

/** What a change leaves out, and why everything is verified where nothing is. */
export interface Affected {
  readonly projects: readonly ProjectPlan[]
  /** Projects that no changed path reaches: they are not verified, and the report says so. */
  readonly left: readonly ProjectPlan[]
  /** One sentence. */
  readonly because: string
}

/** Paths that one of two commits has and the other has not, or has otherwise. */
export const changedPaths = (lock: RepoView, branch: RepoView): readonly string[] =>
  [...new Set([...lock.paths, ...branch.paths])].filter(
    (path) => lock.oid(path) !== branch.oid(path) || lock.mode?.(path) !== branch.mode?.(path),
  )

/**
 * The projects with a changed path, and those that name such a one by a literal path at either ref. A path that belongs to no project of
 * its own (root configuration, lockfiles, CI) may concern every one: then all are verified, as when nothing changed. `asked` are those
 * that a person named, of all that there are.
 */
export const affectedBy = (
  asked: readonly ProjectPlan[],
  lock: RepoView,
  branch: RepoView,
  all: readonly ProjectPlan[] = asked,
): Affected => {
  const changed = changedPaths(lock, branch)
  const directories = [...new Set([...asked, ...all].map(({ directory }) => directory))]
  const nested = directories.filter((directory) => directory !== '.')
  const shared = changed.find((path) => !nested.some((directory) => within(directory, path)))
  const whole = (because: string): Affected => ({ projects: asked, left: [], because })
  if (changed.length === 0) return whole('nothing changed, so all projects are verified')
  if (shared !== undefined) return whole(`${shared} changed, which belongs to all projects: all are verified`)
  const hit = new Set(directories.filter((directory) => changed.some((path) => within(directory, path))))
  const dependencies = directories.map((directory) => ({
    directory,
    on: namedProjects(directory, directories, [lock, branch]),
  }))
  for (let grown = true; grown; ) {
    const more = dependencies.filter(({ directory, on }) => !hit.has(directory) && [...on].some((one) => hit.has(one)))
    for (const { directory } of more) hit.add(directory)
    grown = more.length > 0
  }
  const left = asked.filter(({ directory }) => !hit.has(directory))
  if (left.length === 0) return whole(`the change reaches every project${asked === all ? '' : ' that was asked for'}`)
  if (left.length === asked.length)
    return whole('nothing that was asked for is known to be reached, so all of it is verified')
  const because = 'no path of it changed, and no manifest or literal path of it names one that changed'
  return { projects: asked.filter(({ directory }) => hit.has(directory)), left, because }
}

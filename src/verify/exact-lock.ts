import type { Check, ProjectPlan } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Trouble } from '../model/result.ts'
import type { Stack } from '../model/stack.ts'
import { directoryView, type Site, type SourceName, stackOf } from './site.ts'
import { wordsOf } from './words.ts'

/**
 * The command that refuses to run where the lockfile is not what the manifests ask for: the check's own, or a step before it. Undefined
 * where none does, or where one before it brings the lockfile up to date.
 */
export const insisting = (stack: Stack, project: ProjectPlan, check: Check): string | undefined => {
  const { exactLock } = stack
  if (exactLock === undefined) return undefined
  for (const command of [...project.prepare, ...check.before, check].map((each) => wordsOf(each.command))) {
    if (exactLock.insists(command)) return command
    if (exactLock.renews(command)) return undefined
  }
  return undefined
}

/** Which tree is asked for a tree's sake: the merged manifests of the branch's need not agree with its lockfile, its own must. Null: nothing to ask. */
export const askedTree = (site: Site, project: ProjectPlan, source: SourceName): SourceName | null => {
  if (source !== 'branch') return source === 'control' ? 'control' : null
  const { directory } = project
  const stack = stackOf(site, project)
  const keys = (view: RepoView): string =>
    JSON.stringify(
      stack.install(directoryView(view, directory), directory).keyFiles.map((path) => [path, view.read(path)]),
    )
  const own = keys(site.sources.own.view)
  if (own === keys(site.lock.view)) return null
  return own === keys(site.sources.branch.view) ? 'branch' : 'own'
}

/** What a lockfile that was refused amounts to: the manager's own words stand in the detail. */
export const lockRefused = (command: string, tail: string): Trouble => ({
  kind: 'install-rejected',
  message: `the lockfile is not what the manifests ask for, and \`${command}\` insists on it`,
  detail: tail,
})

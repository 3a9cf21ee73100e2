import type { Check, ProjectPlan } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Stack, Tool } from '../model/stack.ts'
import type { TreeEntry } from '../model/tree.ts'
import type { Recipe, Staged, Workshop, World } from '../model/world.ts'
import type { Bench } from './bench.ts'
import type { Limits } from './run-check.ts'

/** The files of one tree and who they belong to. */
export interface TreeSource {
  readonly entries: readonly TreeEntry[]
  readonly view: RepoView
  /** Commit under the tree's own commit. */
  readonly parent: string
}

export type SourceName = 'branch' | 'control' | 'own'

/** What all trees of one verification have in common. */
export interface Site {
  readonly world: World
  readonly workshop: Workshop
  readonly lock: { readonly sha: string; readonly view: RepoView }
  readonly sources: Readonly<Record<SourceName, TreeSource>>
  readonly projects: readonly { readonly plan: ProjectPlan; readonly stack: Stack }[]
  readonly lockedPaths: ReadonlySet<string>
  readonly env: Readonly<Record<string, string>>
  readonly limits: Limits
}

/** A commit seen from the directory of a project. */
export const directoryView = (view: RepoView, directory: string): RepoView =>
  directory === '.' ? view : view.under(directory)

/** The stack of a project; one that is not of the site is a bug. */
export const stackOf = (site: Site, project: ProjectPlan): Stack => {
  const stack = site.projects.find(({ plan }) => plan === project)?.stack
  if (stack === undefined) throw new Error(`no stack for the project ${project.directory}`)
  return stack
}

/** The tool that a check calls; null where none is known. */
export const toolOf = (site: Site, check: Check): Tool | null => {
  const stack = site.projects.find(({ stack }) => stack.id === check.stack)?.stack
  return stack?.tools.find((tool) => tool.id === check.tool) ?? null
}

/** How a tree is made of its files and the installs of every project. `lock`: the commit that is locked. */
export const recipeFrom = (source: TreeSource, projects: Site['projects'], lock: string): Recipe => ({
  entries: source.entries,
  parent: source.parent,
  lock,
  installs: projects.map(({ plan, stack }) => ({
    directory: plan.directory,
    plan: stack.install(directoryView(source.view, plan.directory), plan.directory),
  })),
})

/** The same for a tree of a verification. */
export const recipeOf = (site: Site, name: SourceName): Recipe =>
  recipeFrom(site.sources[name], site.projects, site.lock.sha)

/** What it takes to run a check, or (null) a step, of a project in a tree that stands. */
export const benchOf = (
  site: Site,
  lockedText: Bench['lockedText'],
  staged: Staged,
  project: ProjectPlan,
  check: Check | null,
  name: SourceName,
): Bench => {
  const { world, workshop, lock, lockedPaths, env } = site
  const stack = stackOf(site, project)
  const source = site.sources[name]
  return {
    workshop,
    staged,
    stack,
    tool: check === null ? null : toolOf(site, check),
    install: stack.install(directoryView(source.view, project.directory), project.directory),
    place: {
      reporters: world.reporters,
      tree: staged.tree,
      project: directoryView(lock.view, project.directory),
      running: directoryView(source.view, project.directory),
      directory: project.directory,
    },
    // The branch's own tests are no exam: nothing is locked there.
    locked: name === 'own' ? [] : source.entries.filter((entry) => lockedPaths.has(entry.path)),
    lockedText,
    env,
  }
}

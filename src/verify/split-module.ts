import type { ProjectPlan } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Stack } from '../model/stack.ts'
import type { Examined } from './examine.ts'

const MODULE = 'go.mod'

/** Directories of a project, relative to it, that the branch makes modules of their own: `./...` does not go into them (Go modules reference). */
const splitIn = (lock: RepoView, branch: RepoView): readonly string[] =>
  lock.has(MODULE) && !lock.has('go.work')
    ? branch.paths
        .filter((path) => path.endsWith(`/${MODULE}`) && !lock.has(path))
        .map((path) => path.slice(0, -MODULE.length - 1))
        .filter((directory) => lock.paths.some((path) => path.startsWith(`${directory}/`) && path.endsWith('.go')))
    : []

/** A fail because packages are out of sight of the project's own command, since the branch made modules of them, says so first. */
export const namingSplitModules = (
  projects: readonly { readonly plan: ProjectPlan; readonly stack: Pick<Stack, 'id' | 'markers'> }[],
  lock: RepoView,
  branch: RepoView,
  examined: readonly Examined[],
): readonly Examined[] =>
  examined.map((one) => {
    const { directory } = one.project
    const stack = projects.find(({ plan }) => plan === one.project)?.stack
    const isOurs = one.status === 'fail' && one.failing.length === 0 && (one.run.facts.unloaded ?? []).length === 0
    if (!isOurs || stack?.markers.includes(MODULE) !== true) return one
    const split = splitIn(lock.under(directory), branch.under(directory))
    if (split.length === 0) return one
    const places = split.slice(0, 3)
    const sentence = `${one.check.kind}: the branch makes ${places.join(', ')} a module of its own (${places.map((each) => `${each}/${MODULE}`).join(', ')}), which the project's command does not go into`
    return { ...one, blocking: [sentence, ...one.blocking] }
  })

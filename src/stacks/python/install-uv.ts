import type { RepoView } from '../../model/repo-view.ts'
import type { DependencyPlan } from './dependency-plan.ts'
import { step } from './environment-steps.ts'
import { members } from './members.ts'
import { readPyproject, tableAt, valueAt } from './pyproject.ts'
import { chosenExtras, chosenGroups, isForChecking } from './selection.ts'

/** `uv sync` from the lockfile as it is, without anything that lies in the tree. */
export const fromUv = (project: RepoView, directory: string): DependencyPlan => {
  const all = readPyproject(project)
  const groups = Object.keys(tableAt(all, 'dependency-groups'))
  const chosen = chosenGroups(groups)
  const conflicts = valueAt(all, 'tool', 'uv', 'conflicts') !== undefined
  const argv = [
    'uv',
    'sync',
    '--frozen',
    '--no-install-project',
    '--no-install-workspace',
    ...(members(project).length > 0 ? ['--all-packages'] : []),
    // Groups that exclude each other cannot all be had: those named for checking, beside uv's default ones.
    ...(conflicts ? chosen.filter(isForChecking) : chosen).flatMap((name) => ['--group', name]),
    ...groups.filter((name) => !chosen.includes(name)).flatMap((name) => ['--no-group', name]),
    ...chosenExtras(project).flatMap((name) => ['--extra', name]),
  ] as const
  return {
    manager: 'uv',
    steps: [step(['uv', ...argv.slice(1)], directory, { file: 'uv.lock', text: 'uv.lock' })],
    pinned: true,
    programs: ['uv'],
  }
}

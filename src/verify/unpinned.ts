import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Planned } from './plan-branch.ts'

/** One anomaly for each project whose dependencies no lockfile decides: what is tested depends on the day. */
export const unpinned = (projects: Planned['projects'], lock: RepoView): readonly Anomaly[] =>
  projects.flatMap(({ plan: { directory }, stack }) => {
    const { pinned, manager } = stack.install(directory === '.' ? lock : lock.under(directory), directory)
    if (pinned) return []
    return [
      anomaly(
        'dependencies-unpinned',
        'medium',
        `No lockfile of ${manager} decides the dependencies: they were resolved today, alike for the base and the branch`,
        {
          path: directory === '.' ? null : directory,
          remedy: 'Commit a lockfile: another day may bring other versions, and another verdict.',
        },
      ),
    ]
  })

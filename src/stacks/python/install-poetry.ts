import type { RepoView } from '../../model/repo-view.ts'
import type { DependencyPlan } from './dependency-plan.ts'
import { step } from './environment-steps.ts'
import { readPyproject, tableAt, valueAt } from './pyproject.ts'
import { requirementFiles } from './requirement.ts'
import { chosenExtras, isForChecking } from './selection.ts'

/** True with a lockfile of poetry, or where only poetry can read the dependencies. */
export const usesPoetry = (project: RepoView): boolean =>
  project.has('poetry.lock') ||
  (Object.keys(tableAt(readPyproject(project), 'tool', 'poetry', 'dependencies')).length > 0 &&
    requirementFiles(project).length === 0)

/** `poetry install` into the environment that VIRTUAL_ENV names, without the project. Poetry itself must be on PATH. */
export const fromPoetry = (project: RepoView, directory: string): DependencyPlan => {
  const groups = tableAt(readPyproject(project), 'tool', 'poetry', 'group')
  const optional = Object.keys(groups).filter(
    (name) => valueAt(groups, name, 'optional') === true && isForChecking(name),
  )
  const argv = [
    'install',
    '--no-root',
    '--no-interaction',
    ...(optional.length > 0 ? [`--with=${optional.join(',')}`] : []),
    ...chosenExtras(project).map((name) => `--extras=${name}`),
  ]
  return {
    manager: 'poetry',
    steps: [
      step(['poetry', ...argv], directory, {
        file: project.has('poetry.lock') ? 'poetry.lock' : 'pyproject.toml',
        text: 'poetry',
      }),
    ],
    pinned: project.has('poetry.lock'),
    programs: ['poetry'],
  }
}

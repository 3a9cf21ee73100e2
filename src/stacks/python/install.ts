import type { Step } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { InstallPlan } from '../../model/stack.ts'
import { buildRequirements, isInstallable } from './build-system.ts'
import { declares } from './declarations.ts'
import type { DependencyPlan } from './dependency-plan.ts'
import {
  environmentName,
  environmentPath,
  installBuildRequirements,
  installInto,
  installProject,
  makeEnvironment,
  step,
} from './environment-steps.ts'
import { fromPinned, pinnedLock } from './install-pinned.ts'
import { fromPip } from './install-pip.ts'
import { fromPoetry, usesPoetry } from './install-poetry.ts'
import { fromUv } from './install-uv.ts'
import { members, pathSources } from './members.ts'
import { PRE_COMMIT } from './pre-commit.ts'
import { requirementFiles, requirementName } from './requirement.ts'
import { undeclaredTools } from './selection.ts'

/** How the dependencies of a project are had: a virtual environment in the stage, filled by the manager whose lockfile is there. */
export const install = (project: RepoView, directory: string): InstallPlan => {
  const { manager, steps, pinned, programs } = dependencies(project, directory)
  const inTree = (path: string): string => (directory === '.' ? path : `${directory}/${path}`)
  const name = environmentName(directory)
  const places = installable(project)
  const tools = undeclaredTools(project)
  const requirements = [...new Set(places.flatMap((place) => buildRequirements(project.under(place))))]
  return {
    manager,
    keyFiles: keyFiles(project).map(inTree),
    keyCommands: [
      ['sh', '-c', 'python3 --version; uv --version || true'],
      ...programs.map((program) => [program, '--version'] as const),
    ],
    install: [
      makeEnvironment(directory),
      ...steps,
      ...(tools.length > 0
        ? [installInto(directory, tools, { file: null, text: 'tools that the project uses and does not declare' })]
        : []),
      ...(places.length > 0 ? [installBuildRequirements(directory, requirements)] : []),
      ...warmPyright(project, directory, tools),
    ],
    outputs: [name],
    perTree: places.length > 0 ? [installProject(directory, places)] : [],
    pinned,
    path: [`${name}/bin`],
    env: environment(name),
  }
}

const dependencies = (project: RepoView, directory: string): DependencyPlan => {
  if (project.has('uv.lock')) return fromUv(project, directory)
  const pinned = pinnedLock(project)
  if (pinned !== undefined) return fromPinned(pinned, directory)
  return usesPoetry(project) ? fromPoetry(project, directory) : fromPip(project, directory)
}

const installable = (project: RepoView): readonly string[] =>
  [...new Set(['.', ...members(project), ...pathSources(project)])].filter((place) =>
    isInstallable(project.under(place)),
  )

const keyFiles = (project: RepoView): readonly string[] => {
  const own = [
    'pyproject.toml',
    'uv.lock',
    'uv.toml',
    'poetry.lock',
    'poetry.toml',
    'pdm.lock',
    'Pipfile',
    'Pipfile.lock',
    'setup.py',
    'setup.cfg',
    '.python-version',
  ]
  const inner = [...members(project), ...pathSources(project)].flatMap((place) => [
    `${place}/pyproject.toml`,
    `${place}/setup.py`,
    `${place}/setup.cfg`,
  ])
  const constraints = project.paths.filter((path) =>
    /^(?:constraints[^/]*\.txt|(?:requirements|reqs)\/.+\.(?:txt|in))$/.test(path),
  )
  // CI and tox decide which extras and tools are installed.
  const automation = project.paths.filter((path) =>
    /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|tox\.ini|noxfile\.py|[Mm]akefile|[Jj]ustfile)$/.test(path),
  )
  return [...new Set([...own, ...inner, ...requirementFiles(project), ...constraints, ...automation, PRE_COMMIT])]
    .filter((path) => project.has(path))
    .sort()
}

/** The PyPI package `pyright` fetches the program on its first call: that call belongs to the install, where the network is. */
const warmPyright = (project: RepoView, directory: string, tools: readonly string[]): readonly Step[] =>
  declares(project, 'pyright') !== undefined || tools.some((tool) => requirementName(tool) === 'pyright')
    ? [
        step([`${environmentPath(directory)}/bin/pyright`, '--version'], directory, {
          file: null,
          text: 'pyright fetches its program',
        }),
      ]
    : []

const environment = (name: string): Readonly<Record<string, string>> => ({
  VIRTUAL_ENV: `{stage}/${name}`,
  UV_PROJECT_ENVIRONMENT: `{stage}/${name}`,
  UV_PYTHON_DOWNLOADS: 'never',
  // Hard links would let a run write into uv's cache.
  UV_LINK_MODE: 'copy',
  UV_NO_PROGRESS: '1',
  // Runs write no bytecode, so without this each of them would compile every package anew.
  UV_COMPILE_BYTECODE: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_NO_INPUT: '1',
  POETRY_VIRTUALENVS_CREATE: 'false',
  POETRY_NO_INTERACTION: '1',
  PYRIGHT_PYTHON_CACHE_DIR: `{stage}/${name}/pyright`,
  PYRIGHT_PYTHON_IGNORE_WARNINGS: '1',
})

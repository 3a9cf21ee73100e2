import type { RepoView } from '../../model/repo-view.ts'
import { isInstallable } from './build-system.ts'
import type { DependencyPlan } from './dependency-plan.ts'
import { installInto } from './environment-steps.ts'
import { noxRequirements } from './nox.ts'
import { readPyproject, stringsAt, valueAt } from './pyproject.ts'
import { requirementFiles, requirementLines, requirementName } from './requirement.ts'
import { chosenExtras, installedByCi, staticRequirements } from './selection.ts'
import { toxRequirements } from './tox.ts'

/**
 * Requirement files, the dependencies that pyproject.toml states, and what CI installs by name. Where setup.py or setup.cfg computes
 * them, the project is installed editable for its dependencies' sake; `perTree` installs it anew in every tree at the same path.
 */
export const fromPip = (project: RepoView, directory: string): DependencyPlan => {
  const tox = toxRequirements(project)
  const nox = noxRequirements(project)
  const files = [...new Set([...requirementFiles(project), ...tox.files, ...nox.files])]
  const stated = [...staticRequirements(project), ...installedByCi(project)]
  const listed = new Set(
    [...stated, ...files.flatMap((file) => requirementLines(project.read(file) ?? '').map(({ text }) => text))].map(
      requirementName,
    ),
  )
  const named = [
    ...new Set([...stated, ...[...tox.named, ...nox.named].filter((one) => !listed.has(requirementName(one)))]),
  ]
  const computed = isInstallable(project) && isComputed(project)
  const extras = chosenExtras(project)
  const own = computed ? ['-e', extras.length > 0 ? `.[${extras.join(',')}]` : '.'] : []
  const lists = files.flatMap((file) => ['-r', file])
  // With hashes pip wants one for everything in the same call.
  const hashed = files.some((file) => /--hash=/.test(project.read(file) ?? ''))
  const calls = hashed ? [...files.map((file) => ['-r', file]), [...named, ...own]] : [[...lists, ...named, ...own]]
  const exact =
    files.length > 0 && named.length === 0 && !computed && files.every((file) => isExact(project.read(file) ?? ''))
  const nothing = calls.every((args) => args.length === 0)
  return {
    manager: 'pip',
    steps: calls
      .filter((args) => args.length > 0)
      .map((args) => installInto(directory, args, { file: files[0] ?? manifest(project), text: args.join(' ') })),
    pinned: exact || nothing,
    programs: [],
  }
}

const manifest = (project: RepoView): string | null =>
  ['pyproject.toml', 'setup.py', 'setup.cfg'].find((file) => project.has(file)) ?? null

/** True when the dependencies are not written down in pyproject.toml. */
const isComputed = (project: RepoView): boolean => {
  const all = readPyproject(project)
  if (valueAt(all, 'project') === undefined) return true
  return stringsAt(all, 'project', 'dynamic').some((key) => key === 'dependencies' || key === 'optional-dependencies')
}

/** True when every requirement is pinned to one version. */
const isExact = (text: string): boolean =>
  text
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('-'))
    .every((line) => /={2,3}|@\s*(?:git\+|https?:)/.test(line))

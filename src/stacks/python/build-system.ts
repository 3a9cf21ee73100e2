import type { RepoView } from '../../model/repo-view.ts'
import { readPyproject, stringsAt, tableAt, valueAt } from './pyproject.ts'
import { requirementName } from './requirement.ts'

/** What a backend asks for when it builds an editable install, beyond what it declares (its `get_requires_for_build_editable`). */
const ASKED_LATER: readonly (readonly [backend: RegExp, requirements: readonly string[]])[] = [
  [/^hatchling/, ['editables']],
  [/^setuptools/, ['wheel']],
  [/^mesonpy/, ['ninja']],
  [/^scikit_build_core/, ['cmake', 'ninja']],
]

/** True when the project can be installed: it has a build system or a setup.py, and does not say that it is no package. */
export const isInstallable = (project: RepoView): boolean => {
  const all = readPyproject(project)
  if (valueAt(all, 'tool', 'uv', 'package') === false || valueAt(all, 'tool', 'poetry', 'package-mode') === false)
    return false
  if (valueAt(all, 'build-system') !== undefined || project.has('setup.py')) return true
  // Without a build system pip falls back to setuptools: a `src/` layout cannot be imported otherwise.
  const named = valueAt(all, 'project', 'name') !== undefined
  return named && !project.has('uv.lock') && project.paths.some((path) => /^src\/[^/]+\/__init__\.py$/.test(path))
}

/** Requirements of the build: declared, and known to be asked for later. */
export const buildRequirements = (project: RepoView): readonly string[] => {
  const all = readPyproject(project)
  const declared = stringsAt(all, 'build-system', 'requires')
  const legacy = tableAt(all, 'build-system').requires === undefined
  const backend = valueAt(all, 'build-system', 'build-backend')
  const module = typeof backend === 'string' ? backend : 'setuptools.build_meta'
  const later = ASKED_LATER.filter(([pattern]) => pattern.test(module)).flatMap(([, requirements]) => requirements)
  const names = new Set(declared.map(requirementName))
  return [...declared, ...(legacy ? ['setuptools'] : []), ...later.filter((name) => !names.has(name))]
}

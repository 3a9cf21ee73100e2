import picomatch from 'picomatch'
import type { RepoView } from '../../model/repo-view.ts'
import { readPyproject, stringsAt, tableAt, valueAt } from './pyproject.ts'

/** Directories of the members of a uv workspace, sorted. Rule: uv docs, workspaces (`tool.uv.workspace`). */
export const members = (project: RepoView): readonly string[] => {
  const all = readPyproject(project)
  const globs = stringsAt(all, 'tool', 'uv', 'workspace', 'members').map((glob) =>
    glob.replace(/^\.\//, '').replace(/\/+$/, ''),
  )
  if (globs.length === 0) return []
  const isMember = picomatch([...globs], { ignore: [...stringsAt(all, 'tool', 'uv', 'workspace', 'exclude')] })
  return project.paths
    .filter((path) => path.endsWith('/pyproject.toml'))
    .map((path) => path.slice(0, -'/pyproject.toml'.length))
    .filter((directory) => isMember(directory))
    .sort()
}

/** Directories inside the project that it depends on by path (`tool.uv.sources`), sorted. */
export const pathSources = (project: RepoView): readonly string[] => {
  const sources = tableAt(readPyproject(project), 'tool', 'uv', 'sources')
  return Object.keys(sources)
    .map((name) => valueAt(sources, name, 'path'))
    .filter((path) => typeof path === 'string')
    .map((path) => path.replace(/^\.\//, '').replace(/\/+$/, ''))
    .filter((path) => project.has(`${path}/pyproject.toml`) || project.has(`${path}/setup.py`))
    .sort()
}

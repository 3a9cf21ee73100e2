import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import { modulesOf, readModuleFile } from './module-files.ts'

const FETCH = 'GOMODCACHE="$0" exec go mod download "$1"'

/** Fetches one module that the project requires, past every cache: it tells whether the proxy serves. */
export const reach = (project: RepoView): Some<string> => {
  const files = modulesOf(project).map((module) =>
    readModuleFile(project.read(module === '.' ? 'go.mod' : `${module}/go.mod`) ?? ''),
  )
  const replaced = new Set(files.flatMap(({ replaces }) => replaces.map(({ path }) => path.split(' ')[0])))
  const known = files.flatMap(({ requires }) => requires).filter(({ path }) => !replaced.has(path))
  // A short path is, as a rule, a small module.
  const [first] = [...known].sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
  const wanted = first === undefined ? 'github.com/pkg/errors@v0.9.1' : `${first.path}@${first.version}`
  return ['sh', '-c', FETCH, '{stage}/temp/reach', wanted]
}

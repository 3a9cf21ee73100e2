import type { RepoView } from '../../model/repo-view.ts'
import { toolName } from './tool-call.ts'

const BROUGHT = new Set(['staticcheck', 'goimports', 'gofumpt', 'golangci-lint'])
const CALL = /\bgo\s+(?:install|run)\s+(?:-[\w=-]+\s+)*["']?([\w.-]+\.[\w-]+(?:\/[\w.-]+)+)@([\w.+-]+)/g
const READ = /^(?:\.github\/workflows\/[^/]+\.ya?ml|GNUmakefile|[Mm]akefile|scripts?\/[^/]+\.sh)$/

/** Linters that CI or Make of the locked ref brings by `go install path@version`, as `path@version`, sorted. */
export const namedPrograms = (project: RepoView): readonly string[] => {
  const found = project.paths
    .filter((path) => READ.test(path))
    .flatMap((path) => [...(project.read(path) ?? '').matchAll(CALL)])
    .flatMap(([, path, version]) =>
      path !== undefined && version !== undefined && BROUGHT.has(toolName(path)) ? [`${path}@${version}`] : [],
    )
  return [...new Set(found)].sort()
}

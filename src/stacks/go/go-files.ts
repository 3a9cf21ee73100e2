import type { RepoView } from '../../model/repo-view.ts'
import { workspaceMembers } from './module-files.ts'

/** Directories that go commands leave out of `./...` (`go help packages`), and vendored code. */
const LEFT_OUT = /(^|\/)(?:[_.][^/]*|testdata|vendor)\//
/** Constraints of files that no ordinary build takes. */
const NEVER_BUILT = /^\/\/(?:go:build|\s*\+build)\b.*\b(?:ignore|tools?|never)\b/m

export const directoryOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.'

/** Go files of the project's own modules: not of modules nested in it, of vendored or of test data. */
export const goFiles = (project: RepoView): readonly string[] => {
  const members = new Set(workspaceMembers(project))
  const nested = project.paths
    .filter((path) => path.endsWith('/go.mod'))
    .map(directoryOf)
    .filter((directory) => !members.has(directory))
  return project.paths.filter(
    (path) =>
      path.endsWith('.go') && !LEFT_OUT.test(path) && !nested.some((directory) => path.startsWith(`${directory}/`)),
  )
}

export const isTestFile = (path: string): boolean => path.endsWith('_test.go')

export const testFiles = (project: RepoView): readonly string[] => goFiles(project).filter(isTestFile)

/** The first file that an ordinary build takes; undefined where a module only holds tests or lists of tools. */
export const builtFile = (project: RepoView): string | undefined =>
  goFiles(project).find((path) => !isTestFile(path) && !NEVER_BUILT.test((project.read(path) ?? '').slice(0, 4_000)))

const CONCURRENT = /^\s*go (?:func|[A-Za-z_][\w.]*\()|(?<![\w."])chan\b|"sync(?:\/atomic)?"/m
const LOOKED_AT = 300

/** True when the project is seen to use goroutines, channels or locks: its tests will run with the race detector. Only the first few hundred files are looked at. */
export const looksConcurrent = (project: RepoView): boolean =>
  goFiles(project)
    .slice(0, LOOKED_AT)
    .some((path) => CONCURRENT.test(project.read(path) ?? ''))

/** Patterns for every package of the project: one for each module of a workspace. */
export const everyPackage = (project: RepoView): readonly string[] => {
  const members = workspaceMembers(project)
  return members.length === 0
    ? ['./...']
    : members.map((directory) => (directory === '.' ? './...' : `./${directory}/...`))
}

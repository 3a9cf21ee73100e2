import type { RepoView } from '../model/repo-view.ts'
import type { ComposedTree } from '../model/tree.ts'
import type { Examined } from './examine.ts'

const configurations = new Set(['runner-config-modified', 'type-config-modified', 'alias-restored'])
/** Settings of runners that say where modules lie: they would be the branch's, but stand in files that judge. */
const places =
  /\balias|moduleNameMapper|modulePaths|moduleDirectories|\broots\b|\brootDir\b|\broot\s*:|pythonpath|python_paths|tsconfig-?paths|\btransform\b|\bresolve\b|"imports"/i

/** Builds whose every part says what is compiled, with what, from where. */
const builds = /(?:^|\/)(?:pom\.xml|[^/]+\.gradle(?:\.kts)?|gradle\.properties)$/

/** Files that the branch changes, that came from the lock, and that say where modules lie. */
const placesPutBack = (composed: ComposedTree, lock: RepoView, branch: RepoView): readonly string[] => [
  ...new Set(
    composed.anomalies
      .filter(({ kind }) => configurations.has(kind))
      .flatMap(({ path }) => path ?? [])
      .filter(
        (path) => builds.test(path) || places.test(lock.read(path) ?? '') || places.test(branch.read(path) ?? ''),
      ),
  ),
]

const isBelow = (path: string, directory: string): boolean => directory === '.' || path.startsWith(`${directory}/`)
const above = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/**
 * A red of tests in which no test failed (suites did not load) is nobody's where we put back a file that says where modules lie: the
 * lock's places and the branch's layout need not fit. Everything else stays as it was judged.
 */
export const blamedOnPutBack = (
  composed: ComposedTree,
  lock: RepoView,
  branch: RepoView,
  examined: readonly Examined[],
): readonly Examined[] => {
  const unloaded = (one: Examined) => one.check.kind === 'tests' && one.status === 'fail' && one.failing.length === 0
  if (!examined.some(unloaded)) return examined
  const files = placesPutBack(composed, lock, branch)
  return examined.map((one) => {
    const { directory } = one.project
    const mine = files.filter((path) => isBelow(path, directory) || isBelow(`${directory}/`, above(path) || '.'))
    if (!unloaded(one) || mine.length === 0) return one
    const sentence = `the branch's ${mine.slice(0, 3).join(', ')}, which says where modules lie, was put back to the lock's: whether that or the change is to blame is not known`
    return { ...one, status: 'error', attribution: null, blocking: [...one.blocking, sentence] }
  })
}

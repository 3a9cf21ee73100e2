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

/** cargo's words for manifests that do not fit together (cargo 1.95). */
const refusesManifests =
  /^(?:error: (?:failed to (?:parse|load) manifest|invalid feature|error inheriting|no targets specified)|\s*(?:failed to (?:parse|load) manifest|error inheriting|invalid feature))/m

/** Cargo manifests that are neither the lock's nor the branch's: nobody wrote them so. */
const mergedManifests = (composed: ComposedTree): readonly string[] =>
  composed.entries
    .filter(({ path, from }) => from === 'merged' && /(?:^|\/)Cargo\.toml$/.test(path))
    .map(({ path }) => path)

const refused = ({ status, failing, run }: Examined): boolean =>
  status === 'fail' && failing.length === 0 && refusesManifests.test(run.detail ?? '')

const isBelow = (path: string, directory: string): boolean => directory === '.' || path.startsWith(`${directory}/`)
const above = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/**
 * A red of tests in which no test failed (suites did not load) is nobody's where we put back a file that says where modules lie: the
 * lock's places and the branch's layout need not fit; so is one of a Cargo.toml that was merged and that cargo cannot read. Everything
 * else stays as it was judged.
 */
export const blamedOnPutBack = (
  composed: ComposedTree,
  lock: RepoView,
  branch: RepoView,
  examined: readonly Examined[],
): readonly Examined[] => {
  const unloaded = (one: Examined) => one.check.kind === 'tests' && one.status === 'fail' && one.failing.length === 0
  const manifests = examined.some(refused) ? mergedManifests(composed) : []
  if (!examined.some(unloaded) && manifests.length === 0) return examined
  const files = placesPutBack(composed, lock, branch)
  return examined.map((one) => {
    const { directory } = one.project
    const isNear = (path: string) => isBelow(path, directory) || isBelow(`${directory}/`, above(path) || '.')
    if (refused(one) && manifests.some(isNear)) {
      const sentence = `the branch's ${manifests.filter(isNear).slice(0, 3).join(', ')}, of which a part was put back to the lock's, was refused: whether that or the change is to blame is not known; lock a commit that has the new manifests (--lock <sha>)`
      return { ...one, status: 'error', attribution: null, blocking: [...one.blocking, sentence] }
    }
    const mine = files.filter(isNear)
    if (!unloaded(one) || mine.length === 0) return one
    const sentence = `the branch's ${mine.slice(0, 3).join(', ')}, which says where modules lie, was put back to the lock's: whether that or the change is to blame is not known`
    return { ...one, status: 'error', attribution: null, blocking: [...one.blocking, sentence] }
  })
}

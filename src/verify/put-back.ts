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
const nobodys = { status: 'error', attribution: null } as const
const unknown = "was put back to the lock's: whether that or the change is to blame is not known"

const isBelow = (path: string, directory: string): boolean => directory === '.' || path.startsWith(`${directory}/`)
const above = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** Whether words of a compiler or runner speak of one of these helpers: by its path, or, where nothing else lies beside it, by its package. */
const speakingOf = (
  helpers: readonly string[],
  composed: ComposedTree,
  lock: RepoView,
  directory: string,
): ((text: string) => boolean) => {
  const locked = new Set(composed.lockedPaths)
  const prefix = directory === '.' ? '' : `${directory}/`
  const words = helpers.flatMap((path) => {
    const own = above(path)
    const isAlone = lock.paths.every((each) => above(each) !== own || locked.has(each))
    const packages = own
      .split('/')
      .filter((part) => part !== '' && !/^(?:src|lib|internal|pkg|crates|packages)$/.test(part))
    const near = path.startsWith(prefix) ? path.slice(prefix.length) : path
    return [near, ...(isAlone ? packages.slice(-1).map((part) => part.replaceAll('-', '[-_]')) : [])]
  })
  return (text) => words.some((word) => new RegExp(`(?<![\\w./-])${word.replaceAll('.', '\\.')}(?!\\w)`).test(text))
}

/** Helpers that were put back and that everything which did not compile or load speaks of. */
const helpersBlamed = (composed: ComposedTree, lock: RepoView, one: Examined): readonly string[] => {
  const helpers = composed.helpersPutBack ?? []
  if (helpers.length === 0 || one.status !== 'fail') return []
  const isTests = one.check.kind === 'tests'
  const texts = isTests
    ? (one.run.facts.unloaded ?? []).map(({ message }) => message)
    : one.failing.map(({ file, message }) => `${file ?? ''} ${message ?? ''}`)
  if (texts.length === 0 || (isTests && one.failing.length > 0)) return []
  const { directory } = one.project
  return texts.every(speakingOf(helpers, composed, lock, directory)) ? helpers : []
}

/**
 * A red of tests in which no test failed (suites did not load) is nobody's where we put back a file that says where modules lie: the
 * lock's places and the branch's layout need not fit; so is one of a Cargo.toml that was merged and that cargo cannot read, and what does not
 * compile against a helper of tests that we put back (a mock that grows with its interface). Everything else stays as it was judged.
 */
export const blamedOnPutBack = (
  composed: ComposedTree,
  lock: RepoView,
  branch: RepoView,
  examined: readonly Examined[],
): readonly Examined[] => {
  const judged = examined.map((one) => {
    const helpers = helpersBlamed(composed, lock, one)
    if (helpers.length === 0) return one
    const names = helpers.slice(0, 3).join(', ')
    const sentence = `${one.check.kind}: ${names}, which only tests use and the branch changes, ${unknown}`
    return { ...one, ...nobodys, blocking: [sentence, ...one.blocking] }
  })
  const unloaded = (one: Examined) => one.check.kind === 'tests' && one.status === 'fail' && one.failing.length === 0
  const manifests = judged.some(refused) ? mergedManifests(composed) : []
  if (!judged.some(unloaded) && manifests.length === 0) return judged
  const files = placesPutBack(composed, lock, branch)
  return judged.map((one) => {
    const { directory } = one.project
    const isNear = (path: string) => isBelow(path, directory) || isBelow(`${directory}/`, above(path) || '.')
    if (refused(one) && manifests.some(isNear)) {
      const sentence = `the branch's ${manifests.filter(isNear).slice(0, 3).join(', ')}, of which a part was put back to the lock's, was refused: whether that or the change is to blame is not known; lock a commit that has the new manifests (--lock <sha>)`
      return { ...one, ...nobodys, blocking: [...one.blocking, sentence] }
    }
    const mine = files.filter(isNear)
    if (!unloaded(one) || mine.length === 0) return one
    const sentence = `the branch's ${mine.slice(0, 3).join(', ')}, which says where modules lie, ${unknown}`
    return { ...one, ...nobodys, blocking: [...one.blocking, sentence] }
  })
}

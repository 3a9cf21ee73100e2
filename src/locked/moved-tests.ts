import { hasBelow, type RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import type { Move } from './moves.ts'

const isCompiled = (path: string): boolean => /\.(?:c|cc|cpp|cxx|c\+\+|C|m|mm|h|hh|hpp|hxx|inc|ipp)$/.test(path)
const homeOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** Directories in which two paths of one end differ: `a/tests/b/x`, `a/test/b/x` → `a/tests/`, `a/test/`; undefined for another name. */
const directoriesOf = ({ from, to }: Move): Move | undefined => {
  const [left, right] = [from.split('/'), to.split('/')]
  if (left.at(-1) !== right.at(-1)) return undefined
  while (left.length > 0 && left.at(-1) === right.at(-1)) {
    left.pop()
    right.pop()
  }
  return left.length === 0 || right.length === 0 ? undefined : { from: `${left.join('/')}/`, to: `${right.join('/')}/` }
}

const isBuildFile = (path: string): boolean =>
  /(?:^|\/)(?:CMakeLists\.txt|meson\.build|Makefile\.am|[^/]+\.cmake)$/.test(path)

/** Whether a build of the view names a path, as its file sees it or as its root does. */
const namedIn = (view: RepoView): ((path: string) => boolean) => {
  const files = view.paths.filter(isBuildFile).map((path) => ({ home: homeOf(path), text: view.read(path) ?? '' }))
  return (path) =>
    files.some(({ home, text }) => {
      const near = path.startsWith(home) ? path.slice(home.length) : path
      return new RegExp(`(?<![\\w.-])${near.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.-])`).test(text)
    })
}

/** Share of the lines that two texts have in common, 0 to 1, of the longer one; empty lines aside. */
const likeness = (left: string, right: string): number => {
  const [one, two] = [left, right].map((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )
  if (one === undefined || two === undefined || one.length === 0 || two.length === 0) return 0
  const known = new Set(two)
  return one.filter((line) => known.has(line)).length / Math.max(one.length, two.length)
}

/** As git takes a file for a renamed one. */
const ALIKE = 0.5
const MOST = 400

/**
 * Tests of a language whose build names them, where the branch has them under another path: a file of the same content, or of one that is
 * like no other, or a directory of which nothing stayed behind. They go with them as the lock has them. `isBuilt` says which paths such a
 * build has; where it still names the old place nothing is moved, since the locked file can stand there.
 */
export const movedTests = (
  lock: RepoView,
  branch: RepoView,
  { classOf }: Pick<Classifier, 'classOf'>,
  isBuilt: (path: string) => boolean,
): readonly Move[] => {
  const onlyIn = (view: RepoView, other: RepoView): readonly string[] =>
    view.paths.filter((path) => !other.has(path) && isCompiled(path) && isBuilt(path) && classOf(path) === 'test')
  const lost = onlyIn(lock, branch)
  const gained = lost.length === 0 ? [] : onlyIn(branch, lock)
  if (gained.length === 0) return []
  const isNamed = namedIn(branch)
  const pairs = [...sameContent(lock, branch, lost, gained), ...alike(lock, branch, lost, gained)].filter(
    ({ from }) => !isNamed(from),
  )
  const directories = new Map<string, string>()
  for (const pair of pairs) {
    const move = directoriesOf(pair)
    if (move !== undefined && isWhole(lock, branch, move)) directories.set(move.from, move.to)
  }
  const whole = [...directories].map(([from, to]): Move => ({ from, to }))
  return [...whole, ...pairs.filter(({ from }) => !whole.some((move) => from.startsWith(move.from)))]
}

const isWhole = (lock: RepoView, branch: RepoView, { from, to }: Move): boolean =>
  !to.startsWith(from) && !hasBelow(branch, from.slice(0, -1)) && !hasBelow(lock, to.slice(0, -1))

const sameContent = (
  lock: RepoView,
  branch: RepoView,
  lost: readonly string[],
  gained: readonly string[],
): readonly Move[] =>
  lost.flatMap((from) => {
    const oid = lock.oid(from)
    const [to, second] = gained.filter((path) => branch.oid(path) === oid)
    const twins = lost.filter((path) => lock.oid(path) === oid)
    return to === undefined || second !== undefined || twins.length > 1 ? [] : [{ from, to }]
  })

/** Those that were changed while they were moved: each is the other's only one. */
const alike = (
  lock: RepoView,
  branch: RepoView,
  lost: readonly string[],
  gained: readonly string[],
): readonly Move[] => {
  const unsaid = lost.filter((path) => !gained.some((each) => branch.oid(each) === lock.oid(path)))
  const open = gained.filter((path) => !lost.some((each) => lock.oid(each) === branch.oid(path)))
  if (unsaid.length * open.length > MOST) return []
  const pairs = unsaid.flatMap((from) =>
    open
      .filter((to) => likeness(lock.read(from) ?? '', branch.read(to) ?? '') >= ALIKE)
      .map((to): Move => ({ from, to })),
  )
  return pairs.filter(({ from, to }) => pairs.filter((pair) => pair.from === from || pair.to === to).length === 1)
}

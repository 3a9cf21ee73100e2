import { type CommitView, hasBelow, plainView, type RepoView } from '../model/repo-view.ts'

/** A package whose directory the branch moved as a whole: both directories end with `/`. */
export interface MovedPackage {
  readonly from: string
  readonly to: string
}

/** How the manifests of packages that are built from a list of members say their own name. */
const NAMES: Readonly<Record<string, (text: string) => string | undefined>> = {
  'Cargo.toml': (text) => /^\s*\[package\][^[]*?^\s*name\s*=\s*"([^"]+)"/ms.exec(text)?.[1],
  'go.mod': (text) => /^module\s+(\S+)/m.exec(text)?.[1],
  'package.json': (text) => /^\s*\{[\s\S]*?"name"\s*:\s*"([^"]+)"/.exec(text)?.[1],
  'pom.xml': (text) => /<artifactId>\s*([^<\s]+)\s*</.exec(text.replace(/<parent>[\s\S]*?<\/parent>/, ''))?.[1],
}

const homeOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** True where a file of a package reaches out of it: elsewhere the same words would mean another file. */
const reachesOut = (view: RepoView, path: string, home: string): boolean => {
  const depth = path.slice(home.length).split('/').length - 1
  const climbs = view.read(path)?.match(/(?:\.\.[/\\])+/g) ?? []
  return climbs.some((climb) => climb.length / 3 > depth)
}

/**
 * Packages of the lock whose directory is gone from the branch as a whole, and stands there under another path, which the lock does not
 * have, with a manifest of the same kind and name: their tests move with them, as the lock has them. Only where nothing of the package
 * reaches out of its directory, so that the move cannot put other files under the tests, and only where one place is meant.
 */
export const movedPackages = (lock: RepoView, branch: RepoView): readonly MovedPackage[] => {
  const manifests = (view: RepoView): readonly string[] =>
    view.paths.filter((path) => path.includes('/') && NAMES[nameOf(path)] !== undefined)
  const called = (view: RepoView, path: string): string | undefined => NAMES[nameOf(path)]?.(view.read(path) ?? '')
  const places = manifests(branch).filter((path) => !hasBelow(lock, homeOf(path).slice(0, -1)))
  if (places.length === 0) return []
  return manifests(lock).flatMap((manifest) => {
    const from = homeOf(manifest)
    const name = called(lock, manifest)
    if (name === undefined || hasBelow(branch, from.slice(0, -1))) return []
    const found = places.filter((path) => nameOf(path) === nameOf(manifest) && called(branch, path) === name)
    const [place, second] = found
    const twins = manifests(lock).filter((path) => called(lock, path) === name)
    if (place === undefined || second !== undefined || twins.length > 1) return []
    const inside = lock.paths.filter((path) => path.startsWith(from) && path !== manifest)
    return inside.some((path) => reachesOut(lock, path, from)) ? [] : [{ from, to: homeOf(place) }]
  })
}

const moved = (moves: readonly MovedPackage[], path: string, back = false): string => {
  const move = moves.find(({ from, to }) => path.startsWith(back ? to : from))
  if (move === undefined) return path
  return back ? move.from + path.slice(move.to.length) : move.to + path.slice(move.from.length)
}

/** A commit as it would be if the packages had always been where the branch has them. */
export const viewOfMoved = (view: CommitView, moves: readonly MovedPackage[]): CommitView => {
  if (moves.length === 0) return view
  const gone = (path: string): boolean => moves.some(({ from }) => path.startsWith(from))
  const old = (path: string): string => moved(moves, path, true)
  const paths = view.paths.map((path) => moved(moves, path)).sort()
  const plain = plainView(paths, {
    has: (path) => !gone(path) && view.has(old(path)),
    read: (path) => (gone(path) ? undefined : view.read(old(path))),
    oid: (path) => (gone(path) ? undefined : view.oid(old(path))),
    mode: (path) => (gone(path) ? undefined : view.mode(old(path))),
  })
  return {
    ...plain,
    mode: (path) => (gone(path) ? undefined : view.mode(old(path))),
    target: (path) => (gone(path) ? undefined : view.target(old(path))),
    submodules: view.submodules,
    lfs: view.lfs.map((file) => ({ ...file, path: moved(moves, file.path) })),
  }
}

/** A text that begins with a path (an id, a file), with the path moved; `back`: where the lock has it. */
export const movedPath = moved

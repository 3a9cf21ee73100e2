import { type CommitView, plainView } from '../model/repo-view.ts'

/** What the branch moved as a whole: a directory, both names ending with `/`, or a file. */
export interface Move {
  readonly from: string
  readonly to: string
}

/** True for a path in a directory, and for a text that begins with a file and goes on with something that is no part of its name. */
const isOf = (text: string, place: string): boolean =>
  text.startsWith(place) && (place.endsWith('/') || !/^[\w./-]/.test(text.slice(place.length)))

/** A text that begins with a path (an id, a file), with the path moved; `back`: where the lock has it. */
export const movedPath = (moves: readonly Move[], path: string, back = false): string => {
  const move = moves.find(({ from, to }) => isOf(path, back ? to : from))
  if (move === undefined) return path
  return back ? move.from + path.slice(move.to.length) : move.to + path.slice(move.from.length)
}

/** A commit as it would be if everything had always been where the branch has it. */
export const viewOfMoved = (view: CommitView, moves: readonly Move[]): CommitView => {
  if (moves.length === 0) return view
  const gone = (path: string): boolean => moves.some(({ from }) => isOf(path, from))
  const old = (path: string): string => movedPath(moves, path, true)
  const paths = view.paths.map((path) => movedPath(moves, path)).sort()
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
    lfs: view.lfs.map((file) => ({ ...file, path: movedPath(moves, file.path) })),
  }
}

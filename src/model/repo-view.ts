import type { FileMode } from './tree.ts'

/** A read-only look at one commit (or one project directory of it). Synchronous, deterministic, nothing is executed. */
export interface RepoView {
  /** Regular files and symlinks, relative, POSIX separators, sorted. Submodules are not in it. */
  readonly paths: readonly string[]
  has(path: string): boolean
  /** UTF-8 text; undefined when absent, a symlink, binary, or larger than 4 MiB. */
  read(path: string): string | undefined
  /** Object id of the file's content; undefined when absent. */
  oid(path: string): string | undefined
  /** Git file mode of a file; `100644` when the view does not know. */
  mode?(path: string): '100644' | '100755' | '120000' | undefined
  /** The same commit seen from a directory: its paths become relative to it. `.` is itself. */
  under(directory: string): RepoView
}

/** A whole commit, with what its tree says beside the text of files. `under` still gives a plain view of a directory. */
export interface CommitView extends RepoView {
  /** `100644`, `100755` or `120000`; undefined when absent. */
  mode(path: string): FileMode | undefined
  /** Where a symlink points, verbatim; undefined when the path is not a symlink. */
  target(path: string): string | undefined
  /** Gitlinks: path and the commit that is pinned, sorted by path. */
  readonly submodules: readonly { readonly path: string; readonly oid: string }[]
  /** Files whose content is a Git LFS pointer, with the SHA-256 of the real content, sorted by path. */
  readonly lfs: readonly { readonly path: string; readonly sha256: string }[]
}

/** Index of the first path that is not less than a text, in a sorted list. */
const lowerBound = (paths: readonly string[], text: string): number => {
  let [low, high] = [0, paths.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((paths[middle] as string) < text) low = middle + 1
    else high = middle
  }
  return low
}

/** True where a view has a file below a directory; the root is not asked for. */
export const hasBelow = (view: Pick<RepoView, 'paths'>, directory: string): boolean =>
  view.paths[lowerBound(view.paths, `${directory}/`)]?.startsWith(`${directory}/`) ?? false

type Look = Pick<RepoView, 'has' | 'read' | 'oid'> & Required<Pick<RepoView, 'mode'>>

/** A `RepoView` over paths sorted by code unit and its look-ups; `under` narrows it. */
export const plainView = (paths: readonly string[], look: Look): RepoView => ({
  paths,
  ...look,
  under(directory) {
    return narrowed(this, paths, look, directory)
  },
})

/** The view of a directory. A repository may have thousands: its paths are looked for only when they are asked for. */
const narrowed = (whole: RepoView, paths: readonly string[], look: Look, directory: string): RepoView => {
  const prefix = directory === '.' || directory === '' ? '' : `${directory.replace(/\/+$/, '')}/`
  if (prefix === '') return whole
  const inner: Look = {
    has: (path) => look.has(prefix + path),
    read: (path) => look.read(prefix + path),
    oid: (path) => look.oid(prefix + path),
    mode: (path) => look.mode(prefix + path),
  }
  let own: readonly string[] | undefined
  const below = (): readonly string[] => {
    // What begins with the prefix stands together; `0` is the character behind `/`.
    own ??= paths
      .slice(lowerBound(paths, prefix), lowerBound(paths, `${prefix.slice(0, -1)}0`))
      .map((path) => path.slice(prefix.length))
    return own
  }
  return {
    get paths() {
      return below()
    },
    ...inner,
    under(deeper) {
      return narrowed(this, below(), inner, deeper)
    },
  }
}

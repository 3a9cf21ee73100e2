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

/** A `RepoView` over sorted paths and its look-ups; `under` narrows it. */
export const plainView = (
  paths: readonly string[],
  look: Pick<RepoView, 'has' | 'read' | 'oid'> & Required<Pick<RepoView, 'mode'>>,
): RepoView => ({
  paths,
  ...look,
  under(directory) {
    const prefix = directory === '.' || directory === '' ? '' : `${directory.replace(/\/+$/, '')}/`
    if (prefix === '') return this
    return plainView(
      paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)),
      {
        has: (path) => look.has(prefix + path),
        read: (path) => look.read(prefix + path),
        oid: (path) => look.oid(prefix + path),
        mode: (path) => look.mode(prefix + path),
      },
    )
  },
})

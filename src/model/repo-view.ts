/** A read-only look at one commit (or one project directory of it). Synchronous, deterministic, nothing is executed. */
export interface RepoView {
  /** Regular files and symlinks, relative, POSIX separators, sorted. Submodules are not in it. */
  readonly paths: readonly string[]
  has(path: string): boolean
  /** UTF-8 text; undefined when absent, a symlink, binary, or larger than 4 MiB. */
  read(path: string): string | undefined
  /** Object id of the file's content; undefined when absent. */
  oid(path: string): string | undefined
  /** The same commit seen from a directory: its paths become relative to it. `.` is itself. */
  under(directory: string): RepoView
}

import type { RepoView } from '../model/repo-view.ts'

/** True where a commit has nothing below a directory, which is no root. */
export const isGone = (view: RepoView, directory: string): boolean =>
  directory !== '' && !view.paths.some((each) => each.startsWith(directory))

/** The directory of the nearest crate around a path, where the branch has nothing of it any more. */
export const packageGone = (
  lock: RepoView,
  branch: RepoView,
  path: string,
  isLocked: (path: string) => boolean,
): string | undefined => {
  for (let home = path.slice(0, path.lastIndexOf('/') + 1); home !== ''; home = home.replace(/[^/]+\/$/, '')) {
    // A package of tests comes back whatever the branch does; what it lies in may be gone.
    if (!lock.has(`${home}Cargo.toml`) || isLocked(`${home}Cargo.toml`)) continue
    return isGone(branch, home) ? home.slice(0, -1) : undefined
  }
  return undefined
}

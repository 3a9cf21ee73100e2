/** A path as it is written in another directory. Both are relative to the same root, with `.` for the root itself. */
export const relativePath = (path: string, directory: string): string => {
  const from = directory.split('/').filter((part) => part !== '.' && part !== '')
  const to = path.split('/').filter((part) => part !== '.' && part !== '')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}

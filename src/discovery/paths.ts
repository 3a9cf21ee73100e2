/** A relative POSIX path joined and normalised, `.` for the root itself. Null when it is absolute or leaves the root. */
export const join = (directory: string, path: string): string | null => {
  if (path.startsWith('/')) return null
  const parts: string[] = []
  for (const part of `${directory}/${path}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      if (parts.length === 0) return null
      parts.pop()
    } else parts.push(part)
  }
  return parts.length === 0 ? '.' : parts.join('/')
}

/** The way from a directory up to the root: `.` from the root, `..` from `frontend`. */
export const upToRoot = (directory: string): string =>
  directory === '.'
    ? '.'
    : directory
        .split('/')
        .map(() => '..')
        .join('/')

/** True when `path` is `directory` or lies below it. */
export const within = (directory: string, path: string): boolean =>
  directory === '.' || path === directory || path.startsWith(`${directory}/`)

/** The directory that holds a path: `.` for a file at the root. */
export const parent = (path: string): string => {
  const cut = path.lastIndexOf('/')
  return cut < 0 ? '.' : path.slice(0, cut)
}

/** A directory and everything above it, nearest first, ending with `.`. */
export const ancestors = (directory: string): readonly string[] => {
  const all: string[] = []
  for (let at = directory; at !== '.'; at = parent(at)) all.push(at)
  return [...all, '.']
}

/** Orders strings by code unit, the same on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

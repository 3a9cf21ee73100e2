import type { ReadContext } from '../model/reader.ts'

/** Directory of a Go package relative to the tree's root, by the longest module path that it lies in; the package path itself where none is known. */
export const packageDirectory = (importPath: string, { packages = {} }: ReadContext): string => {
  // `m/x [m/x.test]`: the same package, built for its tests; `m/x_test`: the package of its external tests.
  const path = importPath.replace(/ \[.*\]$/, '')
  const module = Object.keys(packages)
    .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    .sort((a, b) => b.length - a.length)[0]
  if (module === undefined) return path
  const parts = [packages[module], path.slice(module.length + 1)].filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? '.' : parts.join('/')
}

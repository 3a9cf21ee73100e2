/** Where first-party modules must have been loaded from. */
export interface FirstPartyRoots {
  /** Absolute root of the tree that was tested. */
  readonly tree: string
  /** Other absolute directories that are fine (a per-tree install). */
  readonly allowed: readonly string[]
  /** Names of first-party modules; with none, every module that the report names is held to be one. */
  readonly names: readonly string[]
}

const normal = (path: string): string => {
  const parts: string[] = []
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

const lies = (file: string, directory: string): boolean => `${normal(file)}/`.startsWith(`${normal(directory)}/`)

/**
 * One sentence for each first-party module that was loaded from outside the tree: what was tested was another copy.
 * A module without a file (a namespace package, an empty text) says nothing and is left out.
 */
export const foreignModules = (modules: Readonly<Record<string, string>>, roots: FirstPartyRoots): string[] => {
  const firstParty = (module: string): boolean =>
    roots.names.length === 0 || roots.names.some((name) => module === name || module.startsWith(`${name}.`))
  return Object.entries(modules)
    .filter(([module, file]) => file !== '' && firstParty(module))
    .filter(([, file]) => ![roots.tree, ...roots.allowed].some((directory) => lies(file, directory)))
    .map(([module, file]) => `the module ${module} was loaded from ${file}, outside the tree that is tested`)
    .sort()
}

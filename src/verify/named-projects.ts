import type { CommitView, RepoView } from '../model/repo-view.ts'

/** Files of a project in which it may name others by their place: manifests and configuration. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|tsconfig[^/]*\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.txt|Pipfile|tox\.ini|Cargo\.toml|go\.(?:mod|work)|CMakeLists\.txt|meson\.build|pom\.xml|settings\.gradle(?:\.kts)?|build\.gradle(?:\.kts)?|[^/]+\.config\.[cm]?[jt]s)$/
/** Files that may read one by its path: `include_str!("../../web/schema.json")`, `import '../../web/schema.json'`. */
const SOURCE =
  /\.(?:rs|go|[cm]?[jt]sx?|vue|svelte|astro|pyi?|c|cc|cpp|cxx|h|hh|hpp|hxx|ipp|m|mm|java|kt|kts|cs|rb|php|swift|proto|sh|bash|mk|cmake|gradle|ya?ml|toml|json|ini|cfg)$|(?:^|\/)(?:GNUm|M|m)akefile$|(?:^|\/)[Jj]ustfile$/
/** `../web/a.json`; two dots alone only as a whole text or at the end of a line, since languages have them as an operator. */
const RELATIVE = /(?<![\w.])\.\.?\/[\w./@+-]*|(?<=["'`])\.\.(?=["'`])|(?<=[\s=:])\.\.(?=[ \t]*$)/gm
/** Pieces that a program puts together: `join(here, '..', 'web', 'a.json')`, `here / ".." / "web"`. */
const PIECES = /['"`]\s*[,/]\s*(?:r|f|b)?['"`]\/?/g

type View = RepoView & Partial<Pick<CommitView, 'target'>>

/** A relative path as seen from a directory; undefined where it leaves the repository. */
const resolved = (directory: string, path: string): string | undefined => {
  const parts = directory === '.' ? [] : directory.split('/')
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  return parts.length === 0 ? '.' : parts.join('/')
}

/** True for a path that is a directory or lies below it. */
export const within = (directory: string, path: string): boolean =>
  directory === '.' || path === directory || path.startsWith(`${directory}/`)

const parent = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.')

/** Directories that a path in a file may be meant from: its own, and those above it up to the project, where programs run. */
const places = (file: string, project: string): readonly string[] => {
  const found = [parent(file)]
  while (found[0] !== project && found[0] !== '.') found.unshift(parent(found[0] as string))
  return found
}

/** Literal relative paths of one file, and where it points if it is a link. */
const literals = (view: View, file: string): readonly string[] => {
  const target = view.target?.(file)
  if (target !== undefined) return [target]
  const text = MANIFEST.test(file) || SOURCE.test(file) ? view.read(file) : undefined
  if (text === undefined || !text.includes('..')) return []
  return [...text.replaceAll(PIECES, '/').matchAll(RELATIVE)]
    .map(([path]) => path)
    .filter((path) => path.includes('..'))
}

/**
 * Directories of other projects that one names by a literal relative path, in its manifests (`file:../lib`, `{ path = "../core" }`,
 * `extends`) and its sources, at any of the commits. Words of comments count; paths that a program computes are not seen.
 */
export const namedProjects = (
  directory: string,
  others: readonly string[],
  views: readonly View[],
): ReadonlySet<string> => {
  const found = new Set<string>()
  const read = new Set<string>()
  for (const view of views) {
    for (const file of view.paths.filter((path) => within(directory, path))) {
      const once = `${file}\0${view.oid(file)}`
      if (read.has(once)) continue
      read.add(once)
      for (const path of literals(view, file)) {
        for (const place of places(file, directory)) {
          const target = resolved(place, path)
          if (target === undefined || within(directory, target)) continue
          // A directory around others is believed where the file itself would find it: everything below may be read.
          const around = place === parent(file) && within(target, directory)
          for (const other of others)
            if (other !== directory && other !== '.' && (within(other, target) || (around && within(target, other))))
              found.add(other)
        }
      }
    }
  }
  return found
}

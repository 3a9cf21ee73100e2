import type { RepoView } from '../model/repo-view.ts'
import type { PathClass } from '../model/tree.ts'
import type { Classifier, LockedProject } from './classify-path.ts'
import { isExported } from './exported.ts'
import { goImports } from './go-imports.ts'
import { isPython, isScript, reached } from './imports.ts'
import { javascriptImports } from './javascript-imports.ts'
import { pythonImports } from './python-imports.ts'
import { goTestLibraries, shippedLibraries, testLibraries } from './test-libraries.ts'

/**
 * Paths of class product that are helpers of tests: they import a test library, only tests import them, and nobody else is meant to.
 * Decided by the lock for what it has, by the branch for what only the branch has: no branch turns a helper into product by importing
 * it. Empty when the branch leaves every such file and every test as it is, since then it does not matter.
 */
export const helpersOfTests = (
  lock: RepoView,
  branch: RepoView,
  projects: readonly LockedProject[],
  { classOf }: Pick<Classifier, 'classOf'>,
): ReadonlySet<string> => {
  const atLock = candidatesIn(lock, classOf)
  const touched = lock.paths.some(
    (path) => lock.oid(path) !== branch.oid(path) && (classOf(path) === 'test' || atLock(path)),
  )
  const atBranch = candidatesIn(branch, classOf)
  const added = branch.paths.filter((path) => !lock.has(path) && atBranch(path))
  const found = new Set(touched ? helpers(lock, projects, classOf, new Set(lock.paths.filter(atLock))) : [])
  if (added.length === 0) return found
  const known = new Set([...added, ...branch.paths.filter((path) => lock.has(path) && atBranch(path))])
  for (const path of helpers(branch, projects, classOf, known)) if (!lock.has(path)) found.add(path)
  return found
}

const candidatesIn =
  (view: RepoView, classOf: Classifier['classOf']): ((path: string) => boolean) =>
  (path) => {
    if (!isScript(path) && !isPython(path)) return false
    if (classOf(path) !== 'product') return false
    const libraries = librariesOf(path, view.read(path) ?? '')
    if (libraries.length === 0) return false
    const shipped = shippedLibraries(view, path)
    return libraries.some((name) => !shipped.has(name)) && !isExported(view, path)
  }

/** Test libraries that a file of product imports, those of a self-test at the end of a Python module left out. */
export const librariesOf = (path: string, text: string): readonly string[] => {
  if (path.endsWith('.go')) return goTestLibraries(goImports(text))
  if (isScript(path)) return testLibraries(javascriptImports(text), 'javascript')
  // One that is indented serves a self-test at the end of a module, or a fallback.
  return testLibraries(pythonImports(text.replaceAll(/^[ \t]+(?:import|from)\b.*$/gm, '')), 'python')
}

/** Candidates that no other product reaches and that tests, or configuration of tests, reach. */
const helpers = (
  view: RepoView,
  projects: readonly LockedProject[],
  classOf: Classifier['classOf'],
  candidates: ReadonlySet<string>,
): readonly string[] => {
  const specifiers = new Map<string, readonly string[]>()
  const withoutThem = (path: string): PathClass => (candidates.has(path) ? 'test' : classOf(path))
  const product = reached(view, projects, withoutThem, candidates, specifiers)
  const left = new Set([...candidates].filter((path) => !product.has(path)))
  if (left.size === 0) return []
  const testsAsRoots = (path: string): PathClass => {
    const kind = classOf(path)
    return kind === 'test' || kind === 'judge' ? 'product' : 'test'
  }
  const tests = reached(view, projects, testsAsRoots, left, specifiers)
  const configured = named(view, classOf)
  return [...left].filter((path) => tests.has(path) || configured.has(path))
}

/** Files that configuration of tests names in a string: `setupFiles: ['./src/setup.ts']`. */
const named = (view: RepoView, classOf: Classifier['classOf']): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const path of view.paths) {
    const manifest = /(?:^|\/)package\.json$/.test(path)
    if (!manifest && !(classOf(path) === 'judge' && /\.(?:[cm]?[jt]s|jsonc?|ya?ml)$|rc$/.test(path))) continue
    const directory = path.slice(0, path.lastIndexOf('/') + 1)
    for (const [, file] of (view.read(path) ?? '').matchAll(/["'`\s](?:\.|<rootDir>)\/([\w@./-]+\.[cm]?[jt]sx?)\b/g))
      found.add(directory + file)
  }
  return found
}

import type { RepoView } from '../model/repo-view.ts'
import { type Classifier, isTestByName, type LockedProject, looksLikeTest } from './classify-path.ts'
import { goImports, goPackages } from './go-imports.ts'
import { aliasesOf, javascriptImports, packageEntries, resolveJavascript } from './javascript-imports.ts'
import { pythonImports, resolvePython } from './python-imports.ts'
import { rustImports } from './rust-imports.ts'
import { rustGraph } from './rust-modules.ts'

/**
 * Paths of class test that are product after all, because product code imports them, declares them as its modules or, in Rust, because
 * they are programs or libraries. It counts where the lock already imported the
 * file, or where only the branch has it; never for a name that a runner collects or a file that activates itself: no branch can
 * turn a test into product by importing it.
 */
export const importedByProduct = (
  lock: RepoView,
  branch: RepoView,
  projects: readonly LockedProject[],
  { classOf, activates }: Classifier,
): ReadonlySet<string> => {
  const mayBe = (path: string): boolean =>
    (isCode(path) || path.endsWith('.json')) && classOf(path) === 'test' && !isTestByName(path) && !activates(path)
  const atLock = new Set(lock.paths.filter(mayBe))
  const onlyAtBranch = new Set(branch.paths.filter((path) => !lock.has(path) && !looksLikeTest(path) && mayBe(path)))
  const promoted = new Set<string>()
  const specifiers = new Map<string, readonly string[]>()
  if (atLock.size > 0) for (const path of reached(lock, projects, classOf, atLock, specifiers)) promoted.add(path)
  if (onlyAtBranch.size > 0) {
    // Most of its sources are those of the lock, which are taken apart already.
    if ([...onlyAtBranch].some(isRust)) rustGraph(branch, lock)
    const candidates = new Set([...onlyAtBranch, ...promoted].filter((path) => branch.has(path)))
    for (const path of reached(branch, projects, classOf, candidates, specifiers)) promoted.add(path)
  }
  return promoted
}

/** Files whose imports are followed as JavaScript. */
export const isScript = (path: string): boolean => /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(path)
/** Files whose imports are followed as Python. */
export const isPython = (path: string): boolean => /\.pyi?$/.test(path)
const isGo = (path: string): boolean => path.endsWith('.go')
const isRust = (path: string): boolean => path.endsWith('.rs')
const isCode = (path: string): boolean => isScript(path) || isPython(path) || isGo(path) || isRust(path)

/** Candidates that product files of this view import, directly or through other candidates. */
export const reached = (
  view: RepoView,
  projects: readonly LockedProject[],
  classOf: Classifier['classOf'],
  candidates: ReadonlySet<string>,
  specifiers: Map<string, readonly string[]>,
): ReadonlySet<string> => {
  const directories = [...new Set(['.', ...projects.map((project) => project.directory)])]
  const aliases = aliasesOf(view, directories)
  const goFiles = goPackages(view)
  const roots = directories.flatMap((directory) =>
    directory === '.' ? ['', 'src/'] : [`${directory}/`, `${directory}/src/`],
  )
  const targets = (path: string): readonly string[] => {
    if (path.endsWith('package.json')) return packageEntries(view, path)
    if (isRust(path) || path.endsWith('Cargo.toml')) return rustImports(view, path)
    const key = `${isPython(path)} ${isGo(path)} ${view.oid(path)}`
    const known = specifiers.get(key) ?? scan(path, view.read(path) ?? '')
    specifiers.set(key, known)
    if (isGo(path)) return known.flatMap(goFiles)
    return known.flatMap((specifier) =>
      isPython(path) ? resolvePython(view, path, specifier, roots) : resolveJavascript(view, path, specifier, aliases),
    )
  }
  const found = new Set<string>()
  const withRust = [...candidates].some(isRust)
  const waiting = view.paths.filter(
    (path) =>
      (isCode(path) && (withRust || !isRust(path)) && classOf(path) === 'product') ||
      /(?:^|\/)package\.json$/.test(path) ||
      // A crate among fixtures speaks for nobody.
      (withRust && /(?:^|\/)Cargo\.toml$/.test(path) && !/^(?:test|judge)$/.test(classOf(path))),
  )
  // The list grows while it is walked.
  for (const path of waiting) {
    for (const target of targets(path)) {
      if (!candidates.has(target) || found.has(target)) continue
      found.add(target)
      waiting.push(target)
    }
  }
  return found
}

const scan = (path: string, text: string): readonly string[] =>
  isGo(path) ? goImports(text) : isPython(path) ? pythonImports(text) : javascriptImports(text)

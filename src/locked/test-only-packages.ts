import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { isPython, isScript } from './imports.ts'
import { javascriptImports } from './javascript-imports.ts'
import { isTable, own, parseJsonc } from './jsonc.ts'
import { pythonImports } from './python-imports.ts'

/** Names of packages that tests of the lock import and its product does not: they judge, whatever their names. */
export interface TestOnlyPackages {
  readonly javascript: ReadonlySet<string>
  /** Top-level modules, as they are imported. */
  readonly python: ReadonlySet<string>
}

/** The same, and what product imports. */
export interface ImportedPackages extends TestOnlyPackages {
  readonly product: TestOnlyPackages
}

const packageName = /^(?:@[\w.-]+\/[\w.-]+|[A-Za-z0-9][\w.-]*)/

const external = (path: string, text: string): readonly string[] => {
  if (isPython(path)) return pythonImports(text).flatMap((module) => /^\w+/.exec(module) ?? [])
  return javascriptImports(text).flatMap((specifier) =>
    /^(?:[.#~/]|[a-z]+:)/.test(specifier) ? [] : (packageName.exec(specifier) ?? []),
  )
}

/** Looks at the lock alone: what the branch imports has no say. Modules and packages that the lock itself holds are no packages. */
export const testOnlyPackages = (lock: RepoView, { classOf }: Pick<Classifier, 'classOf'>): ImportedPackages => {
  const tests = { javascript: new Set<string>(), python: new Set<string>() }
  const product = { javascript: new Set<string>(), python: new Set<string>() }
  for (const path of lock.paths) {
    const language = isPython(path) ? 'python' : isScript(path) ? 'javascript' : undefined
    if (language === undefined || path.includes('node_modules/')) continue
    const kind = classOf(path)
    const into = kind === 'test' || (kind === 'judge' && language === 'python') ? tests : product
    // Configuration of tools imports what judges.
    if (kind === 'judge' && language === 'javascript') continue
    for (const name of external(path, lock.read(path) ?? '')) into[language].add(name)
  }
  const own = ownNames(lock)
  const left = (language: 'javascript' | 'python') =>
    new Set([...tests[language]].filter((name) => !product[language].has(name) && !own[language].has(name)))
  return { javascript: left('javascript'), python: left('python'), product }
}

const modulePath = /(?:^|\/)(?:(\w+)\/__init__\.pyi?|(\w+)\.pyi?)$/

/** Names that a repository gives itself: its packages, the modules of its directories. */
const ownNames = (view: RepoView): TestOnlyPackages => {
  const [javascript, python] = [new Set<string>(), new Set<string>()]
  for (const path of view.paths) {
    if (/(?:^|\/)package\.json$/.test(path) && !path.includes('node_modules/')) {
      const manifest = parseJsonc(view.read(path) ?? '')
      const name = isTable(manifest) ? own(manifest, 'name') : undefined
      if (typeof name === 'string') javascript.add(name)
    }
    const [, asPackage, asModule] = modulePath.exec(path) ?? []
    const name = asPackage ?? asModule
    // Inside a package it has another name.
    if (name !== undefined && !view.has(`${holderOf(path, asPackage !== undefined)}__init__.py`)) python.add(name)
  }
  return { javascript, python }
}

/** Files of the branch that Python would import in the place of a package that only tests use: path by module. */
export const shadowingModules = (
  lock: RepoView,
  branch: RepoView,
  { python }: TestOnlyPackages,
): readonly { readonly path: string; readonly module: string }[] =>
  branch.paths.flatMap((path) => {
    if (lock.has(path)) return []
    const [, asPackage, asModule] = modulePath.exec(path) ?? []
    const module = asPackage ?? asModule
    if (module === undefined || !python.has(module)) return []
    // A module inside a package has another name.
    return branch.has(`${holderOf(path, asPackage !== undefined)}__init__.py`) ? [] : [{ path, module }]
  })

/** The directory in which Python looks for a module, with its slash; empty for the root. */
const holderOf = (path: string, isPackage: boolean): string => {
  const module = isPackage ? path.slice(0, path.lastIndexOf('/')) : path
  return module.slice(0, module.lastIndexOf('/') + 1)
}

import type { Check } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { PathClass } from '../model/tree.ts'
import { type Classifier, isGeneralJudge, type LockedProject } from './classify-path.ts'
import { isExported } from './exported.ts'
import { isPython, isScript, reached } from './imports.ts'
import { javascriptImports, resolveJavascript } from './javascript-imports.ts'
import { at, isTable, parseJsonc } from './jsonc.ts'
import { filesNamed, inSources, modules, type Named, namedByConfig, namedByOptions } from './named-files.ts'
import { pluginsOf, pythonImports, resolvePython } from './python-imports.ts'
import { shippedLibraries } from './test-libraries.ts'

/** Files among product that judge although their names do not say so. */
export interface ExamClosure {
  /** Files that configuration and commands of checks name or import. */
  readonly judging: ReadonlySet<string>
  /** Plug-ins of pytest, named as modules. */
  readonly support: ReadonlySet<string>
}

/**
 * Files of class product that the exam names at the lock: options of the chosen checks, configuration of test runners, linters and
 * type checkers, `pytest_plugins`, and what such files name and import in turn. Not what product imports, exports or starts with.
 */
export const examClosure = (
  lock: RepoView,
  projects: readonly LockedProject[],
  checks: readonly Check[],
  { classOf }: Pick<Classifier, 'classOf'>,
): ExamClosure => {
  const found = new Map<string, 'file' | 'module'>()
  const waiting: string[] = []
  const starts = startsOf(lock)
  const take = ({ path, as }: Named): void => {
    if (found.has(path) || classOf(path) !== 'product' || starts.has(path) || isOwn(lock, path, as)) return
    found.set(path, as)
    waiting.push(path)
  }
  const directories = (path: string): readonly string[] => {
    const own = path.slice(0, path.lastIndexOf('/') + 1)
    const above = projects.map(({ directory }) => (directory === '.' ? '' : `${directory}/`))
    return [own, ...above.filter((each) => path.startsWith(each)), '']
  }
  for (const check of checks) for (const named of namedByCheck(lock, check)) take(named)
  for (const path of lock.paths) {
    const kind = classOf(path)
    if (kind === 'judge' && !isGeneralJudge(path)) {
      for (const named of namedByConfig(lock, path, directories(path))) take(named)
      for (const target of importsOf(lock, path)) take({ path: target, as: 'file' })
    } else if (/(?:^|\/)(?:package\.json|pyproject\.toml)$/.test(path)) {
      for (const named of namedByConfig(lock, path, directories(path))) take(named)
    } else if (kind === 'test' && path.endsWith('.py')) {
      for (const name of pluginsOf(lock.read(path) ?? ''))
        for (const named of modules(lock, name, directories(path))) take(named)
    }
  }
  // The list grows while it is walked.
  for (const path of waiting) {
    if (path.endsWith('__init__.py') && isProductPackage(lock, path, classOf)) continue
    for (const named of isPython(path) ? [] : namedByConfig(lock, path, directories(path))) take(named)
    const as = found.get(path) ?? 'file'
    for (const target of importsOf(lock, path)) if (isNear(path, target)) take({ path: target, as })
  }
  if (found.size === 0) return { judging: new Set(), support: new Set() }
  const asRoots = (path: string): PathClass => {
    if (found.has(path)) return 'test'
    return classOf(path) === 'build' ? 'product' : classOf(path)
  }
  const product = reached(lock, projects, asRoots, new Set(found.keys()), new Map())
  for (const path of product) found.delete(path)
  for (const path of [...found.keys()]) if (isSharedPackage(lock, path, found, classOf)) found.delete(path)
  const of = (as: 'file' | 'module') => new Set([...found].filter((each) => each[1] === as).map(([path]) => path))
  return { judging: of('file'), support: of('module') }
}

const namedByCheck = (lock: RepoView, check: Check): readonly Named[] => {
  const { command } = check
  const cwd = command.cwd === '.' || command.cwd === '' ? '' : `${command.cwd}/`
  const words = command.form === 'argv' ? command.argv : command.line.split(/[\s;&|"'()]+/).filter(Boolean)
  const options = ['NODE_OPTIONS', 'PYTEST_ADDOPTS'].flatMap((name) => (command.env[name] ?? '').split(/\s+/))
  const named = [words, options].flatMap((each) => namedByOptions(lock, each, [cwd, '']))
  if (check.tool !== null) return named
  const scripts = words.flatMap((word) => filesNamed(lock, word, [cwd, ''])).filter(isCheckScript)
  return [...named, ...scripts.map((path): Named => ({ path, as: 'file' }))]
}

/** A program of a command that is no known runner: `node scripts/run-tests.mjs`, `./ci.sh`. */
const isCheckScript = (path: string): boolean =>
  /\.(?:sh|bash|[cm]?[jt]s|py|pl|rb)$/.test(path) &&
  !inSources(path) &&
  (/^(?:.*\/)?(?:scripts?|tools?|ci|\.ci|hack|etc|qa)\//.test(path) || isCheckName(path))

/** True for a script whose name says that it judges. */
export const isCheckName = (path: string): boolean =>
  /(?:^|[^a-z])(?:tests?|checks?|lint|verify|ci|specs?|assert|expect|validate|compare)(?:[^a-z]|$)/.test(
    path.slice(path.lastIndexOf('/') + 1).toLowerCase(),
  )

const importsOf = (view: RepoView, path: string): readonly string[] => {
  if (isScript(path))
    return javascriptImports(view.read(path) ?? '').flatMap((each) => resolveJavascript(view, path, each, []))
  if (!isPython(path)) return []
  const roots = [path.slice(0, path.lastIndexOf('/') + 1), '']
  return pythonImports(view.read(path) ?? '').flatMap((each) => resolvePython(view, path, each, roots))
}

/** A setup file imports product too: what lies below it, or beside no product, is its own. */
const isNear = (importer: string, target: string): boolean => {
  const own = importer.slice(0, importer.lastIndexOf('/') + 1)
  if (own !== '' && target.startsWith(own)) return true
  return !isPython(target) && target.includes('/') && !inSources(target)
}

/** What users of the package get: a plug-in of a test runner is the product itself. */
const isOwn = (lock: RepoView, path: string, as: 'file' | 'module'): boolean => {
  if (as === 'module' && shippedLibraries(lock, path).has('pytest')) return true
  if (as === 'module' && path.endsWith('/__init__.py')) return false
  return (isScript(path) || isPython(path) || path.endsWith('.json')) && isExported(lock, path)
}

/** A package of Python goes with its modules only when all of them do. */
const isSharedPackage = (
  lock: RepoView,
  path: string,
  found: ReadonlyMap<string, unknown>,
  classOf: Classifier['classOf'],
): boolean => {
  if (!/(?:^|\/)__init__\.py$/.test(path)) return false
  const below = path.slice(0, -'__init__.py'.length)
  return lock.paths.some(
    (each) => each.startsWith(below) && each.endsWith('.py') && !found.has(each) && classOf(each) === 'product',
  )
}

/** True where the package has the project's name, or is the only one: its `__init__.py` imports the product. */
const isProductPackage = (lock: RepoView, path: string, classOf: Classifier['classOf']): boolean => {
  const name = path.split('/').at(-2) ?? ''
  if (inSources(path)) return true
  const manifests = ['pyproject.toml', 'setup.cfg', 'setup.py'].map((each) => lock.read(each) ?? '').join('\n')
  const words = name.replaceAll(/[._-]+/g, '[._-]+')
  if (new RegExp(`^\\s*name\\s*=\\s*["']?${words}\\b`, 'im').test(manifests)) return true
  const packages = lock.paths.filter((each) => /^[^/]+\/__init__\.py$/.test(each) && classOf(each) === 'product')
  return packages.length === 1 && path.startsWith(packages[0]?.slice(0, -'__init__.py'.length) ?? '/')
}

const starting =
  /^(?:pre|post)?(?:start|serve|dev|build|prepare|watch|bundle|compile|install|pack|publish|prepublishOnly)\b/

/** Files that scripts which start or build the product name. */
const startsOf = (lock: RepoView): ReadonlySet<string> =>
  new Set(
    lock.paths
      .filter((path) => /(?:^|\/)package\.json$/.test(path))
      .flatMap((path) => {
        const directory = path.slice(0, -'package.json'.length)
        const scripts = at(parseJsonc(lock.read(path) ?? ''), 'scripts')
        const lines = Object.entries(isTable(scripts) ? scripts : {}).filter(([name]) => starting.test(name))
        return lines.flatMap(([, line]) =>
          typeof line === 'string'
            ? line.split(/[\s"'=;&|]+/).flatMap((word) => filesNamed(lock, word, [directory]))
            : [],
        )
      }),
  )

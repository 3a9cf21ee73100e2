import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Classifier, LockedProject } from './classify-path.ts'
import { flag } from './flags.ts'
import { foreignPackages, isForeignRange, otherContents, sourceOptions } from './foreign-packages.ts'
import { at, isTable, own, parseJsonc } from './jsonc.ts'
import { isWholeLockfile, pinnedNames } from './lockfiles.ts'
import {
  type ImportedPackages,
  shadowingModules,
  type TestOnlyPackages,
  testOnlyPackages,
} from './test-only-packages.ts'

const sections = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'resolutions']
const normal = (name: string): string => name.toLowerCase().replaceAll(/[._-]+/g, '-')

/**
 * Packages that only tests use and that the branch puts something of its own in the place of: a path, a link, a member of the
 * workspace, a repository, an alias, a module that is found first. Another version of the registry's package is no swap.
 */
export const swappedPackages = (
  lock: RepoView,
  branch: RepoView,
  projects: readonly LockedProject[],
  classes: Pick<Classifier, 'classOf'>,
): readonly Anomaly[] => {
  const changed = branch.paths.filter((path) => lock.oid(path) !== branch.oid(path) && !path.includes('node_modules/'))
  const relevant = changed.filter(
    (path) => isPins(path) || isManifest(path) || (path.endsWith('.py') && !lock.has(path)),
  )
  if (relevant.length === 0) return []
  const names = testOnlyPackages(lock, classes)
  const found = new Map<string, Anomaly>()
  const note = (name: string, path: string, detail: string): void => {
    if (!found.has(name)) found.set(name, flag('test-tool-changed', path, detail))
  }
  for (const path of relevant) {
    const language = /(?:\.py|\.toml|requirements[^/]*\.(?:txt|in)|(?:uv|poetry|pdm|Pipfile)\.lock)$/.test(path)
      ? 'python'
      : 'javascript'
    for (const option of newSources(lock, branch, path))
      note(option, path, `${path} names another source of packages, test tools among them: ${option}.`)
    for (const name of pinnedElsewhere(lock, branch, path))
      if (!isOfProduct(names, name, language))
        note(name, path, `${path} has ${name}, which no product imports, from another source or with other content.`)
    for (const name of swapsOf(lock, branch, path))
      if (isOfTests(names, name, language))
        note(name, path, `${path} takes ${name}, which only tests use, from somewhere else than the lock does.`)
  }
  const roots = new Set(
    ['.', ...projects.map(({ directory }) => directory)].flatMap((directory) =>
      directory === '.' ? ['', 'src/'] : [`${directory}/`, `${directory}/src/`],
    ),
  )
  for (const { path, module } of shadowingModules(lock, branch, names)) {
    const place = path.replace(/(?:\w+\/__init__|\w+)\.pyi?$/, '')
    if (!roots.has(place) || classes.classOf(path) !== 'product') continue
    note(module, path, `The branch adds ${path}, which Python imports instead of ${module}, which only tests use.`)
  }
  return [...found.values()]
}

const isManifest = (path: string): boolean => /(?:^|\/)(?:package\.json|pyproject\.toml|Pipfile)$/.test(path)
const isPins = (path: string): boolean =>
  /\.(?:lock|txt|in)$|(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$/.test(path)

const isRequirements = (path: string): boolean => /\.(?:txt|in)$/.test(path)

/** Options of requirements that say where packages come from and that the lock does not have. */
const newSources = (lock: RepoView, branch: RepoView, path: string): readonly string[] => {
  if (!isRequirements(path) || !/requirements|constraints/.test(path)) return []
  const known = new Set(sourceOptions(lock.read(path) ?? ''))
  return sourceOptions(branch.read(path) ?? '').filter((option) => !known.has(option))
}

/** Names that the lock's lockfile has from a registry and the branch's has from elsewhere, or with other content under one version. */
const pinnedElsewhere = (lock: RepoView, branch: RepoView, path: string): readonly string[] => {
  const [before, after] = [lock.read(path), branch.read(path)]
  if (before === undefined || after === undefined || !isWholeLockfile(path)) return []
  const had = new Set(pinnedNames(path, before))
  const known = foreignPackages(path, before)
  const foreign = [...foreignPackages(path, after)].filter((name) => had.has(name) && !known.has(name))
  return [...new Set([...foreign, ...otherContents(path, before, after)])]
}

const isOfProduct = (names: ImportedPackages, name: string, language: 'javascript' | 'python'): boolean =>
  language === 'javascript'
    ? names.product.javascript.has(name)
    : [...names.product.python].some((module) => normal(module) === normal(name))

const isOfTests = (names: TestOnlyPackages, name: string, language: 'javascript' | 'python'): boolean =>
  language === 'javascript'
    ? names.javascript.has(name)
    : [...names.python].some((module) => normal(module) === normal(name))

/** Names that a file of the branch newly takes from elsewhere. */
const swapsOf = (lock: RepoView, branch: RepoView, path: string): readonly string[] => {
  const [before, after] = [lock.read(path), branch.read(path)]
  if (after === undefined) return []
  if (!path.endsWith('package.json')) {
    // A new lockfile is looked at by its manifest.
    if (before === undefined) return []
    const known = foreignPackages(path, before ?? '')
    return [...foreignPackages(path, after)].filter((name) => !known.has(name))
  }
  const [old, now] = [parseJsonc(before ?? '{}'), parseJsonc(after)]
  const name = own(now, 'name')
  const member = before === undefined && typeof name === 'string' ? [name] : []
  const ranges = sections.flatMap((section) => {
    const table = at(now, section)
    return Object.entries(isTable(table) ? table : {}).flatMap(([each, range]) =>
      typeof range === 'string' && isForeignRange(range) && own(at(old, section), each) !== range
        ? [/((?:@[^/@]+\/)?[^/@]+)(?:@[^/]*)?$/.exec(each.split('>').at(-1) ?? each)?.[1] ?? each]
        : [],
    )
  })
  return [...member, ...ranges]
}

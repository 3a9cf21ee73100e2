import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Classifier, LockedProject } from './classify-path.ts'
import { flag } from './flags.ts'
import { indexesOf, isForeignRange, newlyForeign, placeOf, sourceOptions } from './foreign-packages.ts'
import { at, isTable, own, parseJsonc, same } from './jsonc.ts'
import { otherContents } from './lockfile-contents.ts'
import { patchFlags } from './lockfile-flags.ts'
import { isWholeLockfile, patchedPackages, pinnedNames } from './lockfiles.ts'
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
    (path) => isPins(path) || isManifest(path) || path.endsWith('.patch') || (path.endsWith('.py') && !lock.has(path)),
  )
  if (relevant.length === 0) return []
  const names = testOnlyPackages(lock, classes)
  const found = new Map<string, Anomaly>()
  const note = (name: string, path: string, detail: string): void => {
    if (!found.has(name)) found.set(name, flag('test-tool-changed', path, detail))
  }
  const isPinned = branch.paths.some((path) => /(?:^|\/)(?:uv|poetry|pdm|Pipfile)\.lock$/.test(path))
  const known = new Set(lock.paths.flatMap((path) => sourcesOf(lock, path)))
  for (const path of relevant) {
    const language =
      /(?:\.py|\.cfg|Pipfile|\.toml|requirements[^/]*\.(?:txt|in)|(?:uv|poetry|pdm|Pipfile)\.lock)$/.test(path)
        ? 'python'
        : 'javascript'
    const sources = isPinned && !isRequirements(path) ? [] : sourcesOf(branch, path)
    for (const option of sources.filter((each) => !known.has(each)))
      note(option, path, `${path} names another source of packages, test tools among them: ${option}.`)
    for (const name of pinnedElsewhere(lock, branch, path))
      if (!isOfProduct(names, name, language) && !isOldMember(lock, branch, name))
        note(name, path, `${path} has ${name}, which no product imports, from another source or with other content.`)
    for (const name of swapsOf(lock, branch, path))
      if (isOfTests(names, name, language))
        note(name, path, `${path} takes ${name}, which only tests use, from somewhere else than the lock does.`)
  }
  for (const path of changed.filter((each) => each.endsWith('.patch')))
    for (const { detail } of patchFlags(path, (name) => names.javascript.has(name))) note(path, path, detail)
  const packages = lock.paths.flatMap((path) => {
    const above = /^((?:.*\/)?)\w+\/__init__\.py$/.exec(path)?.[1]
    return above === undefined || lock.has(`${above}__init__.py`) || classes.classOf(path) !== 'product' ? [] : [above]
  })
  const roots = new Set(
    packages.concat(
      ['.', ...projects.map(({ directory }) => directory)].flatMap((directory) =>
        directory === '.' ? ['', 'src/'] : [`${directory}/`, `${directory}/src/`],
      ),
    ),
  )
  for (const { path, module } of shadowingModules(lock, branch, names)) {
    const place = path.replace(/(?:\w+\/__init__|\w+)\.pyi?$/, '')
    if (!roots.has(place) || classes.classOf(path) !== 'product') continue
    note(module, path, `The branch adds ${path}, which Python imports instead of ${module}, which only tests use.`)
  }
  return [...found.values()]
}

const isManifest = (path: string): boolean =>
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|[jt]sconfig(?:\.[^/]+)?\.json)$/.test(path)
const isPins = (path: string): boolean =>
  /\.(?:lock|txt|in)$|(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$/.test(path)

const isRequirements = (path: string): boolean => /\.(?:txt|in)$/.test(path) && /requirements|constraints/.test(path)

/** Where a file says that packages come from. A lockfile says it of each package, so that manifests beside it do not matter. */
const sourcesOf = (view: RepoView, path: string): readonly string[] => {
  if (isRequirements(path)) return sourceOptions(view.read(path) ?? '')
  return /(?:^|\/)(?:pyproject\.toml|Pipfile)$/.test(path) ? indexesOf(view.read(path) ?? '') : []
}

/** Names that the lock's lockfile has from a registry and the branch's has from elsewhere, or with other content under one version. */
const pinnedElsewhere = (lock: RepoView, branch: RepoView, path: string): readonly string[] => {
  const [before, after] = [lock.read(path), branch.read(path)]
  if (before === undefined || after === undefined || !isWholeLockfile(path)) return []
  const had = new Set(pinnedNames(path, before))
  const foreign = newlyForeign(path, before, after).filter((name) => had.has(name))
  return [...new Set([...foreign, ...otherContents(path, before, after)])]
}

/** A package of the workspace that the branch leaves as it is. */
const isOldMember = (lock: RepoView, branch: RepoView, name: string): boolean =>
  lock.paths.some((path) => {
    if (!path.endsWith('/package.json') || own(parseJsonc(lock.read(path) ?? ''), 'name') !== name) return false
    const directory = path.slice(0, -'package.json'.length)
    const isOther = (each: string) => each.startsWith(directory) && lock.oid(each) !== branch.oid(each)
    return !lock.paths.some(isOther) && !branch.paths.some(isOther)
  })

const isOfProduct = (names: ImportedPackages, name: string, language: 'javascript' | 'python'): boolean =>
  language === 'javascript'
    ? names.product.javascript.has(name)
    : [...names.product.python].some((module) => normal(module) === normal(name))

const isOfTests = (names: TestOnlyPackages, name: string, language: 'javascript' | 'python'): boolean =>
  language === 'javascript'
    ? names.javascript.has(name)
    : [...names.python].some((module) => normal(module) === normal(name))

/** Packages that `paths` of a tsconfig newly put a file in the place of: loaders of TypeScript and bundlers follow them. */
const aliased = (before: string | undefined, after: string): readonly string[] => {
  const [old, now] = [before ?? '{}', after].map((text) => at(parseJsonc(text), 'compilerOptions', 'paths'))
  return Object.entries(isTable(now) ? now : {}).flatMap(([name, targets]) =>
    same(own(old, name), targets) ? [] : [name.replace(/\/\*?$/, '')],
  )
}

/** The name under which a Python package is installed, where its manifest says it literally. */
const distributionName = (path: string, text: string): string | undefined => {
  const section = /pyproject\.toml$/.test(path) ? /^\[(?:project|tool\.poetry)\]\s*$([^[]*)/m.exec(text)?.[1] : text
  if (!/(?:pyproject\.toml|setup\.(?:py|cfg))$/.test(path)) return undefined
  return /(?:^|[\s(,])name\s*=\s*["']?([\w.-]+)/.exec(section ?? '')?.[1]
}

const isSamePlace = (before: unknown, range: string): boolean =>
  typeof before === 'string' && isForeignRange(before) && placeOf(before) === placeOf(range)

/** Names that a file of the branch newly takes from elsewhere. */
const swapsOf = (lock: RepoView, branch: RepoView, path: string): readonly string[] => {
  const [before, after] = [lock.read(path), branch.read(path)]
  if (after === undefined) return []
  if (/[jt]sconfig[^/]*\.json$/.test(path)) return aliased(before, after)
  if (!path.endsWith('package.json')) {
    const name = distributionName(path, after)
    if (name !== undefined && distributionName(path, before ?? '') !== name) return [name]
    // A new lockfile is looked at by its manifest.
    if (before === undefined && isWholeLockfile(path)) return []
    const known = new Set(patchedPackages(path, before ?? '').map((row) => row.join(' ')))
    const patched = patchedPackages(path, after).filter((row) => !known.has(row.join(' ')))
    return [...newlyForeign(path, before ?? '', after), ...patched.map(([each]) => each)]
  }
  const [old, now] = [parseJsonc(before ?? '{}'), parseJsonc(after)]
  const name = own(now, 'name')
  // A package that has exports finds itself under its own name.
  const member = typeof name === 'string' && own(old, 'name') !== name ? [name] : []
  const ranges = sections.flatMap((section) => {
    const table = at(now, section)
    return Object.entries(isTable(table) ? table : {}).flatMap(([each, range]) =>
      typeof range === 'string' && isForeignRange(range) && !isSamePlace(own(at(old, section), each), range)
        ? [/((?:@[^/@]+\/)?[^/@]+)(?:@[^/]*)?$/.exec(each.split('>').at(-1) ?? each)?.[1] ?? each]
        : [],
    )
  })
  return [...member, ...ranges]
}

import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { PathClass } from '../model/tree.ts'
import type { Classifier, LockedProject } from './classify-path.ts'
import { isExported } from './exported.ts'
import { flag } from './flags.ts'
import { isGoSource, isGoTest } from './go-source.ts'
import { isPython, isScript, reached } from './imports.ts'
import { normal } from './javascript-imports.ts'
import { isTable, own, parseJsonc } from './jsonc.ts'
import { librariesOf } from './test-helpers.ts'
import { shippedLibraries } from './test-libraries.ts'
import { uncheckedFlags } from './unchecked.ts'

interface Look {
  readonly lock: RepoView
  readonly branch: RepoView
  readonly projects: readonly LockedProject[]
  readonly classOf: Classifier['classOf']
}

/**
 * Changes that come from the branch because they are product by every rule, and that could bend a test all the same: support of tests
 * that imports no test library, product that newly imports one, vendored test libraries, declarations that hide what is declared,
 * files that a type checker does not look at any more.
 */
export const watchedFlags = (look: Look): readonly Anomaly[] => [
  ...supportFlags(look),
  ...libraryFlags(look),
  ...vendoredFlags(look),
  ...shadowingTypes(look),
  ...uncheckedFlags(look),
]

const isCode = (path: string): boolean => isScript(path) || isPython(path) || (isGoSource(path) && !isGoTest(path))
const differs = ({ lock, branch }: Look, path: string): boolean => lock.oid(path) !== branch.oid(path)

const sounding =
  /(?:^|[^a-z])(?:tests?|testing|support|helpers?|fixtures?|expect\w*|assert\w*|checks?|mocks?|stubs?|fakes?|harness|goldens?|samples?|factory|factories)(?:[^a-z]|$)/i

/** Only files whose names say so: in a small project every module is imported by tests alone. */
const supportFlags = (look: Look): readonly Anomaly[] => {
  const { lock, projects, classOf } = look
  const candidates = new Set(
    lock.paths.filter(
      (path) =>
        isCode(path) &&
        sounding.test(path) &&
        classOf(path) === 'product' &&
        differs(look, path) &&
        !isExported(lock, path),
    ),
  )
  if (candidates.size === 0) return []
  const specifiers = new Map<string, readonly string[]>()
  const from = (isRoot: (path: string) => boolean) =>
    reached(lock, projects, (path): PathClass => (isRoot(path) ? 'product' : 'test'), candidates, specifiers)
  const byProduct = from((path) => !candidates.has(path) && /^(?:product|build)$/.test(classOf(path)))
  const byTests = from((path) => classOf(path) === 'test')
  return [...byTests]
    .filter((path) => !byProduct.has(path))
    .map((path) =>
      flag(
        'test-support-from-branch',
        path,
        `Only tests import ${path}, and the branch changes it: taken from the branch.`,
      ),
    )
}

const libraryFlags = (look: Look): readonly Anomaly[] => {
  const { lock, branch, classOf } = look
  return branch.paths.flatMap((path) => {
    if (!isCode(path) || classOf(path) !== 'product' || !differs(look, path)) return []
    const before = librariesOf(path, lock.read(path) ?? '')
    const now = librariesOf(path, branch.read(path) ?? '').filter((name) => !before.includes(name))
    if (now.length === 0) return []
    const shipped = shippedLibraries(lock, path)
    const fresh = now.filter((name) => !shipped.has(name))
    if (fresh.length === 0) return []
    return [
      flag(
        'product-imports-test-library',
        path,
        `${path} is product, and the branch lets it import ${fresh.join(', ')}.`,
      ),
    ]
  })
}

/** Packages of the repository that only `devDependencies` name. */
const vendoredFlags = (look: Look): readonly Anomaly[] => {
  const { lock, branch } = look
  const manifests = lock.paths.filter((path) => /(?:^|\/)package\.json$/.test(path) && !path.includes('node_modules/'))
  const read = manifests.map((path) => ({
    directory: path.slice(0, -'package.json'.length),
    manifest: parseJsonc(lock.read(path) ?? ''),
  }))
  const names = new Map(read.map(({ directory, manifest }) => [own(manifest, 'name'), directory]))
  const needed = (keys: readonly string[]): ReadonlySet<string> =>
    new Set(
      read.flatMap(({ directory, manifest }) =>
        keys.flatMap((key) => {
          const section = own(manifest, key)
          return Object.entries(isTable(section) ? section : {}).flatMap(([name, range]) => {
            const place = typeof range === 'string' ? /^(?:file|link|portal):(.+)$/.exec(range)?.[1] : undefined
            if (place !== undefined) return [`${normal(directory + place) ?? ''}/`]
            return [names.get(name) ?? []].flat()
          })
        }),
      ),
    )
  const shipped = needed(['dependencies', 'peerDependencies', 'optionalDependencies'])
  return [...needed(['devDependencies'])]
    .filter((directory) => directory.length > 1 && !shipped.has(directory))
    .flatMap((directory) => {
      const changed = [...lock.paths, ...branch.paths].find((path) => path.startsWith(directory) && differs(look, path))
      if (changed === undefined) return []
      const detail = `${directory} is a package that only devDependencies name, and the branch changes it.`
      return [flag('vendored-test-library-modified', changed, detail)]
    })
}

const ambient = /^\s*declare\s+module\s+['"][^'"\n]*\*[^'"\n]*['"]/m

const shadowingTypes = (look: Look): readonly Anomaly[] => {
  const { lock, branch } = look
  return branch.paths.flatMap((path) => {
    if (!differs(look, path)) return []
    if (path.endsWith('.pyi') && !lock.has(path) && lock.has(path.slice(0, -1)))
      return [flag('types-shadowed', path, `The branch adds ${path}, which type checkers read instead of the module.`)]
    if (!/\.d\.[cm]?ts$/.test(path)) return []
    const words = ambient.exec(branch.read(path) ?? '')?.[0].trim()
    // A declaration for files of one kind (`*.svg`) hides no module.
    if (words === undefined || /\*\.\w+['"]$/.test(words) || ambient.exec(lock.read(path) ?? '')?.[0].trim() === words)
      return []
    return [flag('types-shadowed', path, `${path} declares modules that need not exist.`, { evidence: words })]
  })
}

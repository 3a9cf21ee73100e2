import type { RepoView } from '../model/repo-view.ts'
import { goImports, goPackages } from './go-imports.ts'
import { goDeclarations, goDirectory, goPackageName, goWords, isGoSource, isGoTest } from './go-source.ts'
import { goTestLibraries } from './test-libraries.ts'

/** Directories whose name says that they help tests. */
const NAMED =
  /(?:^|\/)(?:tests?|testing|(?!latest|contest|protest|attest)[a-z]*tests?|test[-_]?(?:util|utils|helper|helpers|support|kit|lib|data|env|common|suite|server|case|cases)|mocks?|fakes?|stubs?|fixtures?)$/i

/** Directories below which packages help tests, unless product imports them. */
const BELOW = /(?:^|\/)(?:tests?|e2e|testutils?)\//

interface GoFile {
  readonly path: string
  readonly directory: string
  readonly text: string
  /** Directories of this repository that it imports. */
  readonly imports: readonly string[]
  readonly judges: boolean
}

/**
 * Go files among product that only tests use, by the lock; they belong to the exam, with all that lies beside them in their directory:
 * packages named so (without tests of their own, or importing a test library) or of which every file that offers something imports a test
 * library, where tests of other packages import them and no product does; and
 * single files that import one and declare what only tests use. No program, and not the package at the root of a module.
 */
export const goTestHelpers = (lock: RepoView, branch: RepoView): ReadonlySet<string> => {
  const files = filesOf(lock)
  if (files.length === 0) return new Set()
  const packages = helperPackages(lock, files)
  const found = new Set(helperFiles(files, packages))
  if (packages.size === 0) return found
  for (const path of [...lock.paths, ...branch.paths]) if (packages.has(goDirectory(path))) found.add(path)
  return found
}

const filesOf = (lock: RepoView): readonly GoFile[] => {
  const place = goPackages(lock)
  return lock.paths.filter(isGoSource).map((path) => {
    const text = lock.read(path) ?? ''
    const names = goImports(text)
    const imports = names.flatMap((name) => place(name).slice(0, 1)).map(goDirectory)
    return { path, directory: goDirectory(path), text, imports, judges: goTestLibraries(names).length > 0 }
  })
}

const helperPackages = (lock: RepoView, files: readonly GoFile[]): ReadonlySet<string> => {
  const product = files.filter(({ path }) => !isGoTest(path))
  const tests = files.filter(({ path }) => isGoTest(path))
  const judging = new Set(product.filter(({ judges }) => judges).map(({ directory }) => directory))
  const tested = new Set(tests.map(({ directory }) => directory))
  const offering = new Set(
    product
      .filter((file) => !file.judges && judging.has(file.directory) && offers(file, tested.has(file.directory)))
      .map(({ directory }) => directory),
  )
  const left = new Set(
    product
      .map(({ directory }) => directory)
      .filter((each) =>
        NAMED.test(each) || BELOW.test(each)
          ? judging.has(each) || !tested.has(each)
          : judging.has(each) && !offering.has(each),
      )
      .filter((each) => !lock.has(each === '' ? 'go.mod' : `${each}/go.mod`)),
  )
  for (const { directory, text } of product) if (goPackageName(text) === 'main') left.delete(directory)
  for (let before = -1; before !== left.size; ) {
    before = left.size
    // What a former candidate imports is imported by product.
    for (const { directory, imports } of product)
      if (!left.has(directory)) for (const each of imports) left.delete(each)
    const used = new Set(tests.flatMap(({ directory, imports }) => imports.filter((each) => each !== directory)))
    // The set grows while it is walked.
    for (const directory of used)
      if (left.has(directory))
        for (const file of product) if (file.directory === directory) for (const each of file.imports) used.add(each)
    for (const each of left) if (!used.has(each)) left.delete(each)
  }
  return left
}

/** True for a file that gives other packages something that is no business of tests; anything at all where the package has tests of its own. */
const offers = ({ text }: GoFile, tested: boolean): boolean =>
  goDeclarations(text).some(({ name }) => tested || /^\p{Lu}/u.test(name))

const helperFiles = (files: readonly GoFile[], packages: ReadonlySet<string>): readonly string[] => {
  const isProduct = ({ path, directory }: GoFile): boolean => !isGoTest(path) && !packages.has(directory)
  const left = new Map(
    files
      .filter((file) => file.judges && isProduct(file) && goPackageName(file.text) !== 'main')
      .map((file) => [file, goDeclarations(file.text)] as const)
      .filter(([, declared]) => declared.length > 0 && declared.every(({ name }) => name !== 'init')),
  )
  if (left.size === 0) return []
  const known = new Map<string, ReturnType<typeof goWords>>()
  const wordsOf = ({ path, text }: GoFile): ReturnType<typeof goWords> => {
    const found = known.get(path) ?? goWords(text)
    known.set(path, found)
    return found
  }
  const uses = (file: GoFile, other: GoFile): boolean => {
    const inside = file.directory === other.directory
    if (!inside && !other.imports.includes(file.directory)) return false
    const { words, selected } = wordsOf(other)
    const declared = left.get(file) ?? []
    return declared.some(({ name, method }) => (inside && !method ? words : selected).has(name))
  }
  for (let before = -1; before !== left.size; ) {
    before = left.size
    const product = files.filter((file) => isProduct(file) && !left.has(file))
    for (const file of left.keys()) if (product.some((other) => uses(file, other))) left.delete(file)
  }
  return [...left.keys()]
    .filter((file) => files.some((other) => !isProduct(other) && uses(file, other)))
    .map(({ path }) => path)
}

import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { flag } from './flags.ts'
import { goDeclarations, goDirectory, goPackageName, isGoSource, isGoTest } from './go-source.ts'

/** The Go Programming Language Specification, predeclared identifiers. */
const PREDECLARED = new Set(
  (
    'any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 ' +
    'uint64 uintptr true false iota nil append cap clear close complex copy delete imag len make max min new panic print println real recover'
  ).split(' '),
)

/**
 * Names of the language (`len`, `true`, `error`) that the branch declares anew in a package of Go: the tests inside of that package would
 * mean its declaration. Each blocks, unless the lock's package declares the same name.
 */
export const shadowedNames = (
  lock: RepoView,
  branch: RepoView,
  { classOf }: Pick<Classifier, 'classOf'>,
): readonly Anomaly[] => {
  const changed = branch.paths.filter(
    (path) => isGoSource(path) && !isGoTest(path) && lock.oid(path) !== branch.oid(path) && classOf(path) !== 'test',
  )
  if (changed.length === 0) return []
  const beside = (directory: string): readonly string[] =>
    lock.paths.filter((path) => path.endsWith('.go') && goDirectory(path) === directory)
  return changed.flatMap((path) => {
    const text = branch.read(path) ?? ''
    const found = goDeclarations(text).filter(({ name, method }) => !method && PREDECLARED.has(name))
    if (found.length === 0) return []
    const own = beside(goDirectory(path))
    const name = goPackageName(text)
    const tested = own.some((each) => isGoTest(each) && goPackageName(lock.read(each) ?? '') === name)
    if (!tested) return []
    const before = new Set(own.flatMap((each) => goDeclarations(lock.read(each) ?? '').map((one) => one.name)))
    return found
      .filter((one) => !before.has(one.name))
      .map((one) =>
        flag(
          'predeclared-shadowed',
          path,
          `The branch declares ${one.name} in ${path}: the locked tests of this package would mean that instead of Go's own.`,
          { line: one.line },
        ),
      )
  })
}

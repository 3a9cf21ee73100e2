import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Classifier, LockedProject } from './classify-path.ts'
import { flag } from './flags.ts'

const isSource = (path: string): boolean => /\.(?:c|cc|cpp|cxx|c\+\+|C)$/.test(path)
const isHeader = (path: string): boolean => /\.(?:h|hh|hpp|hxx|inc|ipp|def)$/.test(path)

/** Files that have the name of a test library's, wherever they lie. gtest_prod.h is made for product. */
const library =
  /(?:^|\/)(?:(?:gtest|gmock|catch2|doctest|boost\/test|CppUTest|cppunit)\/(?!gtest_prod\.h$).+\.(?:h|hpp)|(?:catch|catch_all|catch_amalgamated|doctest)\.(?:h|hpp))$/
/** What CMake reads where a project asks for one (cmake find_package). */
const finder =
  /(?:^|\/)(?:Find(?:GTest|GMock|Catch2?|doctest|CppUTest|CppUnit|cmocka|criterion)|(?:GTest|GMock|Catch2|doctest|CppUTest|cmocka|criterion)(?:Config|-config)(?:Version|-version)?)\.cmake$/i
const FAMILY = /gtest|gmock|catch|doctest|boost|cpputest|cppunit|cmocka|criterion/i
/** The library that a name belongs to; Google's two are one. */
const familyOf = (name: string): string | undefined => FAMILY.exec(name)?.[0].toLowerCase().replace('gmock', 'gtest')
const includes = /^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm

/** Macros that decide what those of a test library come to. */
const inner = /^(?:NDEBUG|(?:GTEST|GMOCK|CATCH|INTERNAL_CATCH|DOCTEST|BOOST_TEST|BOOST_CHECK)_\w+)$/

const definition = /^[ \t]*#[ \t]*(?:define|undef)[ \t]+([A-Za-z_]\w*)/gm
const definedIn = (text: string): readonly string[] =>
  [...text.replaceAll(/\\\r?\n/g, ' ').matchAll(definition)].map(([, name = '']) => name)

const wordsOf = (text: string): readonly string[] =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gm, ' ').match(/[A-Za-z_]\w*/g) ??
  []

/**
 * What the branch puts in the way of a C or C++ test library: a header of its name, a module with which CMake finds one, and, where no build
 * tells what the preprocessor makes of a test (plain make), macros that locked tests use and that no product of the lock defines.
 */
export const cppShadowed = (
  lock: RepoView,
  branch: RepoView,
  projects: readonly LockedProject[],
  { classOf }: Pick<Classifier, 'classOf'>,
): readonly Anomaly[] => {
  const isOurs = (path: string): boolean => !/^(?:test|judge)$/.test(classOf(path))
  const changed = branch.paths.filter((path) => lock.oid(path) !== branch.oid(path) && isOurs(path))
  const tests = lock.paths.filter((path) => (isSource(path) || isHeader(path)) && classOf(path) === 'test')
  if (tests.length === 0) return []
  const families = new Set(
    tests.flatMap((path) => [...(lock.read(path) ?? '').matchAll(includes)].map(([, name = '']) => familyOf(name))),
  )
  const named = changed
    .filter((path) => {
      const part = library.exec(path)?.[0] ?? finder.exec(path)?.[0]
      return part !== undefined && families.has(familyOf(part))
    })
    .map((path) =>
      flag(
        'test-tool-changed',
        path,
        `The branch ${lock.has(path) ? 'changes' : 'adds'} ${path}, which has the name of a part of a test library.`,
      ),
    )
  const isTold = projects.some(({ directory }) =>
    ['CMakeLists.txt', 'meson.build'].some((name) => lock.has(directory === '.' ? name : `${directory}/${name}`)),
  )
  return isTold ? named : [...named, ...macroFlags(lock, branch, changed.filter(isHeader), tests, isOurs)]
}

const macroFlags = (
  lock: RepoView,
  branch: RepoView,
  headers: readonly string[],
  tests: readonly string[],
  isOurs: (path: string) => boolean,
): readonly Anomaly[] => {
  const now = new Map(
    headers.flatMap((path) => definedIn(branch.read(path) ?? '').map((name) => [name, path] as const)),
  )
  if (now.size === 0) return []
  const before = new Set(
    lock.paths.filter((path) => isHeader(path) && isOurs(path)).flatMap((path) => definedIn(lock.read(path) ?? '')),
  )
  const used = new Set(tests.flatMap((path) => wordsOf(lock.read(path) ?? '')))
  return [...now].flatMap(([name, path]) =>
    before.has(name) || !(used.has(name) || inner.test(name))
      ? []
      : [flag('test-tool-changed', path, `The branch lets ${path} define ${name}, which locked tests use, anew.`)],
  )
}

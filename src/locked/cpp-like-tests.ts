import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'
import { type CmakeTarget, cmakeTargets } from './cmake-targets.ts'
import { normal } from './javascript-imports.ts'

const isCpp = (path: string): boolean => /\.(?:c|cc|cpp|cxx|c\+\+|C|h|hh|hpp|hxx|inc|ipp)$/.test(path)
const inTests = /(?:^|\/)(?:unit)?tests?\//i

const testLibrary =
  /^\s*#\s*include\s*[<"](?:gtest|gmock|catch2|catch|doctest|boost\/test|CppUTest|cppunit|cmocka|criterion|unity|check\.h|munit|utest|acutest|greatest|snitch)\b/m
const speaks =
  /\b(?:main|(?:TYPED_)?TEST(?:_[A-Z]+)*|SCENARIO|SUBCASE|SECTION|BOOST_(?:AUTO|FIXTURE|DATA)_\w+|START_TEST|(?:CATCH|DOCTEST)_\w+|RUN_TEST)\s*\(/

/** Nothing in it speaks of tests: no test library, no test, no program of its own. */
const isSilent = (text: string): boolean => !testLibrary.test(text) && !speaks.test(text)

/** Names that a text of C or C++ includes. */
const includesOf = (text: string): readonly string[] =>
  [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm)].map(([, name = '']) => name)

const stem = (path: string): string => path.replace(/\.[^./]+$/, '')

/** A target that is no test: it has a name of its own and compiles product beside what is asked about. */
const isOfProduct = ({ name, isTest, sources }: CmakeTarget, classOf: Classifier['classOf']): boolean =>
  !isTest &&
  !/(?:^|[^a-z])(?:unit_?)?(?:tests?|mocks?|fixtures?)(?:[^a-z]|$)/i.test(name) &&
  sources.some((path) => isCpp(path) && classOf(path) === 'product')

/**
 * Sources and headers of C and C++ among `changed` that are named like tests and are product (`src/latest_test.cpp`): at the lock (for a file
 * that only the branch has: there) a library or program that is no test compiles them together with product, or product includes them, or
 * their header, and nothing in them speaks of tests at either ref.
 */
export const cppLikeTests = (
  lock: RepoView,
  branch: RepoView,
  changed: readonly string[],
  { classOf }: Pick<Classifier, 'classOf'>,
): readonly string[] => {
  const mayBe = (path: string): boolean =>
    isCpp(path) &&
    !inTests.test(path) &&
    classOf(path) === 'test' &&
    [lock, branch].every((view) => isSilent(view.read(path) ?? ''))
  const candidates = changed.filter(mayBe)
  if (candidates.length === 0) return []
  const found = new Set<string>()
  const look = (view: RepoView, asked: readonly string[]): void => {
    if (asked.length === 0) return
    const isAsked = new Set(asked)
    for (const target of cmakeTargets(view))
      if (isOfProduct(target, classOf)) for (const path of target.sources) if (isAsked.has(path)) found.add(path)
    const waiting = view.paths.filter((path) => isCpp(path) && (classOf(path) === 'product' || found.has(path)))
    // The list grows while it is walked.
    for (const path of waiting) {
      const names = includesOf(view.read(path) ?? '')
      const own = path.slice(0, path.lastIndexOf('/') + 1)
      for (const each of asked) {
        if (found.has(each)) continue
        const isIncluded = names.some((name) => normal(own + name) === each || `/${each}`.endsWith(`/${name}`))
        if (!isIncluded) continue
        for (const other of [each, ...asked.filter((one) => stem(one) === stem(each))]) {
          found.add(other)
          waiting.push(other)
        }
      }
    }
  }
  // A header that nobody changes tells of its source.
  look(lock, lock.paths.filter(mayBe))
  if (candidates.some((path) => !lock.has(path)))
    look(
      branch,
      branch.paths.filter((path) => !lock.has(path) && mayBe(path)),
    )
  return candidates.filter((path) => found.has(path))
}

import type { RepoView } from '../model/repo-view.ts'
import type { PathClass } from '../model/tree.ts'
import type { Classifier, LockedProject } from './classify-path.ts'
import { cppLikeTests } from './cpp-like-tests.ts'
import { isPython, isScript, reached } from './imports.ts'
import { aliasesOf, javascriptImports, resolveJavascript } from './javascript-imports.ts'
import { pythonImports, resolvePython } from './python-imports.ts'
import { isData, literallyNamed, namesOf } from './test-data.ts'
import { librariesOf } from './test-helpers.ts'

const testDirectories =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|integration|__mocks__|__snapshots__|__fixtures__|goldens?|cassettes)\//
const fixtures = /(?:^|\/)(?:fixtures?|testdata|test[-_]data)\//
/** What generators write elsewhere, named as it will be named there. */
const templates =
  /(?:^|\/)(?:_?templates?|scaffold(?:s|ing)?|generators?|blueprints?|boilerplates?|skeletons?|schematics|archetypes?)\/|\{\{|(?:^|\/)__\w+__\//

/** A directory of fixtures of which a text names no file: it is gone through, or the name is put together. */
const anyFixture = /\b(?:fixtures?|test[-_]?data)(?:\/[\w-]+)*\/?(?:['"`]|\$?\{|%|\*)/

const scriptTests =
  /(?<![.\w]|function\s|async\s)(?:describe|it|test|suite|specify|context|expect|assert\w*|should|bench|scenario|benchmark)\s*(?:\.\s*\w+\s*)*[(`]|\bassert\b|import\.meta\.vitest/
const pythonTests =
  /\bdef\s+test|\bclass\s+\w*Test|\bunittest\b|\bpytest\b|^\s*assert\b|>>>|\bTestCase\b|\bload_tests\b/m
const scriptDeclares = /\bexports?\b/
const pythonDeclares = /^(?:async\s+def|def|class)\b|^\w+\s*=/m

/** Names of what serves tests, and those that say nothing but test; others that only tests import are what they test. */
const helperName =
  /(?:^|\/)(?:test|spec)[-_.]?(?:utils?|helpers?|setup|support|lib|common|data|fixtures?|mocks?|kit|server|env|environment|harness|factor(?:y|ies)|base|case|cases|config|constants?|shared|types|globals?|asserts?|assertions?|matchers?|render|wrapper|util\w*|vectors?|values?|expected|expectations?|samples?|inputs?|outputs?|examples?|scenarios?|tables?|param(?:eter)?s?|objects?|models?|doubles?|stubs?|fakes?|dumm(?:y|ies)|results?|strings?|files?|records?|messages?|payloads?|responses?|requests?|golden|snapshots?|functions?|tools?|context|db|database|app)\b|\.(?:test|spec)(?:-d)?\.[^./]+$/i

/** True for a text that says nothing of tests and that offers something to others. */
const isSilent = (path: string, text: string): boolean =>
  isPython(path)
    ? !pythonTests.test(text) && (pythonDeclares.test(text) || path.endsWith('/__main__.py'))
    : !scriptTests.test(text) && scriptDeclares.test(text) && librariesOf(path, text).length === 0

/**
 * Paths of class test that are product although their names look like tests, as far as the branch changes them:
 * a module of a source directory (`src/commands/test.js`) that says nothing of tests at either ref and imports none, unless its name
 * says that it serves them and they import it; a template that product names; data in a `fixtures` directory outside tests that product
 * names and no test; sources of C and C++ that product compiles (`cppLikeTests`). That no test comes of one is looked at after the run (`doubtful` of the composed tree).
 */
export const productLikeTests = (
  lock: RepoView,
  branch: RepoView,
  projects: readonly LockedProject[],
  { classOf, activates }: Classifier,
): ReadonlySet<string> => {
  const silent = new Map<string, boolean>()
  /** A directory called `test` inside sources (`pkg/test/__main__.py`) of which no file speaks of tests. */
  const isInSilentDirectory = (path: string): boolean => {
    const [, parent, directory] = /^((?:.*\/)?)((?:test|spec)\/)/.exec(path) ?? []
    if (directory === undefined || parent === undefined || parent === '' || !isModule(path)) return false
    if (!lock.has(`${parent}__init__.py`) && !/(?:^|\/)(?:src|lib|commands)\//.test(parent)) return false
    const place = parent + directory
    const known = silent.get(place) ?? [...lock.paths].every((each) => !each.startsWith(place) || isQuiet(lock, each))
    silent.set(place, known)
    return known
  }
  const changed = [...new Set([...lock.paths, ...branch.paths])].filter(
    (path) =>
      lock.oid(path) !== branch.oid(path) &&
      classOf(path) === 'test' &&
      !activates(path) &&
      (!testDirectories.test(path) || isInSilentDirectory(path)) &&
      isBelow(path, projects),
  )
  if (changed.length === 0) return new Set()
  const isProduct = (path: string): boolean => classOf(path) === 'product'
  let names: ((path: string) => boolean) | undefined
  const named = (path: string): boolean => {
    names ??= namesOf(lock, isProduct)
    return names(path)
  }
  const isChanged = new Set(changed)
  // What generators write, and data, speak for nobody; a test of the lock does, however the branch changes it.
  const isMute = (path: string): boolean =>
    isChanged.has(path) && (!isModule(path) || fixtures.test(path) || templates.test(path))
  const saying = (kinds: RegExp): readonly string[] =>
    lock.paths.filter((path) => kinds.test(classOf(path)) && !isMute(path)).map((path) => lock.read(path) ?? '')
  let tests: readonly string[] | undefined
  const namedByTests = (path: string): boolean => {
    tests ??= saying(/^test$/)
    return tests.some((text) => text.includes(nameOf(path)) || anyFixture.test(text))
  }
  let judges: readonly string[] | undefined
  // What a command, a script or a configuration names judges, however silent it is.
  const namedByJudges = (path: string): boolean => {
    judges ??= saying(/^(?:judge|manifest)$/)
    return judges.some((text) => text.includes(nameOf(path)))
  }
  const serves = (path: string): boolean => (helperName.test(path) || testDirectories.test(path)) && !named(path)
  const found = new Set<string>()
  const modules = changed.filter((path) => isModule(path) && !fixtures.test(path) && bothSilent(lock, branch, path))
  const isTemplate = (path: string): boolean => isModule(path) && templates.test(path) && !fixtures.test(path)
  const candidates = new Set([...modules, ...changed.filter(isTemplate)])
  const reachable = candidates.size === 0 ? new Set<string>() : byTests(lock, projects, classOf, candidates)
  for (const path of modules)
    if (!namedByJudges(path) && !importsTests(lock, branch, path, classOf) && !(reachable.has(path) && serves(path)))
      found.add(path)
  // Nobody imports a template.
  for (const path of changed)
    if (isTemplate(path) && !reachable.has(path) && !namedByJudges(path) && named(path)) found.add(path)
  const data = changed.filter((path) => isData(path) && fixtures.test(path))
  const literally = data.length === 0 ? () => false : literallyNamed(lock, isProduct)
  for (const path of data) if (literally(path) && !namedByTests(path)) found.add(path)
  for (const path of cppLikeTests(lock, branch, changed, { classOf })) found.add(path)
  return found
}

/** Of a directory's files only code can speak of tests. */
const isQuiet = (view: RepoView, path: string): boolean => {
  if (!isModule(path)) return true
  const text = view.read(path)
  return text !== undefined && (text.trim() === '' || isSilent(path, text))
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const isModule = (path: string): boolean => (isScript(path) && !/\.d\.[cm]?ts$/.test(path)) || path.endsWith('.py')

/** At the top of a project lie scripts that tests are run by. */
const isBelow = (path: string, projects: readonly LockedProject[]): boolean => {
  const homes = projects.map(({ directory }) => (directory === '.' ? '' : `${directory}/`))
  const home = homes.filter((each) => path.startsWith(each)).sort((a, b) => b.length - a.length)[0] ?? ''
  return path.slice(home.length).includes('/')
}

const bothSilent = (lock: RepoView, branch: RepoView, path: string): boolean =>
  [lock, branch].every((view) => {
    const text = view.read(path)
    return text === undefined ? !view.has(path) : isSilent(path, text)
  })

const byTests = (
  lock: RepoView,
  projects: readonly LockedProject[],
  classOf: Classifier['classOf'],
  candidates: ReadonlySet<string>,
): ReadonlySet<string> => {
  const asRoots = (path: string): PathClass => (classOf(path) === 'test' && !candidates.has(path) ? 'product' : 'test')
  return reached(lock, projects, asRoots, candidates, new Map())
}

/** A file that only calls what a test file offers is a test: `require('../test/run')('case')`. */
const importsTests = (lock: RepoView, branch: RepoView, path: string, classOf: Classifier['classOf']): boolean =>
  [lock, branch].some((view) => {
    const text = view.read(path) ?? ''
    const targets = isPython(path)
      ? pythonImports(text).flatMap((module) => resolvePython(view, path, module, ['', 'src/']))
      : javascriptImports(text).flatMap((specifier) => resolveJavascript(view, path, specifier, aliasesOf(view, ['.'])))
    return targets.some((target) => target !== path && classOf(target) === 'test')
  })

import picomatch from 'picomatch'
import type { Stack } from '../model/stack.ts'
import type { PathClass } from '../model/tree.ts'

/** A project and the patterns of its stack; several stacks may share a directory. */
export interface LockedProject {
  /** Relative to the root of the repository, `.` for the root. */
  readonly directory: string
  readonly stack: Pick<Stack, 'locked' | 'standIn' | 'endings'>
}

/** Globs of `verify.lock`, relative to the root of the repository. */
export interface LockGlobs {
  readonly tests?: readonly string[] | undefined
  readonly product?: readonly string[] | undefined
}

export interface Classifier {
  classOf(path: string): PathClass
  /** The file takes effect in a test run because it is there (`conftest.py`, `.npmrc`, root `__mocks__`). */
  activates(path: string): boolean
}

const testDirectory = '{test,tests,__tests__,spec,specs,e2e,integration}'
const fixtureDirectory =
  '{fixtures,fixture,__fixtures__,testdata,test-data,test_data,golden,goldens,snapshots,cassettes}'
/** Those whose name says test data wherever they lie; `snapshots` alone may be product. */
const fixtureAnywhere = '{fixtures,fixture,testdata,test-data,test_data,golden,goldens,cassettes}'

/** What is locked in every repository, whatever its stacks. */
const universal = {
  tests: [
    '**/__snapshots__/**',
    '**/*.snap',
    '**/__fixtures__/**',
    `**/${testDirectory}/**/${fixtureDirectory}/**`,
    `**/${fixtureAnywhere}/**`,
  ],
  judge: [
    '.github/**',
    '.gitlab-ci.{yml,yaml}',
    '.gitlab/**',
    '.circleci/**',
    '.buildkite/**',
    '.{travis,appveyor,drone,cirrus,woodpecker}.{yml,yaml}',
    '{azure-pipelines,bitbucket-pipelines,appveyor,codecov}.{yml,yaml}',
    '.codecov.{yml,yaml}',
    'Jenkinsfile',
    '**/.gitattributes',
    // Linters leave out what is ignored: a branch could hide a file from them.
    '**/{.gitignore,.ignore}',
    '.gitmodules',
    '**/{Makefile,makefile,GNUmakefile}',
    '**/{justfile,Justfile,.justfile}',
    '**/{Taskfile,taskfile}.{yml,yaml}',
    '.{husky,githooks}/**',
    '{.pre-commit-config,lefthook,.lefthook}.{yml,yaml}',
    'triverdict.{yaml,yml}',
    'baselines/**',
    '**/{.tool-versions,.nvmrc,.node-version,.python-version,mise.toml,.mise.toml}',
  ],
  activating: [
    '**/node_modules/.bin/**',
    '**/{sitecustomize,usercustomize}.py',
    '**/*.pth',
    '**/__pycache__/**',
    '**/*.pyc',
  ],
} as const

/**
 * Sorts paths into the classes of the locked test set: tests, judging files, building files, manifests, product; the first that
 * matches in this order. Words of the configuration come first (tests before product), then `promoted`: test-looking paths that
 * product code imports, `helpers`: product-looking paths that only tests import or compile, and `judging`: those that the exam names. A path is looked at by every project whose directory contains it;
 * source of a language that one of these projects is written in is a test only by the globs of that language.
 */
export const classifier = (
  projects: readonly LockedProject[],
  lock: LockGlobs = {},
  promoted: ReadonlySet<string> = new Set(),
  helpers: ReadonlySet<string> = new Set(),
  judging: ReadonlySet<string> = new Set(),
): Classifier => {
  // Files above a project act in it too (a conftest.py, an .npmrc), so every stack looks at the whole repository.
  const roots = [...new Set(projects.map((project) => project.stack))].map((stack) => ({ directory: '.', stack }))
  const stacks = [...roots, ...projects.filter((project) => project.directory !== '.')].map(
    ({ directory, stack: { locked, endings = [] } }) => ({
      prefix: prefixOf(directory),
      endings,
      tests: matcher(locked.tests),
      judge: matcher(locked.judge),
      build: matcher(locked.build),
      manifests: matcher(locked.manifests),
      activating: matcher(locked.activating),
    }),
  )
  const [own, ownProduct] = [matcher(lock.tests ?? []), matcher(lock.product ?? [])]
  const everywhere = {
    tests: matcher(universal.tests),
    judge: matcher(universal.judge),
    activating: matcher(universal.activating),
  }
  const speakers = projects.map(({ directory, stack }) => ({
    prefix: prefixOf(directory),
    endings: stack.endings ?? [],
  }))
  const isTest = (path: string): boolean => {
    const ending = path.slice(path.lastIndexOf('.') + 1)
    const owned = speakers.some(({ prefix, endings }) => endings.includes(ending) && path.startsWith(prefix))
    return stacks.some(
      (stack) =>
        (!owned || stack.endings.includes(ending)) &&
        path.startsWith(stack.prefix) &&
        stack.tests(path.slice(stack.prefix.length)),
    )
  }
  const any = (path: string, part: 'judge' | 'build' | 'manifests' | 'activating'): boolean =>
    stacks.some((stack) => path.startsWith(stack.prefix) && stack[part](path.slice(stack.prefix.length)))
  const activates = remembered((path: string) => everywhere.activating(path) || any(path, 'activating'))
  const classOf = remembered((path: string): PathClass => {
    if (own(path)) return 'test'
    if (ownProduct(path) || promoted.has(path)) return 'product'
    if (helpers.has(path) || everywhere.tests(path) || isTest(path)) return 'test'
    if (everywhere.judge(path) || any(path, 'judge') || activates(path) || judging.has(path)) return 'judge'
    if (any(path, 'build')) return 'build'
    if (any(path, 'manifests')) return 'manifest'
    return 'product'
  })
  return { classOf, activates }
}

const general = picomatch([...universal.judge, ...universal.activating, '**/.pre-commit-config.yaml', '**/.npmrc'], {
  dot: true,
})

/** True for a judging file of every repository (CI, Makefiles, ignore files): no configuration of a tool, and it names what builds too. */
export const isGeneralJudge = (path: string): boolean => general(path)

const matcher = (globs: readonly string[]): ((path: string) => boolean) =>
  globs.length === 0 ? () => false : picomatch([...globs], { dot: true })

const prefixOf = (directory: string): string =>
  directory === '.' || directory === '' ? '' : `${directory.replace(/\/+$/, '')}/`

const remembered = <T>(answer: (path: string) => T): ((path: string) => T) => {
  const known = new Map<string, T>()
  return (path) => {
    const before = known.get(path)
    if (before !== undefined) return before
    const found = answer(path)
    known.set(path, found)
    return found
  }
}

const script = '[cm]?[jt]sx?'
const runnerNames = new RegExp(
  `(?:[._-](?:test|spec)(?:-d)?\\.${script}|(?:^|/)(?:test|tests|spec)\\.(?:${script}|py)|(?:^|/)test[-_][^/]*\\.(?:${script}|py)|_test\\.(?:py|go)|(?:^|/)conftest\\.py)$`,
)
const inTests = new RegExp(`(?:^|/)__tests__/.*\\.${script}$`)

/** True for a name that a test runner would collect by its defaults: a branch that adds such a file adds a test. */
export const looksLikeTest = (path: string): boolean => runnerNames.test(path) || inTests.test(path)

/** True for a name that says nothing but test; such a file is a test whoever imports it. */
export const isTestByName = (path: string): boolean =>
  /(?:\.(?:test|spec)(?:-d)?\.[^./]+|(?:^|\/)test_[^/]*\.py|_test\.(?:py|go)|(?:^|\/)conftest\.py)$/.test(path)

/** True for recorded expectations, which a runner compares with. */
export const isSnapshot = (path: string): boolean =>
  /(?:^|\/)(?:__snapshots__|snapshots|goldens?)\/|\.(?:snap|ambr)$/.test(path)

/** True for data that tests read, as far as the name tells. */
export const isFixture = (path: string): boolean =>
  /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test-data|test_data|cassettes)\//.test(path) ||
  !/\.(?:[cm]?[jt]sx?|py|pyi|go|rs|rb|java|kt|c|cc|cpp|h|hpp|feature)$/.test(path)

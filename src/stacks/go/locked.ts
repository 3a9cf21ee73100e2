import type { RepoView } from '../../model/repo-view.ts'
import type { Stack } from '../../model/stack.ts'
import { directoryOf, goFiles, isTestFile } from './go-files.ts'
import { modulePaths } from './module-files.ts'

/** Libraries that judge, where they are vendored. */
const VENDORED =
  '**/vendor/{github.com/{stretchr/testify,onsi/{ginkgo,gomega},google/go-cmp,smartystreets,matryer/is,frankban/quicktest,golang/mock,rogpeppe/go-internal,alecthomas/assert,shoenig/test},gotest.tools,go.uber.org/{mock,goleak},gopkg.in/check.v1,pgregory.net/rapid}/**'

/** Path classes of Go modules. Globs are relative to the project. Every `_test.go` is compiled into the test binary because it is there: as tests, added ones are left out. */
export const locked: Stack['locked'] = {
  tests: ['**/*_test.go', '**/testdata/**', VENDORED],
  judge: ['**/.golangci.{yml,yaml,toml,json}', '**/staticcheck.conf', '**/.testcoverage.{yml,yaml}', '**/.gotestsum*'],
  build: ['**/magefiles/**'],
  manifests: ['**/go.{mod,sum}', '**/go.work', '**/go.work.sum', '**/vendor/modules.txt'],
  activating: [],
}

/** Directories whose name says that they help tests. */
const HELPER =
  /(?:^|\/)(?:tests?|testing|(?!latest|contest|protest|attest)[a-z]*tests?|test[-_]?(?:util|utils|helper|helpers|support|kit|lib|data|env|common|suite|server|case|cases)|mocks?|fakes?|stubs?|fixtures?)$/i
const IMPORT = /"([^"\s]+)"/g

/** Import paths of a Go file: its head up to the first declaration. */
const importsOf = (text: string): readonly string[] => {
  const head = text.split(/^(?:func|type|var|const)\b/m, 1)[0] ?? ''
  return [...head.matchAll(IMPORT)].flatMap((match) => match[1] ?? [])
}

/**
 * Packages that help tests: named so, imported by tests and by no product file, without tests of their own, no program. Directories,
 * sorted. They belong to the exam: whoever changes them changes what the tests say.
 */
export const testHelpers = (project: RepoView): readonly string[] => {
  const files = goFiles(project)
  const candidates = new Set(files.map(directoryOf).filter((directory) => HELPER.test(directory)))
  if (candidates.size === 0) return []
  for (const path of files) if (isTestFile(path)) candidates.delete(directoryOf(path))
  const modules = Object.entries(modulePaths(project, '.'))
  const place = (path: string): string | undefined => {
    const [module, directory] = modules.find(([name]) => path === name || path.startsWith(`${name}/`)) ?? []
    if (module === undefined || directory === undefined) return undefined
    return [directory, path.slice(module.length + 1)].filter((part) => part !== '' && part !== '.').join('/') || '.'
  }
  const byTests = new Set<string>()
  const inside = (path: string): boolean => candidates.has(directoryOf(path))
  for (const path of files) {
    const text = project.read(path) ?? ''
    if (/^package main\b/m.test(text)) candidates.delete(directoryOf(path))
    for (const imported of importsOf(text)) {
      const directory = place(imported)
      if (directory === undefined || !candidates.has(directory)) continue
      if (isTestFile(path)) byTests.add(directory)
      // One helper may use another.
      else if (!inside(path)) candidates.delete(directory)
    }
  }
  return [...candidates].filter((directory) => byTests.has(directory)).sort()
}

/** The classes, with the packages that only help tests in this project. */
export const lockedIn = (project: RepoView): Stack['locked'] => {
  const helpers = testHelpers(project)
  return helpers.length === 0
    ? locked
    : { ...locked, tests: [...locked.tests, ...helpers.map((directory) => `${directory}/*`)] }
}

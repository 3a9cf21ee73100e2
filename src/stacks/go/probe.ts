import type { RepoView } from '../../model/repo-view.ts'
import type { Probe } from '../../model/stack.ts'
import { directoryOf } from './go-files.ts'

const NAME = 'triverdict_probe'
const PASS = 'TestTriverdictProbeMustPass'
const FAIL = 'TestTriverdictProbeMustFail'

/** Matches the tests of probes and no other. */
export const PROBE_TESTS = '^TestTriverdictProbeMust(Pass|Fail)$'

/** True for the file of a probe. */
export const isProbe = (path: string): boolean => /(?:^|\/)triverdict_probe(?:_\d+)?_test\.go$/.test(path)

const ASSERTIONS = /"(github\.com\/stretchr\/testify\/(assert|require))"/

/**
 * A test file beside those that ran, in the same test binary. It is of the external test package, so that the package under test need not be
 * compiled again with it. `sample`: a test file, or the directory of a package.
 */
export const goProbe = (project: RepoView, sample: string): Probe | undefined => {
  const directory = sample.endsWith('.go') ? directoryOf(sample) : sample
  const prefix = directory === '.' ? '' : `${directory}/`
  const beside = project.paths
    .filter((path) => path.startsWith(prefix) && path.endsWith('_test.go') && !path.slice(prefix.length).includes('/'))
    .map((path) => project.read(path) ?? '')
    .filter((text) => !/^\/\/go:build /m.test(text))
  const names = beside.flatMap((text) => /^package (\w+)/m.exec(text)?.[1] ?? [])
  const own = names.find((each) => !each.endsWith('_test')) ?? names[0]
  const path = Array.from({ length: 20 }, (_, at) => at + 1)
    .map((number) => `${prefix}${NAME}${number === 1 ? '' : `_${number}`}_test.go`)
    .find((each) => !project.has(each))
  if (own === undefined || path === undefined) return undefined
  const name = own.endsWith('_test') ? own : `${own}_test`
  // The assertions that the tests use are asked, not only the runner.
  const [, library, assertion] = beside.map((text) => ASSERTIONS.exec(text)).find((match) => match !== null) ?? []
  const text = [
    `// In ${directory}.`,
    `package ${name}`,
    '',
    ...(library === undefined ? ['import "testing"'] : ['import (', '\t"testing"', '', `\t"${library}"`, ')']),
    '',
    `func ${PASS}(t *testing.T) {}`,
    '',
    `func ${FAIL}(t *testing.T) {`,
    assertion === undefined ? '\tt.Error("this test must fail")' : `\t${assertion}.Equal(t, 1, 2)`,
    '}',
    '',
  ].join('\n')
  return { path, text, mustPass: PASS, mustFail: FAIL, scope: directory }
}

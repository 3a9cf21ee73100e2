import { expect, test } from 'vitest'
import { anomaly } from '../model/anomaly.ts'
import type { NotChosen } from '../model/check.ts'
import { notVerified, partlyUnreadKinds, unreadKinds } from './not-verified.ts'
import type { Planned } from './plan-branch.ts'

const left = (kind: NotChosen['kind'], text: string, reason: string): NotChosen => ({
  kind,
  text,
  evidence: { tier: 'manifest', file: 'package.json', line: 3, text },
  reason,
})
const planned = (notChosen: readonly NotChosen[]) =>
  ({
    config: {},
    plan: { projects: [], notChosen, anomalies: [] },
    projects: [],
    affected: { left: [], because: null },
    composed: { branchTestFiles: [] },
    knownRed: [],
  }) as unknown as Planned
const said = (...notChosen: readonly NotChosen[]) => notVerified(planned(notChosen), [], { projects: [] } as never)

test('checks that the project has and this version cannot judge are named, once', () => {
  const reason = '`tstyche` is no check that this version reads'
  expect(
    said(
      left('types', 'tstyche', reason),
      left('types', 'tstyche', reason),
      left('tests', 'nox', 'tier-not-read: this version does not look into the noxfile.py'),
      left('tests', 'mocha', 'ci already names what is run of this kind'),
      left('prepare', 'npm ci', 'the dependencies are installed by Triverdict itself'),
    ),
  ).toEqual([
    'Not run: `tstyche` (package.json:3): `tstyche` is no check that this version reads.',
    'Not run: `nox` (package.json:3): this version does not look into the noxfile.py.',
  ])
})

test('a long list is cut', () => {
  const many = Array.from({ length: 11 }, (_, at) => left('lint', `x${at}`, '`x` is no check that this version reads'))
  expect(said(...many)).toHaveLength(9)
  expect(said(...many).at(-1)).toBe('And 3 more that are not run.')
})

test('what the command of the lock leaves out is an edge of the verdict', () => {
  const anomalies = [anomaly('tests-filtered', 'low', 'node:.:tests:vitest runs only a part of its tests: `-t total`')]
  const filtered = { ...planned([]), plan: { projects: [], notChosen: [], anomalies } }
  expect(notVerified(filtered, [], { projects: [] } as never)).toEqual([
    'Tests that are left out: node:.:tests:vitest runs only a part of its tests: `-t total`.',
  ])
})

test('tests of the CI that may be the whole suite and were not run', () => {
  const anomalies = [
    anomaly('ci-not-read', 'high', 'The CI runs tests that are not run here: tox'),
    anomaly('ci-not-read', 'medium', 'The CI runs tests that are not run here: cargo miri test'),
  ]
  const unread = { ...planned([]), plan: { projects: [], notChosen: [], anomalies } }
  expect(notVerified(unread, [], { projects: [] } as never)).toEqual(['The CI runs tests that are not run here: tox.'])
  expect(anomalies.map((one) => unreadKinds([one]))).toEqual([['tests'], []])
  expect(partlyUnreadKinds(anomalies)).toEqual([])
})

test('types and lint of the CI that were not run', () => {
  const anomalies = [
    anomaly('ci-not-read', 'high', 'The CI runs a type check that is not run here: make types', { check: 'types' }),
    anomaly('ci-not-read', 'medium', 'The CI runs a linter that is not run here: ./lint-docs', { check: 'lint' }),
  ]
  const unread = { ...planned([]), plan: { projects: [], notChosen: [], anomalies } }
  expect(notVerified(unread, [], { projects: [] } as never)).toEqual(anomalies.map(({ detail }) => `${detail}.`))
  expect([unreadKinds(anomalies), partlyUnreadKinds(anomalies)]).toEqual([['types'], ['lint']])
})

test('what only an exit code speaks for is said, once', () => {
  const note = anomaly('pass-by-exit-code', 'medium', 'tests/suite.rs is a program that names no tests')
  const run = { facts: { skipped: 0, anomalies: [note, note] }, coverage: [] }
  const examined = [{ project: {}, check: { kind: 'lint' }, run, anomalies: [] }] as never
  expect(notVerified(planned([]), examined, { projects: [] } as never)).toEqual([
    'What lies behind an exit code: tests/suite.rs is a program that names no tests.',
  ])
})

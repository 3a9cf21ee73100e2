import { expect, test } from 'vitest'
import type { TestReport } from '../model/test-report.ts'
import { readAll } from './fixtures/recorded.ts'

const read = (...pieces: readonly string[]): TestReport | string => {
  const result = readAll('tap-output', pieces)
  return result.ok ? (result.value as TestReport) : result.trouble.kind
}

test.each([
  ['nothing', ''],
  ['words', 'all is well\nok\n'],
  ['words like points', 'ok 1 - a\nnot ok 2 - b\n'],
  ['a plan that is no line of its own', 'runs 1..2\nok 1\nok 2\n'],
  ['a plan that is set in', '    1..1\n    ok 1\n'],
])('%s is no report', (_, text) => expect(read(text)).toBe('report-empty'))

test.each([
  ['a plan in front', ['1..2\nok 1 - a\nok 2 - b\n']],
  ['a plan behind, among other words', ['hello\nok 1 - a\nok 2 - b\n1', '..2\nbye\n']],
  ['a version', ['TAP version 13\n1..2\nok 1 - a\nok 2 - b\n']],
])('%s makes one', (_, pieces) =>
  expect(read(...pieces)).toMatchObject({ complete: true, format: 'tap-output', tests: [{ id: 'a' }, { id: 'b' }] }),
)

test.each([
  ['a plan that is not met', '1..3\nok 1 - a\n'],
  ['two plans', '1..1\nok 1 - a\n1..1\nok 1 - a\n'],
  ['an end that is missing', 'TAP version 13\nok 1 - a\n'],
  ['a bail out', '1..1\nBail out! no server\n'],
])('%s makes one that is not whole', (_, text) => expect(read(text)).toMatchObject({ complete: false }))

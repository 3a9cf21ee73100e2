import { expect, test } from 'vitest'
import { readerOf } from './index.ts'

const read = (text: string) => {
  const reading = readerOf('trs').open({ root: '/tree', cwd: '.', file: 'tests/total.trs' })
  reading.write(text)
  return reading.end()
}
const fields = (result: string): string =>
  `:test-result: ${result}\n:global-test-result: ${result}\n:recheck: no\n:copy-in-global-log: no\n`

test('a test is called after its file', () => {
  expect(read(fields('PASS'))).toMatchObject({ value: { tests: [{ id: 'tests/total', status: 'passed' }] } })
})

test('what is expected to fail is another test', () => {
  for (const [word, status] of [
    ['XFAIL', 'passed'],
    ['XPASS', 'failed'],
  ] as const)
    expect(read(fields(word))).toMatchObject({ value: { tests: [{ id: 'tests/total (expected to fail)', status }] } })
})

test('an error is no failing test, and a word that nobody knows is no result', () => {
  for (const word of ['ERROR', 'MAYBE'])
    expect(read(fields(word))).toMatchObject({ value: { tests: [], unloaded: [{ id: 'tests/total', message: word }] } })
})

test('cut off, empty, foreign and twice told are four troubles', () => {
  const kinds = [fields('PASS').slice(0, -1), '', 'PASS: tests/total\n', fields('PASS') + fields('FAIL')].map(
    (text) => {
      const result = read(text)
      return result.ok ? 'ok' : result.trouble.kind
    },
  )
  expect(kinds).toEqual(['report-truncated', 'report-empty', 'report-foreign', 'report-unreadable'])
})

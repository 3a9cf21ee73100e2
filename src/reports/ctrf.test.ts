import { expect, test } from 'vitest'
import { readAll } from './fixtures/recorded.ts'

const SUMMARY = { tests: 1, passed: 1, failed: 0, skipped: 0, pending: 0, other: 0, start: 1, stop: 2 }
const TEST = { name: 'a', status: 'passed', duration: 1 }
const report = (tests: readonly object[], summary: object = {}, more: object = {}): string =>
  JSON.stringify({
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: { tool: { name: 't' }, summary: { ...SUMMARY, ...summary }, tests },
    ...more,
  })
const read = (text: string) => {
  const result = readAll('ctrf', [text])
  if (!result.ok) return result.trouble.kind
  return result.value.kind === 'tests' ? [result.value.complete, ...result.value.tests.map(({ status }) => status)] : []
}

test.each<[string, string, unknown]>([
  ['a plain one', report([TEST]), [true, 'passed']],
  ['a total that does not fit', report([TEST], { tests: 2 }), [false, 'passed']],
  ['a status that does not fit', report([TEST], { passed: 0, failed: 1 }), [false, 'passed']],
  ['a key that CTRF does not know', report([TEST], {}, { verdict: 'pass' }), 'report-foreign'],
  ['the same in a test', report([{ ...TEST, ok: true }]), 'report-foreign'],
  ['a key in extra', report([{ ...TEST, extra: { ok: true } }]), [true, 'passed']],
  ['flaky', report([{ ...TEST, flaky: true }]), [true, 'failed']],
  ['passed at the second attempt', report([{ ...TEST, retries: 1 }]), [true, 'failed']],
  ['a failed attempt', report([{ ...TEST, retryAttempts: [{ attempt: 1, status: 'failed' }] }]), [true, 'failed']],
  ['other', report([{ ...TEST, status: 'other' }], { passed: 0, other: 1 }), [true, 'failed']],
  ['other, to do', report([{ ...TEST, status: 'other', rawStatus: 'todo' }], { passed: 0, other: 1 }), [true, 'todo']],
  ['pending', report([{ ...TEST, status: 'pending' }], { passed: 0, pending: 1 }), [true, 'skipped']],
  ['a word that is no status', report([{ ...TEST, status: 'error' }]), 'report-foreign'],
  ['no summary', JSON.stringify({ reportFormat: 'CTRF', specVersion: '0.0.0', results: {} }), 'report-foreign'],
  ['another format', '{"numTotalTests":1}', 'report-foreign'],
])('%s', (_, text, expected) => expect(read(text)).toEqual(expected))

import { describe, expect, test } from 'vitest'
import type { TestReport } from '../model/test-report.ts'
import { EVENTS, readAll } from './fixtures/recorded.ts'

const line = (event: object): string => `${JSON.stringify(event)}\n`
const START = line({ event: 'start', tool: 'vitest', version: '4.1.12' })
const END = line({ event: 'end', passed: 1, failed: 0, skipped: 0 })
const PASSED = line({ event: 'test', file: '/tree/a.test.ts', name: 'a', status: 'passed' })
const read = (text: string) => readAll('events', [text])
const kindOf = (text: string): string => {
  const result = read(text)
  return result.ok ? 'read' : result.trouble.kind
}

describe('events', () => {
  test('a changed outcome is kept apart from errors', () => {
    const changed = line({ event: 'contradiction', message: 'a was changed from failed to passed' })
    expect(read(START + changed + PASSED + END)).toMatchObject({
      ok: true,
      value: { errors: [], contradictions: ['a was changed from failed to passed'] },
    })
  })

  test('every kind of record', () => {
    expect(read(EVENTS)).toEqual({
      ok: true,
      value: {
        kind: 'tests',
        format: 'events',
        complete: true,
        tests: [
          {
            id: 'test/a.test.ts::math > adds',
            status: 'passed',
            file: 'test/a.test.ts',
            line: 12,
            duration_ms: 3,
            attempts: 1,
          },
          { id: 'test/a.test.ts::math > fails', status: 'failed', file: 'test/a.test.ts', message: 'expected 1' },
          { id: 'keeps <X at 0x…> in <temp>', status: 'hollow', file: null, reason: 'nobody awaited it' },
        ],
        unloaded: [{ id: 'test/b.test.ts', message: 'Cannot find module' }],
        errors: ['unhandled rejection'],
        claimed: { passed: 1, failed: 1 },
        modules: { pkg: '/tree/src/pkg/__init__.py' },
      },
    })
  })

  test('without its end it is read and not complete', () => {
    const result = read(START + PASSED)
    expect(result.ok && result.value.kind === 'tests' && [result.value.complete, result.value.tests.length]).toEqual([
      false,
      1,
    ])
  })

  test('an end with no tests is zero tests, not an empty report', () => {
    const result = read(START + line({ event: 'end', passed: 0, failed: 0 }))
    expect(result.ok && (result.value as TestReport).tests).toEqual([])
  })

  test.each([
    ['report-unreadable', 'a record after the end', START + END + PASSED],
    ['report-unreadable', 'a second session after the end', START + END + START + END],
    ['report-unreadable', 'a second start before the end', START + PASSED + START + END],
    ['report-unreadable', 'a record before the start', PASSED + END],
    ['report-unreadable', 'a malformed line', `${START}{"event":"te\n${END}`],
    ['report-unreadable', 'a line that is no event', `${START}[]\n${END}`],
    ['report-unreadable', 'an unknown status', START + PASSED.replace('passed', 'ok') + END],
    [
      'report-unreadable',
      'a test without a name',
      `${START}${line({ event: 'test', file: null, status: 'passed' })}${END}`,
    ],
    ['report-unreadable', 'a negative total', START + line({ event: 'end', passed: -1, failed: 0 })],
    ['report-truncated', 'a cut last line', START + PASSED.slice(0, -9)],
    ['report-foreign', 'another JSON', '{"numTotalTests":1}\n'],
    ['report-unreadable', 'text', 'hello\n'],
    ['report-empty', 'only white space', ' \n\n'],
    ['read', 'a blank line at the end', `${START}${END}\n`],
    ['read', 'carriage returns', (START + PASSED + END).replaceAll('\n', '\r\n')],
    ['read', 'a last line without its line feed', (START + END).trimEnd()],
    ['read', 'an event that only a later version knows', START + line({ event: 'attachment', path: 1 }) + END],
    ['read', 'an empty title', START + line({ event: 'test', file: null, name: '', status: 'passed' }) + END],
  ])('%s: %s', (kind, _name, text) => {
    expect(kindOf(text)).toBe(kind)
  })

  test('a late write says so', () => {
    const result = read(START + END + PASSED)
    expect(!result.ok && result.trouble.message).toContain('after its end (line 3)')
  })

  test('two tests of one name stay two', () => {
    const result = read(START + PASSED + PASSED + END)
    expect(result.ok && (result.value as TestReport).tests.map((one) => one.id)).toEqual([
      'a.test.ts::a',
      'a.test.ts::a',
    ])
  })
})

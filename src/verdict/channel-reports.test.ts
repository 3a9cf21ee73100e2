import { describe, expect, test } from 'vitest'
import { trouble } from '../model/result.ts'
import type { Channel } from '../model/stack.ts'
import type { TestReport } from '../model/test-report.ts'
import { type ReadChannel, sortChannels } from './channel-reports.ts'

const report = (id: string): TestReport => ({
  kind: 'tests',
  format: 'junit',
  complete: true,
  tests: [{ id, status: 'passed', file: null }],
  unloaded: [],
  errors: [],
  claimed: null,
})
const channel = (read: ReadChannel['read'], more: Partial<Channel> = {}): ReadChannel => ({
  channel: { path: '/x', format: 'junit', role: 'events', required: false, ...more },
  read,
})
const good = (id: string): ReadChannel['read'] => ({ ok: true, value: report(id) })
const output = (read: ReadChannel['read']) => channel(read, { path: 'stdout', format: 'tap-output', fallback: true })
const ids = (channels: readonly ReadChannel[]) =>
  sortChannels(channels).deciding.flatMap(({ tests }) => tests.map(({ id }) => id))

describe('what is found where nobody promised a report', () => {
  test.each([
    ['nothing', 'absent' as const],
    ['text of another kind', trouble('report-foreign', 'it is coverage')],
  ])('%s means nothing', (_, read) =>
    expect(sortChannels([channel(read), channel(good('a'))])).toMatchObject({ missing: [], contradictions: [] }),
  )

  test.each(['report-empty', 'report-truncated', 'report-unreadable'])('a report that is %s tells of a run', (kind) =>
    expect(sortChannels([channel(trouble(kind, 'it is cut off')), channel(good('a'))]).missing).toEqual([
      'its junit report cannot be read: it is cut off',
    ]),
  )

  test('a report that was promised is missing, and a foreign one there is a lie', () => {
    expect(sortChannels([channel('absent', { required: true })]).missing).toEqual(['it left no junit report'])
    expect(sortChannels([channel(trouble('report-foreign', 'x'), { required: true })]).contradictions).toHaveLength(1)
  })
})

describe('standard output is heard', () => {
  test('where nothing else is there', () => {
    expect(ids([channel('absent'), output(good('b'))])).toEqual(['b'])
    expect(ids([channel(trouble('report-foreign', 'x')), output(good('b'))])).toEqual(['b'])
  })
  test('not beside a report', () => expect(ids([channel(good('a')), output(good('b'))])).toEqual(['a']))
  test('and means nothing without a report in it', () =>
    expect(sortChannels([channel('absent'), output(trouble('report-empty', 'x'))])).toMatchObject({
      missing: [],
      deciding: [],
    }))
  test('and is not whole where it is cut off', () =>
    expect(sortChannels([output(trouble('report-truncated', 'x'))]).missing).toHaveLength(1))
})

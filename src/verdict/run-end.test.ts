import { describe, expect, it } from 'vitest'
import { channelOf, exits, left, outcome, stream, summary } from './fixtures/left-behind.ts'
import { reconcile } from './reconcile.ts'

const notComplete = (...incomplete: unknown[]) => ({ complete: false, incomplete, contradictions: [] })
const clean = { complete: true, incomplete: [], contradictions: [], anomalies: [] }

describe('the end of the process', () => {
  it.each([
    ['signalled', { signal: 'SIGSEGV' }, 'it was ended by the signal SIGSEGV'],
    ['signalled', {}, 'it was ended by the signal of an unknown name'],
    ['timed-out', {}, 'it was stopped at its time limit after 1.2 s'],
    ['stalled', {}, 'it was stopped because its log did not move, after 1.2 s'],
    ['cancelled', {}, 'it was cancelled'],
    ['not-started', { reason: 'no such file' }, 'it could not be started: no such file'],
    ['write-failed', {}, 'its log could not be written'],
  ] as const)('%s is not complete, even over a green stream', (end, more, sentence) => {
    const facts = reconcile(left(0, [stream('a')], { outcome: outcome(null, { end, ...more }) }))
    expect(facts).toMatchObject({ end, ...notComplete(sentence) })
  })
  it('an exit code that the table knows as not started is no answer, and its note says why', () => {
    const table = { exits: [{ code: 5, meaning: 'not-started' as const, note: 'no such option' }] }
    expect(reconcile(left(5, [stream('a')], table))).toMatchObject({
      end: 'not-started',
      exit_code: 5,
      signal: null,
      ...notComplete('it could not be started: no such option'),
    })
    const said = { ...table, outcome: outcome(5, { reason: 'it is not there' }) }
    expect(reconcile(left(5, [stream('a')], said))).toMatchObject(
      notComplete('it could not be started: it is not there'),
    )
  })
  it('an end that nobody knows is a bug, and never an answer', () => {
    const odd = { outcome: outcome(0, { end: 'vanished' as 'exited' }) }
    expect(() => reconcile(left(0, [stream('a')], odd))).toThrow()
  })
  it.each([
    [137, 'SIGKILL'],
    [139, 'SIGSEGV'],
    [134, 'SIGABRT'],
    [143, 'SIGTERM'],
    [129, 'SIGHUP'],
  ])('exit code %i stands for a signal', (code, signal) => {
    expect(reconcile(left(code, [stream('a -b')]))).toMatchObject({
      end: 'signalled',
      signal,
      exit_code: code,
      complete: false,
    })
  })
  it.each([128, 127, 126, 255, 3, 160])(
    'exit code %i does not, and is not complete when the table does not know it',
    (code) => {
      expect(reconcile(left(code, [stream('a -b')]))).toMatchObject({
        end: 'exited',
        signal: null,
        ...notComplete(`exit code ${code} says that the run is not complete`),
      })
    },
  )
  it('a listed 137 is a count of failures only where a complete report names failures', () => {
    const counted = { exits: [...exits, { code: 137, meaning: 'red' as const, note: 'number of failures' }] }
    expect(reconcile(left(137, [stream('a -b')], counted))).toMatchObject({ end: 'exited', complete: true })
    expect(reconcile(left(137, [stream('a')], counted))).toMatchObject({ end: 'signalled', signal: 'SIGKILL' })
    expect(reconcile(left(137, [stream('-a', { complete: false })], counted))).toMatchObject({ end: 'signalled' })
    const absent = { channels: [channelOf(stream('-a')), { ...channelOf(summary('-a')), read: 'absent' as const }] }
    expect(reconcile(left(137, [], { ...counted, ...absent }))).toMatchObject({ end: 'signalled' })
    expect(
      reconcile(left(137, [stream('-a')], { exits: [{ code: 137, meaning: 'not-complete', note: 'x' }] })),
    ).toMatchObject({ end: 'signalled' })
  })
  it('an unlisted 0 is green; a listed 0 means what the table says', () => {
    expect(reconcile(left(0, [stream('a')], { exits: [] }))).toMatchObject(clean)
    expect(
      reconcile(left(0, [stream('a')], { exits: [{ code: 0, meaning: 'not-complete', note: 'only listed' }] })),
    ).toMatchObject(notComplete('exit code 0 (only listed) over a green report'))
  })
  it('no exit code at all is not complete', () => {
    expect(reconcile(left(0, [stream('a')], { outcome: outcome(null) }))).toMatchObject(
      notComplete('exit code null (no exit code is known) over a green report'),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { trouble } from '../model/result.ts'
import { channelOf, left, lint, stream, summary } from './fixtures/left-behind.ts'
import { reconcile } from './reconcile.ts'

const notComplete = (...incomplete: unknown[]) => ({ complete: false, incomplete, contradictions: [] })
const clean = { complete: true, incomplete: [], contradictions: [], anomalies: [] }

describe('agreement', () => {
  it('green exit over a green stream is complete', () => {
    expect(reconcile(left(0, [stream('a ~b !c')]))).toEqual({
      kind: 'tests',
      end: 'exited',
      exit_code: 0,
      signal: null,
      duration_ms: 1234,
      ...clean,
      items: [
        { id: 't.ts::a', state: 'green', file: 't.ts', message: null, line: 7 },
        { id: 't.ts::b', state: 'skipped', file: 't.ts', message: null, line: 7 },
        { id: 't.ts::c', state: 'skipped', file: 't.ts', message: null, line: 7 },
      ],
      skipped: 2,
    })
  })
  it('red exit over a red stream is complete, with the message verbatim', () => {
    const facts = reconcile(left(1, [stream('a -b')]))
    expect(facts).toMatchObject(clean)
    expect(facts.items[1]).toMatchObject({ state: 'red', message: 'b broke' })
  })
  it('what a skipped test says is no failure', () => {
    const skipped = [{ id: 'x', status: 'skipped' as const, file: null, message: 'later' }]
    expect(reconcile(left(0, [stream('', { tests: skipped, claimed: null })])).items[0]?.message).toBeNull()
  })
  it('a message or line that is not there stays out', () => {
    const bare = [{ id: 'x', status: 'failed' as const, file: null }]
    expect(reconcile(left(1, [stream('', { tests: bare, claimed: null })])).items).toEqual([
      { id: 'x', state: 'red', file: null, message: null },
    ])
    expect(reconcile(left(1, [stream('', { tests: bare, claimed: null })])).items[0]).not.toHaveProperty('line')
  })
  it('a test that only holds others is judged, and in no count', () => {
    const held = [
      { id: 'x', status: 'skipped' as const, file: null, counted: false as const },
      { id: 'x/y', status: 'skipped' as const, file: null },
      { id: 'z', status: 'passed' as const, file: null },
    ]
    const facts = reconcile(left(0, [stream('', { tests: held, claimed: null })]))
    expect(facts).toMatchObject({
      ...clean,
      skipped: 1,
      items: [{ id: 'x', counted: false }, { id: 'x/y' }, { id: 'z' }],
    })
    expect(facts.items[1]).not.toHaveProperty('counted')
  })
  it('a status that nobody knows is a bug, and never green', () => {
    const odd = [{ id: 'x', status: 'fine' as 'passed', file: null }]
    expect(() => reconcile(left(0, [stream('', { tests: odd, claimed: null })]))).toThrow()
  })
  it('hollow tests are never passed, and it is said', () => {
    const facts = reconcile(left(0, [stream('a ?h ?h')]))
    expect(facts).toMatchObject({
      complete: true,
      skipped: 2,
      anomalies: [{ kind: 'hollow-tests', severity: 'high', evidence: 't.ts::h' }],
    })
    expect(reconcile(left(0, [stream('?h')]))).toMatchObject(notComplete('no test ran'))
  })
})

describe('the exit code against the report', () => {
  it('green over red: the red stays, and it is said', () => {
    const facts = reconcile(left(0, [stream('a -b')]))
    expect(facts).toMatchObject({
      complete: true,
      anomalies: [
        {
          kind: 'exit-overridden',
          severity: 'high',
          blocking: false,
          detail: 'vitest exited 0 over a report that names failures',
          remedy: 'Find what sets the exit code; the failures count.',
        },
      ],
    })
    expect(facts.items.filter(({ state }) => state === 'red')).toHaveLength(1)
  })
  it('green over what the base alone decides about overrides nothing', () => {
    const printed = [
      { id: 'x', status: 'failed' as const, file: null, message: 'a sanitizer', tentative: true as const },
    ]
    const facts = reconcile(left(0, [stream('', { tests: printed, claimed: null })]))
    expect(facts).toMatchObject({ ...clean, items: [{ id: 'x', state: 'red', tentative: 'new' }] })
    const both = [...printed, { id: 'y', status: 'failed' as const, file: null }]
    expect(reconcile(left(0, [stream('', { tests: both, claimed: null })])).anomalies).toHaveLength(1)
  })
  it('non-zero over green: not complete', () => {
    expect(reconcile(left(1, [stream('a')]))).toMatchObject(
      notComplete('exit code 1 (some failed) over a green report'),
    )
    expect(reconcile(left(2, [stream('a')]))).toMatchObject(
      notComplete('exit code 2 (interrupted) over a green report'),
    )
    expect(reconcile(left(2, [stream('-a')]))).toMatchObject(
      notComplete('exit code 2 (interrupted) says that the run is not complete'),
    )
    expect(reconcile(left(1, [stream('a', { complete: false })]))).toMatchObject(
      notComplete('its event stream has no end', 'exit code 1 (some failed) without a failing test'),
    )
    expect(reconcile({ ...left(1, [stream('a', { complete: false })]), kind: 'types' }).incomplete.at(-1)).toBe(
      'exit code 1 (some failed) without a finding',
    )
  })
})

describe('channels', () => {
  it('a required one that is absent, unreadable or of another kind: not complete', () => {
    const of = (read: 'absent' | ReturnType<typeof trouble>) =>
      left(0, [], { channels: [{ ...channelOf(stream('a')), read }] })
    expect(reconcile(of('absent'))).toMatchObject(notComplete('it left no event stream'))
    expect(reconcile(of(trouble('report-truncated', 'it is cut off')))).toMatchObject(
      notComplete('its event stream cannot be read: it is cut off'),
    )
    const other = left(0, [], {
      channels: [{ channel: channelOf(stream('a')).channel, read: channelOf(lint('')).read }],
    })
    expect(reconcile(other)).toMatchObject(notComplete('its event stream is a report of findings'))
    const summaryOnly = left(0, [stream('a')], {
      channels: [channelOf(stream('a')), { ...channelOf(summary('a')), read: 'absent' }],
    })
    expect(reconcile(summaryOnly)).toMatchObject(notComplete('it left no junit report'))
  })
  it('an optional one may be absent', () => {
    const channels = [
      channelOf(stream('a')),
      { ...channelOf(summary('a'), { required: false }), read: 'absent' as const },
    ]
    expect(reconcile(left(0, [], { channels }))).toMatchObject(clean)
  })
  it('none at all: nothing tells what it did', () => {
    expect(reconcile(left(0, []))).toMatchObject(notComplete('no report tells what it did'))
    expect(reconcile(left(0, [], { kind: 'types' }))).toMatchObject({ complete: false })
    expect(reconcile(left(0, [lint('')], { kind: 'tests' }))).toMatchObject({ complete: false })
  })
  it.each(['report-foreign', 'report-late', 'report-stale', 'report-forged'])(
    '%s is a contradiction, required or not',
    (kind) => {
      const lying = { ...channelOf(summary('a'), { required: false }), read: trouble(kind, 'it is not ours') }
      expect(reconcile(left(0, [], { channels: [channelOf(stream('a')), lying] }))).toMatchObject({
        contradictions: ['the junit report is not of this run: it is not ours'],
      })
    },
  )
  it('a foreign text where findings should be is absence: a crash is printed there', () => {
    const crash = (kind: string) =>
      left(1, [], { kind: 'lint', channels: [{ ...channelOf(lint('')), read: trouble(kind, 'a stack trace') }] })
    expect(reconcile(crash('report-foreign'))).toMatchObject({ complete: false, contradictions: [] })
    expect(reconcile(crash('report-late')).contradictions).toHaveLength(1)
  })
  it('the runner’s own report decides where there is no stream', () => {
    expect(reconcile(left(1, [summary('a -b')]))).toMatchObject({
      ...clean,
      items: [{ state: 'green' }, { state: 'red' }],
    })
  })
  it('what the build registers is kept as it came; without such a channel there is none', () => {
    const registrations = [{ group: 'check', id: 'a', text: 'x', file: null }] as const
    const report = { kind: 'registrations', format: 'ctest-show', complete: true, registrations } as const
    const coverage = { kind: 'coverage', format: 'lcov', files: [] } as const
    expect(reconcile(left(0, [stream('a'), coverage, report, report]))).toMatchObject({
      ...clean,
      items: [{ id: 't.ts::a' }],
      registrations: [...registrations, ...registrations],
    })
    expect(reconcile(left(0, [stream('a')]))).not.toHaveProperty('registrations')
    const absent = { ...channelOf(report), read: 'absent' as const }
    expect(reconcile(left(0, [], { channels: [channelOf(stream('a')), absent] }))).toMatchObject({
      ...notComplete('it left no ctest-show report'),
      registrations: [],
    })
  })
  it('coverage is no witness', () => {
    expect(reconcile(left(0, [stream('a'), { kind: 'coverage', format: 'lcov', files: [] }]))).toMatchObject(clean)
  })
})

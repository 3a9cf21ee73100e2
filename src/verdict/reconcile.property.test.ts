import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TestReport } from '../model/test-report.ts'
import { decide } from './attribution.ts'
import { evidence } from './fixtures/facts.ts'
import { channelOf, left, lint, outcome, stream, summary } from './fixtures/left-behind.ts'
import { inventoryOf } from './inventory.ts'
import { type ReconcileInput, reconcile } from './reconcile.ts'

const word = fc.constantFrom('a', 'b', 'c', 'd', 'a', 'b', '-a', '-c', '~b', '?d', '!c')
const words = fc.array(word, { maxLength: 6 }).map((each) => each.join(' '))
const flaws = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Partial<TestReport>>({}) },
  fc.constantFrom<Partial<TestReport>>(
    { complete: false },
    { unloaded: [{ id: 'x.ts', message: 'broken' }] },
    { errors: ['unhandled'] },
    { claimed: { passed: 99, failed: 0 } },
    { claimed: null },
  ),
)
const code = fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 137)
const input: fc.Arbitrary<ReconcileInput> = fc.oneof(
  fc
    .tuple(code, words, flaws, fc.option(words))
    .map(([exit, each, more, own]) => left(exit, [stream(each, more), ...(own === null ? [] : [summary(own)])])),
  fc.tuple(code, words, flaws).map(([exit, each, more]) => {
    const report = stream(each, more)
    return left(exit, [report, summary('', { tests: report.tests })])
  }),
  fc
    .tuple(
      code,
      fc.constantFrom('', 'x', 'x y'),
      fc.constantFrom({}, {}, { files: 0 }, { complete: false }, { troubles: ['t'] }),
    )
    .map(([exit, rules, more]) => left(exit, [lint(rules, more)])),
)

/** The verdict on a run whose control was the same run without any red or missing test. */
const verdictOf = (given: ReconcileInput) => {
  const facts = reconcile(given)
  const control = reconcile(given.kind === 'tests' ? left(0, [stream('a b c d')]) : left(0, [lint('')]))
  return decide(evidence(facts, { cached: inventoryOf(control, null), now: control, second: facts }))
}

const firstStream = (given: ReconcileInput, change: (report: TestReport) => TestReport): ReconcileInput => ({
  ...given,
  channels: given.channels.map(({ channel, read }) =>
    read !== 'absent' && read.ok && read.value.kind === 'tests' && read.value.format === 'events'
      ? channelOf(change(read.value))
      : { channel, read },
  ),
})

const spoilers: readonly (readonly [string, (given: ReconcileInput) => ReconcileInput])[] = [
  [
    'a channel is gone',
    (given) => ({ ...given, channels: given.channels.map(({ channel }) => ({ channel, read: 'absent' as const })) }),
  ],
  ['no channel was there', (given) => ({ ...given, channels: [] })],
  ['the exit code is 1', (given) => ({ ...given, outcome: outcome(1) })],
  ['the exit code is 3', (given) => ({ ...given, outcome: outcome(3) })],
  ['a signal ended it', (given) => ({ ...given, outcome: outcome(null, { end: 'signalled', signal: 'SIGKILL' }) })],
  ['it was cut', (given) => ({ ...given, outcome: outcome(null, { end: 'timed-out' }) })],
  ['the end mark is gone', (given) => firstStream(given, (report) => ({ ...report, complete: false }))],
  [
    'a suite did not load',
    (given) => firstStream(given, (report) => ({ ...report, unloaded: [{ id: 'y.ts', message: 'no' }] })),
  ],
  [
    'an item is dropped from a counted stream',
    (given) => firstStream(given, (report) => ({ ...report, tests: report.tests.slice(1) })),
  ],
  [
    'every test is red',
    (given) =>
      firstStream(given, (report) => ({
        ...report,
        tests: report.tests.map((test) => ({ ...test, status: 'failed' as const })),
      })),
  ],
]

describe('reconcile and decide, whatever was left behind', () => {
  it('complete means: ended by itself, nothing missing, and something executed or checked', () => {
    let complete = 0
    fc.assert(
      fc.property(input, (given) => {
        const facts = reconcile(given)
        expect(facts.complete).toBe(facts.incomplete.length === 0)
        if (!facts.complete) return
        complete++
        expect(facts.end).toBe('exited')
        const red = facts.items.some(({ state }) => state === 'red')
        expect(facts.exit_code === 0 || red).toBe(true)
        if (given.kind === 'tests') expect(facts.items.some(({ state }) => state !== 'skipped')).toBe(true)
      }),
      { numRuns: 1000 },
    )
    expect(complete).toBeGreaterThan(100)
  })
  it.each(spoilers)('%s: never an error or a fail that becomes a pass', (_, spoil) => {
    fc.assert(
      fc.property(input, (given) => {
        const before = verdictOf(given)
        const after = verdictOf(spoil(given))
        if ('status' in before && before.status !== 'pass') expect(after).not.toMatchObject({ status: 'pass' })
      }),
      { numRuns: 200 },
    )
  })
  it.each(spoilers)('%s: a pass is a pass no longer', (what, spoil) => {
    const sound = left(0, [stream('a b c d'), summary('a b c d')])
    expect(verdictOf(sound)).toMatchObject({ status: 'pass' })
    expect(verdictOf(spoil(sound)), what).not.toMatchObject({ status: 'pass' })
  })
  it('the order of channels and tests never matters to the verdict', () => {
    fc.assert(
      fc.property(input, (given) => {
        const backwards = firstStream({ ...given, channels: [...given.channels].reverse() }, (report) => ({
          ...report,
          tests: [...report.tests].reverse(),
        }))
        const [one, other] = [verdictOf(given), verdictOf(backwards)]
        expect('status' in other && [other.status, other.attribution]).toEqual(
          'status' in one && [one.status, one.attribution],
        )
      }),
    )
  })
})

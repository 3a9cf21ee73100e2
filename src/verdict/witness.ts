import type { TestCase, TestReport } from '../model/test-report.ts'
import { sortedIds } from './multiset.ts'

/** What a second account of the same run says against the first. */
export interface Disagreement {
  /** One account is red where the other is green: somebody lies. */
  readonly contradictions: readonly string[]
  /** The accounts are of one colour and do not tell of the same tests. */
  readonly incomplete: readonly string[]
}

const SILENT: Disagreement = { contradictions: [], incomplete: [] }

const of = (tests: readonly TestCase[], ...statuses: readonly TestCase['status'][]): TestCase[] =>
  tests.filter((test) => statuses.includes(test.status))

const ids = (tests: readonly TestCase[]): Set<string> => new Set(tests.map((test) => test.id))

/** Smallest and largest number that an account can mean: some formats write a test twice when its clean-up fails. */
type Range = readonly [number, number]
const apart = (a: Range, b: Range): boolean => a[1] < b[0] || b[1] < a[0]

const failedRange = (tests: readonly TestCase[]): Range => {
  const failed = of(tests, 'failed')
  return [ids(failed).size, failed.length]
}

/** Runners count as passed what our own stream calls hollow, or an expected failure. */
const passedRange = (tests: readonly TestCase[], loose: number): Range => {
  const red = ids(of(tests, 'failed'))
  const passed = of(tests, 'passed')
  return [passed.filter((test) => !red.has(test.id)).length, passed.length + loose]
}

const says = ([low, high]: Range): string => (low === high ? String(low) : `${low} to ${high}`)

/** Whole: the account covers the run, so that what it does not name did not happen. */
const whole = (report: TestReport): boolean =>
  report.complete && report.unloaded.length === 0 && report.errors.length === 0

/**
 * Holds the runner's own report (`witness`) against the stream that decides. Accounts that are cut off, or that tell of suites which
 * did not load, are not compared: the run is not complete anyway, and such suites are written as failing tests by some formats.
 */
export const hearWitness = (stream: TestReport, witness: TestReport): Disagreement => {
  if (!whole(stream) || witness.unloaded.length > 0 || witness.errors.length > 0) return SILENT
  const red = of(stream.tests, 'failed')
  const denied = of(witness.tests, 'failed')
  const claimed = witness.claimed?.failed ?? 0
  if (red.length === 0 && (denied.length > 0 || claimed > 0)) {
    const shown = denied[0] === undefined ? `${claimed} failed` : `${denied[0].id} failed`
    return {
      contradictions: [`the event stream is green and the runner's own report (${witness.format}) says ${shown}`],
      incomplete: [],
    }
  }
  if (!witness.complete) return SILENT
  const first = red[0]
  const praised = of(witness.tests, 'passed').length + (witness.claimed?.passed ?? 0)
  if (first !== undefined && denied.length === 0 && claimed === 0 && praised > 0) {
    return {
      contradictions: [
        `the runner's own report (${witness.format}) is green and the event stream says ${first.id} failed`,
      ],
      incomplete: [],
    }
  }
  return { contradictions: crossed(stream, witness), incomplete: uneven(stream, witness) }
}

/** Ids that both accounts know, failed in one and passed in the other. */
const crossed = (stream: TestReport, witness: TestReport): string[] => {
  const sides = [
    {
      red: stream,
      green: witness,
      text: `failed in the event stream and passed in the runner's own report (${witness.format})`,
    },
    {
      red: witness,
      green: stream,
      text: `passed in the event stream and failed in the runner's own report (${witness.format})`,
    },
  ]
  return sides.flatMap(({ red, green, text }) => {
    const greenRed = ids(of(green.tests, 'failed'))
    const greenPassed = ids(of(green.tests, 'passed'))
    return sortedIds(ids(of(red.tests, 'failed')))
      .filter((id) => greenPassed.has(id) && !greenRed.has(id))
      .map((id) => `${id} ${text}`)
  })
}

/** Counts that do not fit: tests are missing from one account. */
const uneven = (stream: TestReport, witness: TestReport): string[] => {
  const totals = witness.tests.length > 0 ? null : witness.claimed
  const exactly = (count: number | null): Range | null => (count === null ? null : [count, count])
  const pairs: readonly { word: string; ours: Range; theirs: Range | null }[] = [
    {
      word: 'passed',
      ours: passedRange(stream.tests, of(stream.tests, 'hollow', 'todo').length),
      theirs: totals === null ? passedRange(witness.tests, 0) : exactly(totals.passed),
    },
    {
      word: 'failed',
      ours: failedRange(stream.tests),
      theirs: totals === null ? failedRange(witness.tests) : exactly(totals.failed),
    },
  ]
  return pairs.flatMap(({ word, ours, theirs }) =>
    theirs !== null && apart(ours, theirs)
      ? [
          `the event stream has ${says(ours)} ${word} and the runner's own report (${witness.format}) has ${says(theirs)}`,
        ]
      : [],
  )
}

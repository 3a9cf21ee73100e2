import { describe, expect, it } from 'vitest'
import { stream, summary } from './fixtures/left-behind.ts'
import { hearWitness } from './witness.ts'

const silent = { contradictions: [], incomplete: [] }

describe('hearWitness', () => {
  it('says nothing when the accounts agree', () => {
    expect(hearWitness(stream('a -b ~c'), summary('a -b ~c'))).toEqual(silent)
    expect(hearWitness(stream('a'), summary('a', { claimed: { passed: 1, failed: 0 } }))).toEqual(silent)
  })
  it('a red witness denies a green stream', () => {
    expect(hearWitness(stream('a b'), summary('a -b')).contradictions).toEqual([
      "the event stream is green and the runner's own report (junit) says t.ts::b failed",
    ])
    expect(hearWitness(stream('a'), summary('', { claimed: { passed: null, failed: 2 } })).contradictions).toEqual([
      "the event stream is green and the runner's own report (junit) says 2 failed",
    ])
    expect(hearWitness(stream('a b'), summary('-b', { complete: false })).contradictions).toHaveLength(1)
  })
  it('says only one thing of a contradiction', () => {
    expect(hearWitness(stream('a b'), summary('a -b')).incomplete).toEqual([])
    expect(hearWitness(stream('a -b'), summary('a b')).incomplete).toEqual([])
  })
  it('goes by what is listed before what is totalled, and by a red total', () => {
    expect(hearWitness(stream('a'), summary('a', { claimed: { passed: 7, failed: 0 } }))).toEqual(silent)
    expect(hearWitness(stream('a -b'), summary('a', { claimed: { passed: 1, failed: 1 } })).contradictions).toEqual([])
  })
  it('tells a range where formats leave one', () => {
    expect(hearWitness(stream('a ?h'), summary('')).incomplete).toEqual([
      "the event stream has 1 to 2 passed and the runner's own report (junit) has 0",
    ])
  })
  it('a green witness is denied by a red stream', () => {
    const denied = ["the runner's own report (junit) is green and the event stream says t.ts::b failed"]
    expect(hearWitness(stream('a -b'), summary('a b')).contradictions).toEqual(denied)
    expect(hearWitness(stream('a -b'), summary('', { claimed: { passed: 2, failed: 0 } })).contradictions).toEqual(
      denied,
    )
  })
  it('an empty witness is not green: it is short of tests', () => {
    expect(hearWitness(stream('a -b'), summary(''))).toEqual({
      contradictions: [],
      incomplete: [
        "the event stream has 1 passed and the runner's own report (junit) has 0",
        "the event stream has 1 failed and the runner's own report (junit) has 0",
      ],
    })
    expect(hearWitness(stream('a'), summary('')).incomplete).toHaveLength(1)
  })
  it('ids that one calls failed and the other passed are a contradiction', () => {
    expect(hearWitness(stream('a -b -c'), summary('-a b -c')).contradictions).toEqual([
      "t.ts::b failed in the event stream and passed in the runner's own report (junit)",
      "t.ts::a passed in the event stream and failed in the runner's own report (junit)",
    ])
  })
  it('formats that name tests otherwise are compared by their counts', () => {
    expect(hearWitness(stream('a -b'), summary('x -y'))).toEqual(silent)
    expect(hearWitness(stream('a c -b'), summary('x -y')).incomplete).toEqual([
      "the event stream has 2 passed and the runner's own report (junit) has 1",
    ])
    expect(hearWitness(stream('a -b -c'), summary('a -y')).incomplete).toEqual([
      "the event stream has 2 failed and the runner's own report (junit) has 1",
    ])
    expect(hearWitness(stream('a'), summary('', { claimed: { passed: 3, failed: 0 } })).incomplete).toHaveLength(1)
    expect(hearWitness(stream('-a'), summary('', { claimed: { passed: 0, failed: 3 } })).incomplete).toHaveLength(1)
    expect(hearWitness(stream('a -b'), summary('', { claimed: { passed: null, failed: 1 } }))).toEqual(silent)
  })
  it('what the stream calls hollow or todo may be passed for the runner', () => {
    expect(hearWitness(stream('a ?h !t'), summary('a h t'))).toEqual(silent)
    expect(hearWitness(stream('a ?h !t'), summary('a'))).toEqual(silent)
    expect(hearWitness(stream('a ?h'), summary('a h more')).incomplete).toHaveLength(1)
  })
  it('a test that a format writes twice, when its clean-up fails, counts once', () => {
    expect(hearWitness(stream('a -b'), summary('a b -b'))).toEqual(silent)
    expect(hearWitness(stream('a -b'), summary('a -b -b'))).toEqual(silent)
    expect(hearWitness(stream('a -b -b'), summary('a -b'))).toEqual(silent)
  })
  it('accounts that do not cover the run are not compared', () => {
    const unloaded = [{ id: 'x.ts', message: 'broken' }]
    expect(hearWitness(stream('a', { complete: false }), summary('-b'))).toEqual(silent)
    expect(hearWitness(stream('a', { unloaded }), summary('a -x'))).toEqual(silent)
    expect(hearWitness(stream('a', { errors: ['e'] }), summary('a -x'))).toEqual(silent)
    expect(hearWitness(stream('a'), summary('-x', { unloaded }))).toEqual(silent)
    expect(hearWitness(stream('a'), summary('-x', { errors: ['e'] }))).toEqual(silent)
    expect(hearWitness(stream('a b'), summary('a', { complete: false }))).toEqual(silent)
    expect(hearWitness(stream('-a b'), summary('b', { complete: false }))).toEqual(silent)
  })
})

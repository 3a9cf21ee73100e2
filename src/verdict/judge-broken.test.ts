import { describe, expect, it } from 'vitest'
import { decide } from './attribution.ts'
import { broken, evidence, id, inventory, item, run, settleIn } from './fixtures/facts.ts'

const green = run('a b')
const all = inventory('a b')

describe('rows 6 to 8: not complete', () => {
  it.each([
    ['no end mark', broken('a')],
    ['a hang', run('a', { end: 'timed-out', exit_code: null, incomplete: ['it was stopped at its time limit'] })],
    ['a stall', run('a', { end: 'stalled', exit_code: null, incomplete: ['it was stopped'] })],
    ['a red test in it', broken('-a')],
    ['a required one missing', run('a')],
    ['a required one skipped', run('a ~b')],
    ['nothing executed', run('~a ~b')],
    ['a claim of completeness that is none', run('a b', { complete: false })],
  ])('%s: asks for a whole control and a second run; the same again is a fail', (_, change) => {
    const { asked, answer } = settleIn(evidence(change), { cached: all, now: green, second: change })
    expect(asked).toEqual(['control', 'control-now whole', 'second-run'])
    expect(answer).toMatchObject({ status: 'fail', attribution: 'change' })
    expect(answer.blocking.length).toBeGreaterThan(0)
  })
  it('names what is missing and what is red', () => {
    const change = broken('-a ~c')
    const { answer } = settleIn(evidence(change), { cached: inventory('a b c'), now: run('a b c'), second: change })
    expect(answer.blocking).toEqual([
      'tests: its event stream has no end',
      'tests: b.test.ts::b is required and did not run',
      'tests: c.test.ts::c is required and was skipped',
      'tests: a.test.ts::a failed',
    ])
    expect(answer.failing).toEqual([item('-a')])
  })
  it.each([
    ['another exit code', broken('a', { exit_code: 2 })],
    ['another end', broken('a', { end: 'timed-out' })],
    ['a signal', broken('a', { signal: 'SIGSEGV' })],
    ['another set of finished ids', broken('a b')],
    ['a complete report', run('a', { exit_code: 1 })],
  ])('a second run with %s: error, not deterministic', (_, second) => {
    const { answer } = settleIn(evidence(broken('a')), { cached: all, now: green, second })
    expect(answer).toMatchObject({ status: 'error', attribution: 'not-deterministic' })
  })
  it('a second run that lies or cannot be had: error', () => {
    const lying = broken('a', { contradictions: ['forged'] })
    expect(settleIn(evidence(broken('a')), { cached: all, now: green, second: lying }).answer).toMatchObject({
      status: 'error',
      attribution: 'instrument',
    })
    expect(settleIn(evidence(broken('a')), { cached: all, now: green, second: 'unavailable' }).answer).toMatchObject({
      status: 'error',
      attribution: 'environment',
    })
  })
  it.each([
    ['none to be had', 'unavailable' as const, 'environment'],
    ['not complete', broken('a b'), 'environment'],
    ['without what it once passed', run('a'), 'environment'],
    ['red where it once passed', run('a -b'), 'environment'],
    ['red itself', run('a b -x'), 'base-red'],
  ])('a control that is %s: error', (_, now, attribution) => {
    const { asked, answer } = settleIn(evidence(broken('a')), { cached: all, now, second: broken('a') })
    expect(answer).toMatchObject({ status: 'error', attribution })
    expect(asked).toEqual(['control', 'control-now whole'])
  })
  it('red in the control that is approved, unstable or a goal does not spoil it', () => {
    const cached = inventory('a -k -g', { unstable: [id('u')] })
    const { answer } = settleIn(evidence(broken('a'), { knownRed: [id('k')], goals: [id('g')] }), {
      cached,
      now: run('a -k -g -u'),
      second: broken('a'),
    })
    expect(answer).toMatchObject({ status: 'fail', attribution: 'change' })
  })
  it('asks again for a whole control when it was narrowed', () => {
    expect(decide(evidence(run('a'), { cached: all, now: run('a'), nowNarrowed: ['a.test.ts'] }))).toEqual({
      ask: 'control-now',
      files: null,
    })
  })
})

import { describe, expect, it } from 'vitest'
import { decide } from './attribution.ts'
import { broken, evidence, findings, id, inventory, item, run, settleIn } from './fixtures/facts.ts'
import { missingSentence } from './required.ts'

const green = run('a b')
const all = inventory('a b')

describe('what is said', () => {
  const said = (more: Parameters<typeof evidence>[1], change = broken('-a')) =>
    decide(evidence(change, { cached: all, ...more }))
  const tail = ['tests: its event stream has no end', 'tests: b.test.ts::b is required and did not run']
  // A red test of a run that was cut off is required and present, so it is not missing.
  it('of a run that is not complete, when the control cannot carry a fail', () => {
    expect(said({ now: 'unavailable' })).toMatchObject({
      blocking: ['tests: the control could not be completed now: none could be had', ...tail],
      failing: [item('-a')],
    })
    expect(said({ now: 'unavailable', nowNarrowed: ['a.test.ts'] })).toMatchObject({ status: 'error' })
    expect(said({ now: broken('a b') })).toMatchObject({
      blocking: ['tests: the control could not be completed now: its event stream has no end', ...tail],
    })
    expect(said({ now: run('a') })).toMatchObject({
      blocking: ['tests: b.test.ts::b does not pass on the base now though it passed there before', ...tail],
    })
    expect(said({ now: run('a b -x -x') })).toMatchObject({
      blocking: ['tests: x.test.ts::x is red on the base too', ...tail],
    })
  })
  it('of a second run', () => {
    expect(said({ now: green, second: 'unavailable' })).toMatchObject({
      blocking: ['tests: no second run could be had', ...tail],
    })
    expect(said({ now: green, second: run('a ~b') })).toMatchObject({
      blocking: [
        'tests: a second run from a fresh tree ended differently: exit code 0, 1 finished after exit code 1, 1 finished, not complete',
        ...tail,
      ],
    })
    const killed = broken('a', { end: 'signalled', signal: 'SIGKILL', exit_code: null })
    const hung = broken('', { end: 'timed-out', exit_code: null })
    expect(said({ now: green, second: killed }, hung)).toMatchObject({
      blocking: [
        'tests: a second run from a fresh tree ended differently: SIGKILL, 1 finished, not complete after timed-out, 0 finished, not complete',
        tail[0],
        'tests: a.test.ts::a is required and did not run',
        tail[1],
      ],
    })
  })
  it('of a required one and a goal that are both missing: the change did it', () => {
    const cached = inventory('a -g')
    const change = run('~a ~g b')
    expect(decide(evidence(change, { cached, now: run('a -g b'), second: change, goals: [id('g')] }))).toMatchObject({
      status: 'fail',
      attribution: 'change',
    })
  })
  it('of a goal that the base does not run either', () => {
    expect(decide(evidence(run('a ~g'), { goals: [id('g')], cached: inventory('a'), now: run('a ~g') }))).toMatchObject(
      {
        blocking: [
          'tests: g.test.ts::g does not run on the base either',
          'tests: g.test.ts::g is required and was skipped',
        ],
      },
    )
  })
  it('a goal that is required anyway is asked for once', () => {
    expect(decide(evidence(green, { cached: all, goals: [id('a')] }))).toMatchObject({ status: 'pass' })
  })
  it('an unstable one that is missing in the control now does not matter', () => {
    const cached = inventory('a b u', { unstable: [id('u')] })
    expect(decide(evidence(broken('a'), { cached, now: green, second: broken('a') }))).toMatchObject({ status: 'fail' })
  })
  it('of red where the control cannot be had, drifted, or has no counterpart', () => {
    const red = run('-a b')
    expect(decide(evidence(red, { cached: all, now: 'unavailable' }))).toMatchObject({
      blocking: ['tests: the control could not be completed now: none could be had', 'tests: a.test.ts::a failed'],
    })
    expect(decide(evidence(red, { cached: all, now: run('-a b') }))).toMatchObject({
      blocking: ['tests: a.test.ts::a failed, and it fails on the base now though it passed there before'],
    })
    expect(decide(evidence(run('-a b -c'), { cached: inventory('-a b'), now: run('-a b') }))).toMatchObject({
      blocking: ['tests: c.test.ts::c failed, and the control neither passed nor failed it'],
      base_red: [id('a')],
    })
  })
  it('only unstable tests are called so', () => {
    const answer = decide(evidence(run('-a -b'), { cached: inventory('b', { unstable: [id('a')] }), now: green }))
    expect('anomalies' in answer && answer.anomalies.map(({ detail }) => detail.split(' ')[0])).toEqual([id('a')])
  })
  it('when all that ran is approved as red', () => {
    expect(decide(evidence(run('-k'), { cached: inventory('-k'), knownRed: [id('k')] }))).toMatchObject({
      blocking: ['tests: every test that ran is approved as red, so nothing is left to judge'],
    })
  })
  it('a pass says nothing, with an incomplete control too', () => {
    const cached = inventory('a', { complete: false, incomplete: [] })
    expect(decide(evidence(green, { cached, goals: [id('a')] }))).toMatchObject({ status: 'pass', blocking: [] })
  })
  it('of a name with a line break: one line', () => {
    const id = 'a\nb.test.ts::one\r\ntwo'
    const red = { id, state: 'red' as const, file: 'a\nb.test.ts', message: null }
    const { answer } = settleIn(evidence(run('a', { items: [red] })), {
      cached: inventory('', { required: [id] }),
      now: run('', { items: [{ ...red, state: 'green' }] }),
      second: 'unavailable',
    })
    expect(answer).toMatchObject({ blocking: ['tests: a\\nb.test.ts::one\\r\\ntwo failed'] })
    expect(missingSentence(run(''), id)).toBe('a\\nb.test.ts::one\\r\\ntwo is required and did not run')
  })
  it('of findings: the first line of the message, or the id alone', () => {
    const messages = ['  is bad  \nsecond line', null, ' \nsecond line']
    const items = messages.map((message, at) => ({
      id: `eslint r${at} a.ts`,
      state: 'red' as const,
      file: 'a.ts',
      message,
    }))
    expect(decide(evidence(findings('', { items }), { cached: inventory(''), now: findings('') }))).toMatchObject({
      blocking: ['lint: eslint r0 a.ts: is bad', 'lint: eslint r1 a.ts', 'lint: eslint r2 a.ts'],
    })
  })
})

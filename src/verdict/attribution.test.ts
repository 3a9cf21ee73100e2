import { describe, expect, it } from 'vitest'
import { anomaly } from '../model/anomaly.ts'
import { decide } from './attribution.ts'
import { evidence, findings, id, inventory, item, run, settleIn } from './fixtures/facts.ts'

const green = run('a b')
const all = inventory('a b')

describe('row 1: nobody can be asked', () => {
  it.each(['signalled', 'not-started', 'write-failed'] as const)('%s is error, and nothing is asked', (end) => {
    const answer = decide(evidence(run('a b', { end, incomplete: ['it went away'], contradictions: ['a lie'] })))
    expect(answer).toMatchObject({
      status: 'error',
      attribution: null,
      blocking: ['tests: it went away', 'tests: a lie'],
    })
  })
  it.each(['run', 'now', 'second'] as const)(
    'told to stop in the %s: the environment, whatever the others say',
    (which) => {
      const cancelled = run('a b', { end: 'cancelled', complete: false, incomplete: ['interrupted'] })
      const others = { run: run('a -b'), cached: all, now: green, second: green, nowNarrowed: null }
      expect(decide({ ...evidence(others.run), ...others, [which]: cancelled })).toMatchObject({
        status: 'error',
        attribution: 'environment',
        blocking: ['tests: interrupted'],
      })
    },
  )
  it('has a sentence of its own when the run gives none', () => {
    expect(decide(evidence(run('a', { end: 'signalled' })))).toMatchObject({
      status: 'error',
      blocking: ['tests: it did not end by itself (signalled)'],
    })
  })
})

describe('row 2: somebody lies', () => {
  it('a contradiction in the run is error, critical and blocking', () => {
    const answer = decide(evidence(run('a b', { contradictions: ['forged'] }), { cached: all }))
    expect(answer).toMatchObject({ status: 'error', attribution: 'instrument', blocking: ['tests: forged'] })
    expect(answer).toMatchObject({
      anomalies: [{ kind: 'report-contradicted', severity: 'critical', blocking: true, detail: 'forged' }],
    })
  })
  it('a contradiction found outside is error too', () => {
    const answer = decide(
      evidence(run('-a b'), { cached: all, now: green, instrument: ['a.test.ts changed during the run'] }),
    )
    expect(answer).toMatchObject({
      status: 'error',
      attribution: 'instrument',
      blocking: ['tests: a.test.ts changed during the run'],
      failing: [item('-a')],
      anomalies: [],
    })
  })
})

describe('row 3: pass', () => {
  it('asks for the control first', () => {
    expect(decide(evidence(green))).toEqual({ ask: 'control' })
  })
  it('complete, nothing red, every required one green: the cached inventory is enough', () => {
    expect(decide(evidence(green, { cached: all }))).toEqual({
      status: 'pass',
      attribution: null,
      blocking: [],
      failing: [],
      base_red: [],
      anomalies: [],
    })
  })
  it('unstable ids are not required', () => {
    expect(decide(evidence(run('a'), { cached: inventory('a b', { unstable: [id('b')] }) }))).toMatchObject({
      status: 'pass',
    })
  })
  it('tests that the control has red are not required, and may be green', () => {
    expect(decide(evidence(run('a b'), { cached: inventory('a -b') }))).toMatchObject({ status: 'pass' })
  })
  it('keeps the anomalies of the run', () => {
    const noted = run('a b', { anomalies: [anomaly('hollow-tests', 'high', 'one')] })
    expect(decide(evidence(noted, { cached: all }))).toMatchObject({
      status: 'pass',
      anomalies: [{ kind: 'hollow-tests' }],
    })
  })
  it('a control that was cut off is enough only for goals, and when nothing was skipped', () => {
    const cached = inventory('a', { complete: false, incomplete: ['b.test.ts did not load'] })
    expect(decide(evidence(run('a b'), { cached }))).toMatchObject({
      status: 'error',
      attribution: 'environment',
      blocking: [
        expect.stringMatching(/^tests: the control was not complete: b.test.ts did not load; .*--lock <sha>.*--goal/),
      ],
    })
    const goals = [id('a')]
    expect(decide(evidence(run('a b'), { cached, goals }))).toMatchObject({
      status: 'pass',
      anomalies: [{ kind: 'control-incomplete', severity: 'medium' }],
    })
    expect(decide(evidence(run('a b ~c'), { cached, goals }))).toMatchObject({
      status: 'error',
      attribution: 'environment',
      blocking: [
        'tests: the control was not complete: b.test.ts did not load',
        expect.stringContaining('c.test.ts::c was skipped'),
      ],
    })
  })
  it('nothing to compare with is error, unless there is a goal', () => {
    const cached = inventory('', { complete: false, incomplete: ['no test ran'] })
    expect(decide(evidence(green, { cached }))).toMatchObject({
      status: 'error',
      attribution: 'environment',
      blocking: ['tests: nothing to compare with: the control was not complete: no test ran'],
    })
    expect(decide(evidence(green, { cached, goals: [id('a')] }))).toMatchObject({ status: 'pass' })
  })
})

describe('findings', () => {
  const clean = inventory('')
  it('a complete run without any passes, whatever the control did', () => {
    expect(decide(evidence(findings('')))).toEqual({ ask: 'control' })
    expect(decide(evidence(findings(''), { cached: inventory('', { complete: false }) }))).toMatchObject({
      status: 'pass',
    })
  })
  it('a new one is a fail that says what it is', () => {
    const { answer } = settleIn(evidence(findings('no-undef')), {
      cached: clean,
      now: findings(''),
      second: 'unavailable',
    })
    expect(answer).toMatchObject({ status: 'fail', blocking: ['lint: eslint no-undef a.ts: no-undef is bad'] })
  })
  it('one more than the base has is new: the one that the base has not said', () => {
    const extra = { id: 'eslint x a.ts', state: 'red' as const, file: 'a.ts', message: 'a is new', line: 9 }
    const change = findings('x', { items: [extra, ...findings('x').items] })
    const answer = decide(evidence(change, { cached: clean, now: findings('x') }))
    expect(answer).toMatchObject({ status: 'fail', failing: [extra], base_red: ['eslint x a.ts'] })
  })
  it('the same or more on the base is base-red', () => {
    const cached = inventory('', { red: ['eslint x a.ts', 'eslint x a.ts'] })
    expect(decide(evidence(findings('x'), { cached, now: findings('x x') }))).toMatchObject({
      status: 'error',
      attribution: 'base-red',
    })
    expect(decide(evidence(findings('x'), { cached, knownRed: ['eslint x a.ts'] }))).toMatchObject({ status: 'pass' })
  })
  it('a compiler that crashes goes the way of a run that is not complete', () => {
    const crashed = findings('', { incomplete: ['exit code 2 without a finding'], exit_code: 2 })
    const { answer } = settleIn(evidence(crashed), { cached: clean, now: findings(''), second: crashed })
    expect(answer).toMatchObject({
      status: 'fail',
      attribution: 'change',
      blocking: ['lint: exit code 2 without a finding'],
    })
    expect(settleIn(evidence(crashed), { cached: clean, now: crashed, second: crashed }).answer).toMatchObject({
      status: 'error',
      attribution: 'environment',
    })
  })
})

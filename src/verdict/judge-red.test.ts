import { describe, expect, it } from 'vitest'
import { decide } from './attribution.ts'
import { broken, evidence, findings, id, inventory, item, run, settleIn } from './fixtures/facts.ts'

const green = run('a b')
const all = inventory('a b')

describe('rows 4 and 5: complete, and red', () => {
  const red = run('-a b')
  it('asks the control now, narrowed to the red files', () => {
    expect(decide(evidence(run('-b -a c'), { cached: inventory('a b c') }))).toEqual({
      ask: 'control-now',
      files: ['a.test.ts', 'b.test.ts'],
    })
    const nameless = { ...red, items: red.items.map((each) => ({ ...each, file: null })) }
    expect(decide(evidence(nameless, { cached: all }))).toEqual({ ask: 'control-now', files: null })
    expect(decide(evidence(findings('x'), { cached: inventory('') }))).toEqual({ ask: 'control-now', files: null })
  })
  it('green there: fail, naming it', () => {
    const { asked, answer } = settleIn(evidence(red), { cached: all, now: green, second: 'unavailable' })
    expect(asked).toEqual(['control', 'control-now a.test.ts'])
    expect(answer).toMatchObject({
      status: 'fail',
      attribution: 'change',
      blocking: ['tests: a.test.ts::a failed'],
      failing: [item('-a')],
      base_red: [],
    })
  })
  it('one green there and one red there: fail for the first, the other in base_red', () => {
    const { answer } = settleIn(evidence(run('-a -b')), {
      cached: inventory('a -b'),
      now: run('a -b'),
      second: 'unavailable',
    })
    expect(answer).toMatchObject({ status: 'fail', blocking: ['tests: a.test.ts::a failed'], base_red: [id('b')] })
  })
  it('all red there too: error base-red', () => {
    const { answer } = settleIn(evidence(run('a -b')), {
      cached: inventory('a -b'),
      now: run('a -b'),
      second: 'unavailable',
    })
    expect(answer).toMatchObject({
      status: 'error',
      attribution: 'base-red',
      blocking: ['tests: b.test.ts::b failed, on the base too'],
      base_red: [id('b')],
      anomalies: [
        { kind: 'base-red', blocking: false, evidence: id('b'), remedy: expect.stringContaining('known_red') },
      ],
    })
  })
  it('findings that the base has too are named, with what to do', () => {
    const answer = decide(evidence(findings('x y'), { cached: inventory(''), now: findings('x y') }))
    expect(answer).toMatchObject({
      status: 'error',
      attribution: 'base-red',
      anomalies: [{ kind: 'base-red', evidence: 'eslint x a.ts\neslint y a.ts' }],
    })
  })
  it('red now and green in the cache: error environment', () => {
    const { answer } = settleIn(evidence(red), { cached: all, now: run('-a b'), second: 'unavailable' })
    expect(answer).toMatchObject({ status: 'error', attribution: 'environment', base_red: [id('a')] })
  })
  it.each([
    ['none to be had', 'unavailable' as const],
    ['not complete', broken('a b')],
    ['lying', run('a b', { contradictions: ['forged'] })],
    ['killed', run('a b', { end: 'signalled' })],
    ['empty', run('~a ~b')],
  ])('a control that is %s: error environment', (_, now) => {
    const answer = decide(evidence(red, { cached: all, now }))
    expect(answer).toMatchObject({ status: 'error', attribution: 'environment', failing: [item('-a')] })
  })
  it('a red test without a counterpart decides nothing alone, and is named beside one that has one', () => {
    const alone = decide(evidence(run('a b -c'), { cached: all, now: run('a b') }))
    expect(alone).toMatchObject({ status: 'error', attribution: 'environment', failing: [item('-c')] })
    expect(decide(evidence(run('a b -c'), { cached: all, now: run('a b ~c') }))).toMatchObject({ status: 'error' })
    const beside = decide(evidence(run('-a b -c'), { cached: all, now: run('a b') }))
    expect(beside).toMatchObject({
      status: 'fail',
      blocking: ['tests: a.test.ts::a failed', 'tests: c.test.ts::c failed'],
      failing: [item('-a'), item('-c')],
    })
  })
  it('an unstable test that failed here and passes there failed, and it is said that it is unstable', () => {
    const answer = decide(evidence(red, { cached: inventory('b', { unstable: [id('a')] }), now: green }))
    const why = 'tests: a.test.ts::a failed (unstable at the base: two runs of the lock differed there)'
    expect(answer).toMatchObject({ status: 'fail', blocking: [why], anomalies: [{ kind: 'unstable-test' }] })
  })
  it('counts ids as often as they come', () => {
    const twice = run('-a -a b')
    expect(decide(evidence(twice, { cached: inventory('a -a b'), now: run('a -a b') }))).toMatchObject({
      status: 'fail',
      failing: [item('-a')],
      base_red: [id('a')],
    })
    expect(decide(evidence(run('-a a b'), { cached: inventory('a -a b'), now: run('a -a b') }))).toMatchObject({
      attribution: 'base-red',
    })
  })
  it('names at most 20', () => {
    const names = Array.from({ length: 23 }, (_, at) => `t${at}`)
    const answer = decide(
      evidence(run(names.map((name) => `-${name}`).join(' ')), {
        cached: inventory(names.join(' ')),
        now: run(names.join(' ')),
      }),
    )
    expect(answer).toMatchObject({ status: 'fail' })
    expect('blocking' in answer && answer.blocking).toHaveLength(21)
    expect('blocking' in answer && answer.blocking.at(-1)).toBe('and 3 more')
  })
})

describe('goals', () => {
  const goals = [id('g')]
  it('must be green even where the control is red', () => {
    expect(decide(evidence(run('a g'), { cached: inventory('a -g'), goals }))).toMatchObject({ status: 'pass' })
    const { answer } = settleIn(evidence(run('a -g'), { goals }), {
      cached: inventory('a -g'),
      now: run('a -g'),
      second: 'unavailable',
    })
    expect(answer).toMatchObject({
      status: 'fail',
      attribution: 'goal',
      blocking: ['tests: goal not achieved: g.test.ts::g failed'],
      failing: [item('-g')],
      base_red: [],
    })
  })
  it('that fail beside red of the base: the base red is told apart', () => {
    const answer = decide(evidence(run('a -g -x'), { cached: inventory('a -g -x'), now: run('a -g -x'), goals }))
    expect(answer).toMatchObject({ status: 'fail', attribution: 'goal', base_red: [id('x')] })
  })
  it('that are green there are an ordinary regression', () => {
    const answer = decide(evidence(run('a -g'), { cached: inventory('a g'), now: run('a g'), goals }))
    expect(answer).toMatchObject({ status: 'fail', attribution: 'change' })
  })
  it('are not excused by the word of whoever approved them as red', () => {
    const cached = inventory('a -g')
    const known = { cached, goals: [id('g')], knownRed: [id('g')] }
    const { answer } = settleIn(evidence(run('a -g'), known), { cached, now: run('a -g'), second: run('a -g') })
    expect(answer).toMatchObject({
      status: 'fail',
      attribution: 'goal',
      blocking: ['tests: goal not achieved: g.test.ts::g failed'],
    })
  })
  it('that do not run are not achieved, if they run on the base', () => {
    const world = { cached: inventory('a -g'), now: run('a -g'), second: run('a ~g') }
    const { asked, answer } = settleIn(evidence(run('a ~g'), { goals }), world)
    expect(asked).toEqual(['control', 'control-now whole', 'second-run'])
    expect(answer).toMatchObject({
      status: 'fail',
      attribution: 'goal',
      blocking: ['tests: goal not achieved: g.test.ts::g is required and was skipped'],
    })
    expect(decide(evidence(run('a ~g'), { goals, cached: inventory('a'), now: run('a ~g') }))).toMatchObject({
      status: 'error',
      attribution: 'environment',
    })
  })
  it('mean nothing to a linter', () => {
    expect(decide(evidence(findings(''), { cached: inventory(''), goals }))).toMatchObject({ status: 'pass' })
  })
})

describe('approved known-red', () => {
  const knownRed = [id('k')]
  it('is judged on the rest, with the cached inventory', () => {
    const cached = inventory('a -k')
    expect(decide(evidence(run('a -k'), { cached, knownRed }))).toMatchObject({ status: 'pass', base_red: [id('k')] })
    expect(decide(evidence(run('-k'), { cached: inventory('-k'), knownRed }))).toMatchObject({
      status: 'error',
      attribution: 'base-red',
    })
    const { asked, answer } = settleIn(evidence(run('-a -k'), { knownRed }), {
      cached,
      now: run('a -k'),
      second: 'unavailable',
    })
    expect(asked).toEqual(['control', 'control-now a.test.ts'])
    expect(answer).toMatchObject({ status: 'fail', blocking: ['tests: a.test.ts::a failed'], base_red: [id('k')] })
  })
  it('is no licence where the base is green', () => {
    const answer = decide(evidence(run('a -k'), { cached: inventory('a k'), now: run('a k'), knownRed }))
    expect(answer).toMatchObject({ status: 'fail', blocking: ['tests: k.test.ts::k failed'] })
  })
  it('holds for ids that are only red now: the rest is judged', () => {
    const cached = inventory('a', { unstable: [id('k')] })
    expect(decide(evidence(run('a -k'), { cached, now: run('a -k'), knownRed }))).toMatchObject({
      status: 'pass',
      base_red: [id('k')],
    })
    const { asked, answer } = settleIn(evidence(run('~a -k'), { knownRed }), {
      cached,
      now: run('a -k'),
      second: run('~a -k'),
    })
    expect(asked).toEqual(['control', 'control-now k.test.ts', 'control-now whole', 'second-run'])
    expect(answer).toMatchObject({
      status: 'fail',
      attribution: 'change',
      blocking: ['tests: a.test.ts::a is required and was skipped'],
    })
  })
  it('does not stand for a required one of the same name that is missing', () => {
    const cached = inventory('a k -k')
    expect(decide(evidence(run('a -k'), { cached, knownRed }))).toEqual({ ask: 'control-now', files: null })
  })
  it('does not cover more than the control has', () => {
    expect(decide(evidence(run('a -k -k'), { cached: inventory('a -k'), now: run('a -k'), knownRed }))).toMatchObject({
      status: 'error',
    })
  })
})

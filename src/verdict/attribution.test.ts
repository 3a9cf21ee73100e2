import { describe, expect, it } from 'vitest'
import { anomaly } from '../model/anomaly.ts'
import { decide } from './attribution.ts'
import { broken, evidence, findings, id, inventory, item, run, settleIn } from './fixtures/facts.ts'

const green = run('a b')
const all = inventory('a b')

describe('row 1: nobody can be asked', () => {
  it.each(['signalled', 'cancelled', 'not-started', 'write-failed'] as const)(
    '%s is error, and nothing is asked',
    (end) => {
      const answer = decide(evidence(run('a b', { end, incomplete: ['it went away'], contradictions: ['a lie'] })))
      expect(answer).toMatchObject({
        status: 'error',
        attribution: null,
        blocking: ['tests: it went away', 'tests: a lie'],
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
  it('a control that was cut off is enough when every test that it knows, and nothing else, ran', () => {
    const cached = inventory('a', { complete: false, incomplete: ['b.test.ts did not load'] })
    expect(decide(evidence(run('a b'), { cached }))).toMatchObject({
      status: 'pass',
      anomalies: [{ kind: 'control-incomplete', severity: 'medium' }],
    })
    expect(decide(evidence(run('a b ~c'), { cached }))).toMatchObject({
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
    expect(answer).toMatchObject({ status: 'fail', anomalies: [{ kind: 'unstable-test' }] })
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
      blocking: ['tests: not achieved: g.test.ts::g failed'],
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
  it('that do not run are not achieved, if they run on the base', () => {
    const world = { cached: inventory('a -g'), now: run('a -g'), second: run('a ~g') }
    const { asked, answer } = settleIn(evidence(run('a ~g'), { goals }), world)
    expect(asked).toEqual(['control', 'control-now whole', 'second-run'])
    expect(answer).toMatchObject({
      status: 'fail',
      attribution: 'goal',
      blocking: ['tests: g.test.ts::g is required and was skipped'],
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
    expect(decide(evidence(green, { cached }))).toMatchObject({ status: 'pass', blocking: [] })
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

import { expect, test } from 'vitest'
import type { RunFacts } from '../model/run-facts.ts'
import type { Verdict } from '../model/verdict.ts'
import { factsOfVerdict, type LayerDecision, layerAgainstControl, withEnoughTests } from './layer-against-control.ts'

const END = { end: 'exited', exit_code: 1, signal: null, duration_ms: 5 } as const
const alone = (status: Verdict['status'], ...blocking: string[]): Verdict => ({ status, blocking, metrics: { a: 1 } })
const says = (status: LayerDecision['status'], ...blocking: string[]): LayerDecision => ({
  ...{ status, blocking, base_red: [], anomalies: [] },
  attribution: status === 'pass' ? null : 'change',
})

test('a layer that answers as a whole is one item, and an error is a run that is not complete', () => {
  const of = (verdict: Verdict) => factsOfVerdict('smoke', verdict, END)
  expect(of(alone('pass'))).toMatchObject({ complete: true, items: [{ id: 'smoke', state: 'green' }] })
  expect(of(alone('fail', 'no'))).toMatchObject({ complete: true, items: [{ id: 'smoke', state: 'red' }] })
  expect(of(alone('error', 'down'))).toMatchObject({ complete: false, incomplete: ['down'], items: [] })
})

test('too few tests are no complete run; findings are not counted, nor is what was skipped', () => {
  const item = (state: 'green' | 'skipped') => ({ id: 'a', state, file: null, message: null })
  const facts = (kind: 'tests' | 'lint', ...states: ('green' | 'skipped')[]): RunFacts => ({
    ...END,
    ...{ kind, complete: true, incomplete: [], contradictions: [], items: states.map(item), skipped: 0, anomalies: [] },
  })
  expect(withEnoughTests([facts('tests', 'green'), facts('tests', 'green')], 2).map((each) => each.complete)).toEqual([
    true,
    true,
  ])
  const few = withEnoughTests([facts('tests', 'green', 'skipped'), facts('lint', 'green')], 2)
  expect(few.map((each) => each.complete)).toEqual([false, true])
  expect(few[0]?.incomplete).toEqual(['1 tests ran, and at least 2 are asked for'])
})

test.each<[string, Verdict, LayerDecision[], boolean, Verdict['status'], string[]]>([
  ['pass', alone('pass'), [says('pass')], false, 'pass', []],
  ['a test of the control is missing', alone('pass'), [says('fail', 'tests: a is gone')], false, 'fail', ['a is gone']],
  ['red', alone('fail', 'a failed'), [says('fail', 'tests: a failed')], false, 'fail', ['a failed']],
  [
    'a whole keeps its words',
    alone('fail', 'empty page'),
    [says('fail', 'lint: smoke failed')],
    true,
    'fail',
    ['empty page'],
  ],
  ['a crash of the change', alone('error', 'down', 'Ask Ann.'), [says('fail', 'lint: down')], true, 'fail', ['down']],
  [
    'of several the worst',
    alone('fail', 'a'),
    [says('fail', 'tests: a'), says('error', 'tests: b')],
    false,
    'error',
    ['b', 'Ask Ann.', 'a'],
  ],
  ['no pass of a control makes a pass', alone('fail', 'a'), [says('pass')], false, 'fail', ['a']],
  ['nothing was asked', alone('fail', 'a'), [], false, 'error', ['a', 'Ask Ann.']],
])('%s', (_, verdict, decisions, whole, status, blocking) => {
  const held = layerAgainstControl(verdict, decisions, 'Ask Ann.', whole)
  expect([held.status, held.blocking]).toEqual([status, blocking])
  expect(held.metrics).toEqual({ a: 1 })
})

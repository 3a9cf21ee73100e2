import { expect, test } from 'vitest'
import type { Outcome } from '../model/outcome.ts'
import type { Item, RunFacts } from '../model/run-facts.ts'
import { judgeLayer, type LayerAnswer, type LayerRules } from './judge-layer.ts'

const RULES: LayerRules = { onError: null, minTests: null, judge: false, minConfidence: null, maxErrorRate: 0 }
const outcome = (more: Partial<Outcome> = {}): Outcome => ({
  end: 'exited',
  exit_code: 0,
  signal: null,
  started_at: '2026-11-01T00:00:00.000Z',
  duration_ms: 1000,
  log: '/log',
  stdout: null,
  tail: '',
  output_bytes: 0,
  leftovers: [],
  reason: null,
  ...more,
})
const item = (state: Item['state'], id = `a::${state}`): Item => ({ id, state, file: 'a', message: null })
const facts = (items: readonly Item[], more: Partial<RunFacts> = {}): RunFacts => ({
  end: 'exited',
  exit_code: 0,
  signal: null,
  duration_ms: 1,
  complete: true,
  incomplete: [],
  contradictions: [],
  items,
  skipped: 0,
  anomalies: [],
  ...more,
})
const says = (answer: LayerAnswer, rules: Partial<LayerRules> = {}) => {
  const { status, blocking } = judgeLayer('smoke', answer, { ...RULES, ...rules })
  return [status, ...blocking]
}
const wrote = (text: unknown, more: Partial<Outcome> = {}): LayerAnswer => ({
  kind: 'verdict',
  outcome: outcome(more),
  text: text === null || typeof text === 'string' ? text : JSON.stringify({ blocking: [], metrics: {}, ...text }),
  runId: 'r1',
})

test.each<[string, LayerAnswer, Partial<LayerRules>, readonly string[]]>([
  ['a pass', wrote({ status: 'pass' }), {}, ['pass']],
  ['a fail, whatever the code', wrote({ status: 'fail', blocking: ['x'] }), {}, ['fail', 'x']],
  ['no file', wrote(null), {}, ['error', 'no verdict was written']],
  ['an empty file', wrote(''), {}, ['error', 'the verdict is empty']],
  [
    'a pass that exits 1',
    wrote({ status: 'pass' }, { exit_code: 1 }),
    {},
    ['error', 'it says pass and its process exited with code 1'],
  ],
  [
    'of another run',
    wrote({ status: 'pass', run: { id: 'r0' } }),
    {},
    ['error', 'the verdict is stale: it carries the run id r0 and this run is r1'],
  ],
  [
    'a fail of a process that we ended',
    wrote({ status: 'fail', blocking: ['x'] }, { end: 'timed-out', exit_code: null }),
    {},
    ['error', 'it was stopped at its time limit after 1 s', 'x'],
  ],
  [
    'a fail of a process that a signal ended',
    wrote({ status: 'fail', blocking: ['x'] }, { end: 'signalled', exit_code: null, signal: 'SIGKILL' }),
    {},
    ['error', 'it was ended by the signal SIGKILL', 'x'],
  ],
  [
    'a signal that a shell passes on as a code',
    wrote({ status: 'fail', blocking: ['x'] }, { exit_code: 137 }),
    {},
    ['error', 'it was ended by the signal SIGKILL', 'x'],
  ],
  [
    'a part that was not judged',
    wrote({ status: 'pass', evaluated: 8, total: 10 }),
    { maxErrorRate: 0.1 },
    ['error', '2 of 10 could not be judged (20 %, at most 10 %)'],
  ],
  [
    'a file whose date is before the run, that does not name the run',
    { ...wrote({ status: 'pass' }), ranThisRun: false } as LayerAnswer,
    {},
    ['error', 'the verdict carries no run id that shows it is of this run'],
  ],
  [
    'a file whose date is before the run, that names the run',
    { ...wrote({ status: 'pass', run: { id: 'r1' } }), ranThisRun: false } as LayerAnswer,
    {},
    ['pass'],
  ],
  ['a part that may go unjudged', wrote({ status: 'pass', evaluated: 9, total: 10 }), { maxErrorRate: 0.1 }, ['pass']],
  ['a judge that is sure', wrote({ status: 'pass', confidence: 0.9 }), { judge: true, minConfidence: 0.9 }, ['pass']],
  [
    'a judge without a confidence',
    wrote({ status: 'pass' }),
    { judge: true },
    ['error', 'a model judged, and the verdict has no confidence'],
  ],
  [
    'a judge that is wholly sure',
    wrote({ status: 'fail', blocking: ['x'], confidence: 1 }),
    { judge: true },
    ['error', 'a model judged, and the verdict claims a confidence of 1', 'x'],
  ],
  [
    'a judge that is too unsure',
    wrote({ status: 'pass', confidence: 0.4 }),
    { judge: true, minConfidence: 0.5 },
    ['error', 'its confidence is 0.4, and at least 0.5 is asked for'],
  ],
])('a verdict file: %s', (_, answer, rules, expected) => expect(says(answer, rules)).toEqual(expected))

test.each<[string, readonly RunFacts[], Partial<LayerRules>, readonly string[]]>([
  ['green', [facts([item('green')])], {}, ['pass']],
  ['red', [facts([item('green'), item('red')])], {}, ['fail', 'a::red failed']],
  ['nothing', [], {}, ['error', 'nothing ran']],
  ['no test', [facts([])], {}, ['error', 'no test ran']],
  ['only skipped ones', [facts([item('skipped')])], {}, ['error', 'no test ran']],
  [
    'red and not complete',
    [facts([item('red')], { complete: false, incomplete: ['no end mark'] })],
    {},
    ['error', 'no end mark', 'a::red failed'],
  ],
  ['too few', [facts([item('green')])], { minTests: 2 }, ['error', '1 tests ran, and at least 2 are asked for']],
  ['enough', [facts([item('green', '1'), item('green', '2')])], { minTests: 2 }, ['pass']],
  [
    'a contradiction',
    [facts([item('green')], { contradictions: ['it says otherwise'] })],
    {},
    ['error', 'it says otherwise'],
  ],
  ['a finding', [facts([item('red', 'a.ts:1 TS2322')], { kind: 'types' })], {}, ['fail', 'a.ts:1 TS2322']],
  ['no finding', [facts([], { kind: 'lint' })], {}, ['pass']],
  [
    'one of two not complete',
    [facts([item('green')]), facts([], { kind: 'types', complete: false, incomplete: ['tsc did not start'] })],
    {},
    ['error', 'tsc did not start'],
  ],
])('reports: %s', (_, runs, rules, expected) => expect(says({ kind: 'reports', runs }, rules)).toEqual(expected))

const exit = (more: Partial<Outcome>, declared?: { pass: number[]; fail: number[] }): LayerAnswer => ({
  kind: 'exit',
  outcome: outcome(more),
  ...(declared ?? { pass: [0], fail: [1] }),
  declared: declared !== undefined,
})

test.each<[string, LayerAnswer, readonly string[]]>([
  ['0', exit({}), ['pass']],
  ['1', exit({ exit_code: 1 }), ['fail', 'it exited with code 1']],
  ['2', exit({ exit_code: 2 }), ['error', 'it exited with code 2, which says neither pass nor fail']],
  ['127', exit({ exit_code: 127 }), ['error', 'it exited with code 127, which says neither pass nor fail']],
  ['139', exit({ exit_code: 139 }), ['error', 'it was ended by the signal SIGSEGV']],
  ['a declared 139', exit({ exit_code: 139 }, { pass: [0], fail: [139] }), ['fail', 'it exited with code 139']],
  ['a declared 2', exit({ exit_code: 2 }, { pass: [0], fail: [1, 2] }), ['fail', 'it exited with code 2']],
  [
    'a 0 that is not declared',
    exit({}, { pass: [3], fail: [] }),
    ['error', 'it exited with code 0, which says neither pass nor fail'],
  ],
  [
    'none',
    exit({ end: 'not-started', exit_code: null, reason: 'no such program' }),
    ['error', 'it could not be started: no such program'],
  ],
])('an exit code: %s', (_, answer, expected) => expect(says(answer)).toEqual(expected))

test('an exit code alone does not say how many tests ran, and a pass by it says what it rests on', () => {
  expect(says(exit({}), { minTests: 3 })[0]).toBe('error')
  expect(judgeLayer('a', exit({}), RULES)).toMatchObject({ anomalies: [{ kind: 'pass-by-exit-code' }] })
})

test('an error says, as its second reason, what a person wrote for it; a pass and a fail do not', () => {
  const rules = { onError: 'Ask the web team.' }
  expect(says(wrote(null), rules)).toEqual(['error', 'no verdict was written', 'Ask the web team.'])
  expect(says({ kind: 'not-run', reason: 'its probe failed' }, rules)).toEqual([
    'error',
    'its probe failed',
    'Ask the web team.',
  ])
  expect(says(wrote({ status: 'fail', blocking: ['x'] }), rules)).toEqual(['fail', 'x'])
  expect(says(exit({}), rules)).toEqual(['pass'])
})

test('a verdict keeps what its writer said, counts and other keys too', () => {
  const verdict = judgeLayer(
    'e',
    wrote({ status: 'pass', metrics: { recall: 0.8 }, evaluated: 5, total: 5, note: 'n' }),
    RULES,
  )
  expect(verdict).toEqual({
    ...{ status: 'pass', blocking: [], metrics: { recall: 0.8 }, confidence: 1, version: 1, check: 'e' },
    ...{ evaluated: 5, total: 5, note: 'n' },
  })
})

test('counts of tests and findings are metrics', () => {
  const runs = [
    facts([item('green'), item('red'), { ...item('green', 'suite'), counted: false }], { skipped: 2 }),
    facts([item('red', 'f')], { kind: 'types' }),
  ]
  expect(judgeLayer('t', { kind: 'reports', runs }, RULES).metrics).toEqual({
    ...{ tests_run: 2, tests_passed: 1, tests_failed: 1, tests_skipped: 2, findings: 1 },
  })
})

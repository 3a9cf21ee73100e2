import { expect, test } from 'vitest'
import type { Verdict } from '../model/verdict.ts'
import { combine } from './combine.ts'
import { visible } from './visible.ts'

const SECRET = 'case 17 expects 42'
const layer: Verdict = {
  ...{ status: 'fail', blocking: [SECRET], metrics: { tests_run: 5, tests_failed: 1, recall: { [SECRET]: 0.3 } } },
  ...{ check: 'eval', confidence: 0.7, evaluated: 5, total: 5, note: SECRET, anomalies: [] },
  evidence: { exit_code: 1, signal: null, log: `/logs/${SECRET}`, command: [SECRET] },
  run: { id: 'r', duration_ms: 5 },
}
const unit: Verdict = { status: 'pass', blocking: [], metrics: { tests_run: 3 } }
const whole = combine([
  { id: 'eval', verdict: layer },
  { id: 'unit', verdict: unit },
  { id: 'last', precludedBy: 'eval' },
])

test('a hidden layer shows its status and nothing else', () => {
  const seen = visible(whole, { eval: 'hidden' })
  expect(JSON.stringify(seen)).not.toContain(SECRET)
  expect(seen).toEqual({
    ...{ status: 'fail', blocking: ['eval: what it says is not shown (visibility: hidden)'], confidence: 1 },
    metrics: { eval: 'fail', last: 'precluded', unit: { tests_run: 3 } },
    precluded: { last: 'eval' },
    layers: {
      eval: {
        ...{ status: 'fail', blocking: ['what it says is not shown (visibility: hidden)'], metrics: {} },
        ...{ confidence: 1, version: 1, check: 'eval' },
      },
      unit,
    },
  })
})

test('of a layer with `counts` its counts, its time and its exit code are seen', () => {
  const seen = visible(whole, { eval: 'counts' })
  expect(JSON.stringify(seen)).not.toContain(SECRET)
  expect(seen.layers?.eval).toMatchObject({
    ...{ metrics: { tests_run: 5, tests_failed: 1 }, evaluated: 5, total: 5, run: { duration_ms: 5 } },
    evidence: { exit_code: 1, log: null },
  })
})

test('what is all to be seen stays as it is', () => {
  expect(visible(whole, {})).toBe(whole)
  expect(visible(whole, { eval: 'full' })).toBe(whole)
})

test('a status never changes, whatever the layers say of themselves', () => {
  const odd: Verdict = { ...whole, status: 'error', blocking: [SECRET] }
  const seen = visible(odd, { eval: 'hidden' })
  expect([seen.status, JSON.stringify(seen).includes(SECRET)]).toEqual(['error', false])
})

test('what a person wrote for an error is seen where counts are, and only of an error', () => {
  const broken = combine([{ id: 'eval', verdict: { ...layer, status: 'error' } }])
  const advice = { eval: 'Tell the reading team.' }
  const hides = (visibility: string) => `eval: what it says is not shown (visibility: ${visibility})`
  expect(visible(broken, { eval: 'counts' }, advice).blocking).toEqual([
    hides('counts'),
    'eval: Tell the reading team.',
  ])
  expect(visible(broken, { eval: 'hidden' }, advice).blocking).toEqual([hides('hidden')])
  expect(visible(whole, { eval: 'counts' }, advice).blocking).toEqual([hides('counts')])
})

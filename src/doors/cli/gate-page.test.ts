import { expect, test } from 'vitest'
import { renderGate } from './gate-page.ts'

test('a page says each layer, what is not gated, why it stopped, and how to run just that layer again', () => {
  const page = renderGate({
    ...{ status: 'error', blocking: ['smoke: no verdict was written'], metrics: {} },
    layers: {
      gates: { status: 'pass', blocking: [], metrics: {}, not_gated: ['recall.grille max_drop: too few'] },
      smoke: { status: 'error', blocking: ['no verdict was written'], metrics: {}, evidence: { log: '/logs/3' } },
      unit: { status: 'pass', blocking: [], metrics: { tests_run: 2 }, run: { duration_ms: 1500 } },
    },
    precluded: { last: 'smoke' },
  })
  expect(page).toBe(`ERROR  gate
  gates  pass\x20
      not gated: recall.grille max_drop: too few
  smoke  error
      no verdict was written
      log: /logs/3
      again: triverdict gate --layer smoke
  unit   pass   2 tests  1.5 s
  last   not run, since smoke did not pass
`)
})

test('rules that hold no more are no layer that could be run again', () => {
  const page = renderGate({
    ...{ status: 'fail', blocking: ['gates: recall.door dropped'], metrics: {} },
    layers: { gates: { status: 'fail', blocking: ['recall.door dropped'], metrics: {} } },
  })
  expect(page).toBe('FAIL  gate\n  gates  fail \n      recall.door dropped\n')
})

test('an anomaly is one line: of a layer, passed or not, with its name, and of the gate', () => {
  const found = (kind: string, remedy: string | null) => ({ kind, severity: 'low', detail: 'this is so', remedy })
  const page = renderGate({
    ...{ status: 'pass', blocking: [], metrics: {}, anomalies: [found('history-unavailable', 'Look there.')] },
    layers: { unit: { status: 'pass', blocking: [], metrics: {}, anomalies: [found('pass-by-exit-code', null)] } },
  })
  expect(page).toBe(`PASS  gate
  unit  pass\x20
      unit: low pass-by-exit-code: this is so
  low history-unavailable: this is so. Look there.
`)
})

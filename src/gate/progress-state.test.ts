import { expect, test } from 'vitest'
import type { LayerProgress } from '../model/gate-world.ts'
import { firstLayers, median, remaining, shareOf, withEnded, withStarted } from './progress-state.ts'

const AT = '2026-01-01T00:00:00.000Z'
const START = Date.parse(AT)
const plan = {
  layers: [
    { id: 'build', needs: [], visibility: 'full' },
    { id: 'lint', needs: [], visibility: 'full' },
    { id: 'unit', needs: ['build'], visibility: 'full' },
    { id: 'e2e', needs: ['unit', 'lint'], visibility: 'full' },
  ],
} as const
const states = (layers: readonly LayerProgress[]) => layers.map(({ state }) => state)

test('a layer that does not pass precludes all that need it, and nothing else', () => {
  let layers = withStarted(firstLayers(plan, {}), 'build', AT)
  expect(states(layers)).toEqual(['running', 'waiting', 'waiting', 'waiting'])
  layers = withEnded(layers, 'build', 'fail', 1000)
  expect(states(layers)).toEqual(['fail', 'waiting', 'precluded', 'precluded'])
  expect(states(withEnded(layers, 'lint', 'pass', 5))).toEqual(['fail', 'pass', 'precluded', 'precluded'])
  expect(states(withEnded(firstLayers(plan, {}), 'build', 'pass', 1))).toEqual([
    'pass',
    'waiting',
    'waiting',
    'waiting',
  ])
})

test('the usual time is the middle one', () => {
  expect([median([]), median([7]), median([1, 100, 3]), median([4, 2])]).toEqual([null, 7, 3, 3])
})

test('a share is of the expected time, and never all of it', () => {
  const one = (expected_ms: number | null, state: LayerProgress['state'] = 'running'): LayerProgress => ({
    ...{ id: 'unit', needs: [], visibility: 'full', state, started_at: AT, duration_ms: null, expected_ms },
  })
  expect(shareOf(one(100_000), START + 62_000)).toBe(0.62)
  expect(shareOf(one(100_000), START + 500_000)).toBe(0.99)
  expect(shareOf(one(100_000), START - 5)).toBe(0)
  expect(shareOf(one(0), START)).toBe(0)
  expect([shareOf(one(null), START), shareOf(one(5, 'pass'), START)]).toEqual([null, null])
})

test('the end is that of the schedule: needs, and as many at once as there are places', () => {
  const expected = { build: 10, lint: 30, unit: 40, e2e: 5 }
  const layers = firstLayers(plan, expected)
  expect(remaining(layers, 1, START)).toBe(85)
  // build 0–10, lint 0–30, unit 10–50, e2e 50–55
  expect(remaining(layers, 2, START)).toBe(55)
  const running = withStarted(layers, 'build', AT)
  expect(remaining(running, 1, START + 4)).toBe(81)
  // One that takes longer than usual may end any moment.
  expect(remaining(running, 1, START + 4000)).toBe(75)
  expect(remaining(withEnded(running, 'build', 'fail', 4), 1, START + 4)).toBe(30)
  expect(remaining(firstLayers(plan, { build: 10 }), 1, START)).toBe(null)
  expect(remaining([], 1, START)).toBe(0)
})

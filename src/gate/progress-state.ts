import type { GatePlan, LayerProgress } from '../model/gate-world.ts'
import type { Status } from '../model/verdict.ts'

/** The layers of a gate that just begins; `expected` gives the usual milliseconds of those that have run before. */
export const firstLayers = (
  plan: Pick<GatePlan, 'layers'>,
  expected: Readonly<Record<string, number>>,
): readonly LayerProgress[] =>
  plan.layers.map(({ id, needs, visibility }) => ({
    ...{ id, needs, visibility, state: 'waiting', started_at: null, duration_ms: null },
    expected_ms: expected[id] ?? null,
  }))

const replaced = (
  layers: readonly LayerProgress[],
  id: string,
  more: Partial<LayerProgress>,
): readonly LayerProgress[] => layers.map((layer) => (layer.id === id ? { ...layer, ...more } : layer))

const COULD_PASS: ReadonlySet<LayerProgress['state']> = new Set(['waiting', 'running', 'pass'])

/** Layers that wait for one that did not pass will not run. Needs stand before those that need them. */
const precluded = (layers: readonly LayerProgress[]): readonly LayerProgress[] => {
  const states = new Map<string, LayerProgress['state']>()
  return layers.map((layer) => {
    const lost = layer.state === 'waiting' && layer.needs.some((need) => !COULD_PASS.has(states.get(need) ?? 'waiting'))
    const state = lost ? 'precluded' : layer.state
    states.set(layer.id, state)
    return lost ? { ...layer, state } : layer
  })
}

/** After a layer started. */
export const withStarted = (layers: readonly LayerProgress[], id: string, at: string): readonly LayerProgress[] =>
  replaced(layers, id, { state: 'running', started_at: at })

/** After a layer ended; those that need it and cannot run any more are precluded. */
export const withEnded = (
  layers: readonly LayerProgress[],
  id: string,
  status: Status,
  duration_ms: number,
): readonly LayerProgress[] => precluded(replaced(layers, id, { state: status, duration_ms }))

/** The middle of the durations of earlier runs; null where there is none. */
export const median = (durations: readonly number[]): number | null => {
  const sorted = [...durations].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** More than this is never said of what still runs. */
const MOST = 0.99

/** How much of its usual time a running layer has had, 0 to 0.99; null where it does not run or nobody knows how long it takes. */
export const shareOf = (layer: LayerProgress, now: number): number | null =>
  layer.state !== 'running' || layer.started_at === null || layer.expected_ms === null
    ? null
    : Math.max(0, Math.min(MOST, (now - Date.parse(layer.started_at)) / Math.max(1, layer.expected_ms)))

/** Milliseconds until every layer has ended, if all take their usual time and pass; null where one of them has not run before. One that takes longer is taken to end now. */
export const remaining = (layers: readonly LayerProgress[], jobs: number, now: number): number | null => {
  const ends = new Map<string, number>()
  const busy: number[] = []
  for (const layer of layers) {
    if (layer.state !== 'running' || layer.started_at === null) continue
    if (layer.expected_ms === null) return null
    const end = Math.max(0, Date.parse(layer.started_at) + layer.expected_ms - now)
    ends.set(layer.id, end)
    busy.push(end)
  }
  // As the gate does it: in order, each as soon as what it needs is there and a place is free.
  for (const layer of layers) {
    if (layer.state !== 'waiting') continue
    if (layer.expected_ms === null) return null
    const needed = Math.max(0, ...layer.needs.map((need) => ends.get(need) ?? 0))
    const places = [...busy].sort((a, b) => b - a)
    const free = places.length < jobs ? 0 : (places[jobs - 1] as number)
    const end = Math.max(needed, free) + layer.expected_ms
    ends.set(layer.id, end)
    busy.push(end)
  }
  return Math.max(0, ...ends.values())
}

import { remaining, shareOf } from '../../gate/progress-state.ts'
import type { GateRecord } from '../../io/gate-records.ts'
import type { LayerProgress } from '../../model/gate-world.ts'
import type { Paint } from './report-page.ts'

const minutes = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  const whole = Math.round(seconds / 60)
  return whole < 120 ? `${whole} min` : `${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, '0')} min`
}

/** `62 %`: rounded down, so that it never says more than there is. */
const percent = (share: number): string => `${Math.floor(share * 100)} %`

/** Of a layer that shows nothing but its status no time is said either: how long it takes says something of what it did. */
const isOpen = (layer: LayerProgress): boolean => layer.visibility !== 'hidden'

const stateWords = (layer: LayerProgress, now: number): string => {
  if (layer.state !== 'running' || !isOpen(layer)) return layer.state
  const share = shareOf(layer, now)
  return share === null ? 'running' : percent(share)
}

/** One line for programs and hooks: `unit 62 %, lint waiting`; what has ended well is only counted. */
export const progressLine = (record: GateRecord, now: number): string => {
  const done = record.layers.filter(({ state }) => state === 'pass').length
  const open = record.layers.filter(({ state }) => state !== 'pass')
  const words = open.slice(0, 8).map((layer) => `${layer.id} ${stateWords(layer, now)}`)
  const more = open.length > words.length ? [`${open.length - words.length} more`] : []
  return [...(done > 0 ? [`${done} passed`] : []), ...words, ...more].join(', ')
}

/** When the gate should end, ISO 8601; null where a layer has not run before. */
export const expectedEnd = (record: GateRecord, now: number): string | null => {
  const left = remaining(record.layers, record.jobs, now)
  return left === null ? null : new Date(now + left).toISOString()
}

/** Layers for a program: state, share of the expected time, and times, as far as they may be seen. */
export const progressObject = (record: GateRecord, now: number): Record<string, unknown> =>
  Object.fromEntries(
    record.layers.map((layer) => [
      layer.id,
      isOpen(layer)
        ? {
            ...{ state: layer.state, share: shareOf(layer, now), started_at: layer.started_at },
            ...{ duration_ms: layer.duration_ms, expected_ms: layer.expected_ms },
          }
        : { state: layer.state },
    ]),
  )

const timeOf = (layer: LayerProgress, now: number): string => {
  if (!isOpen(layer)) return ''
  const usual = layer.expected_ms === null ? '' : `, usually ${minutes(layer.expected_ms)}`
  if (layer.state === 'waiting') return usual.replace(', ', '')
  if (layer.state !== 'running') return layer.duration_ms === null ? '' : minutes(layer.duration_ms)
  return `for ${minutes(now - Date.parse(layer.started_at ?? ''))}${usual}`
}

/** A gate under way for people: a line for each layer, and when it should end. */
export const renderProgress = (record: GateRecord, now: number, paint: Paint): string => {
  const width = Math.max(0, ...record.layers.map(({ id }) => id.length))
  const left = remaining(record.layers, record.jobs, now)
  const late = record.layers.some(
    ({ state, started_at, expected_ms }) =>
      state === 'running' && expected_ms !== null && now - Date.parse(started_at ?? '') > expected_ms,
  )
  const end =
    left === null
      ? 'when it ends is not known yet: a layer runs for the first time'
      : late && left === 0
        ? 'it takes longer than usual'
        : `about ${minutes(left)} more, until ${new Date(now + left).toTimeString().slice(0, 5)}`
  const colours = { pass: paint.green, fail: paint.red, error: paint.yellow } as const
  const lines = record.layers.map((layer) => {
    const colour = colours[layer.state as keyof typeof colours] ?? ((text: string) => text)
    return `  ${layer.id.padEnd(width)}  ${colour(stateWords(layer, now).padEnd(9))}  ${paint.dim(timeOf(layer, now))}`.trimEnd()
  })
  return `${[`${paint.bold('RUNNING  gate')}  ${record.run}; ${end}`, ...lines].join('\n')}\n`
}

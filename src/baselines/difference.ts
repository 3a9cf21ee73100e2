import type { Baseline } from '../model/baseline.ts'
import { flatten } from '../verdict/gate-rules.ts'

/** One metric in two baselines; `before` or `after` is null where one of them does not have it. */
export interface Difference {
  readonly name: string
  readonly before: number | string | boolean | null
  readonly after: number | string | boolean | null
}

/** What differs between two baselines, by name, sorted; what is the same is left out. */
export const differences = (before: Baseline, after: Baseline): readonly Difference[] => {
  const [old, now] = [flatten(before.metrics), flatten(after.metrics)]
  const names = [...new Set([...old.keys(), ...now.keys()])].sort()
  return names
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((one) => !Object.is(one.before, one.after))
}

const shown = (value: Difference['before']): string => (value === null ? '–' : String(value))

/** A line for each: `eval.recall.door  0.91 → 0.88  (-0.03)`. */
export const differenceLines = (all: readonly Difference[]): readonly string[] => {
  const width = Math.max(0, ...all.map(({ name }) => name.length))
  return all.map(({ name, before, after }) => {
    const change = typeof before === 'number' && typeof after === 'number' ? after - before : null
    const signed = change === null ? '' : `  (${change > 0 ? '+' : ''}${Number(change.toFixed(6))})`
    return `${name.padEnd(width)}  ${shown(before)} → ${shown(after)}${signed}`
  })
}

import type { MetricValue } from '../model/verdict.ts'
import { classOf, flatten, type GateBaseline, type GateRules, namesFor } from './gate-rules.ts'

/** Fewer classes than this are no sign of anything. */
const FEWEST = 4
/** The shifts of all classes may differ from their middle by this share of it. */
const SPREAD = 0.25
const SMALLEST = 1e-6

export interface Shift {
  /** `recall`: what stands before the classes. */
  readonly family: string
  readonly classes: number
  /** Mean of the changes, signed. */
  readonly mean: number
  readonly names: readonly string[]
}

const familyOf = (name: string): string => name.slice(0, Math.max(0, name.length - classOf(name).length - 1))

/**
 * Families of metrics of which every class moved by about the same amount in the same direction: the measure, the data or the machine
 * changed, and not a class. A class that is zero on both sides, or has no number there, is left out.
 */
export const uniformShifts = (
  baseline: GateBaseline,
  metrics: Readonly<Record<string, MetricValue>>,
  rules: GateRules,
): readonly Shift[] => {
  const [base, now] = [flatten(baseline.metrics), flatten(metrics)]
  const gated = Object.entries(rules).flatMap(([written, rule]) =>
    rule.max_drop === undefined && rule.max_rise === undefined ? [] : namesFor(written, base.keys()),
  )
  const families = new Map<string, string[]>()
  for (const name of new Set(gated)) families.set(familyOf(name), [...(families.get(familyOf(name)) ?? []), name])
  return [...families].flatMap(([family, names]) => {
    const changes = names.flatMap((name) => {
      const [before, after] = [base.get(name), now.get(name)]
      return typeof before === 'number' && typeof after === 'number' && (before !== 0 || after !== 0)
        ? [after - before]
        : []
    })
    if (family === '' || changes.length < FEWEST) return []
    const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length
    const even = changes.every((change) => Math.abs(change - mean) <= SPREAD * Math.abs(mean))
    return Math.abs(mean) > SMALLEST && even ? [{ family, classes: changes.length, mean, names }] : []
  })
}

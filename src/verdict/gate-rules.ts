import picomatch from 'picomatch'
import type { MetricValue } from '../model/verdict.ts'
import { byCodeUnit } from './multiset.ts'

/** Thresholds on one metric, or on all that a glob matches. All are absolute; `max_drop` and `max_rise` are against the baseline. */
export interface GateRule {
  readonly max_drop?: number
  readonly max_rise?: number
  readonly min?: number
  readonly max?: number
  /** Fires when the metric is zero. */
  readonly never_zero?: boolean
  /** A class with less truth than this is reported and not gated. */
  readonly min_count?: number
  /** Smallest and largest value the metric can have; by default 0 to 1 for precision, recall, F1 and mAP, unknown for others. */
  readonly range?: readonly [number, number]
}

/** By exact dotted name (`recall.return_grille`) or glob (`recall.*`); every rule that matches a metric applies to it. */
export type GateRules = Readonly<Record<string, GateRule>>

/** What a person approved as the state to be held. */
export interface GateBaseline {
  readonly metrics: Readonly<Record<string, MetricValue>>
  /** How much truth each class has; a class that is not named is held to have enough. */
  readonly counts?: Readonly<Record<string, number>>
  /** Classes (or whole dotted names) whose dead gates a person accepts. */
  readonly not_gated?: readonly { readonly class: string; readonly reason: string }[]
}

/** A value that is judged, of the types that JSON has. */
export type Leaf = number | string | boolean | null

/** Nested metrics by dotted name. Two values of one name are not a number: no gate may pass on them. */
export const flatten = (metrics: Readonly<Record<string, MetricValue>>, prefix = ''): Map<string, Leaf> => {
  const leaves = new Map<string, Leaf>()
  for (const [key, value] of Object.entries(metrics)) {
    const name = prefix + key
    const inner: Iterable<readonly [string, Leaf]> =
      typeof value === 'object' && value !== null ? flatten(value, `${name}.`) : [[name, value]]
    for (const [leaf, found] of inner) leaves.set(leaf, leaves.has(leaf) ? Number.NaN : found)
  }
  return leaves
}

/** Names that a rule speaks of: the exact name where there is one, otherwise the glob's matches, sorted. A star crosses dots and slashes. */
export const namesFor = (rule: string, names: Iterable<string>): string[] => {
  const all = [...new Set(names)].sort(byCodeUnit)
  if (all.includes(rule)) return [rule]
  const matches = picomatch(rule, { dot: true, bash: true, nonegate: true })
  return all.filter((name) => matches(name))
}

/** True for a rule that can only be a name: it must be there. */
export const isExact = (rule: string): boolean => !/[*?[\]{}()!+@]/.test(rule)

/** The class of a dotted name: `return_grille` of `recall.return_grille`. */
export const classOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/**
 * How much truth a class has, by its whole name, its layer and class (`eval.return_grille` of `eval.recall.return_grille`), or its class alone;
 * null when nobody says.
 */
export const truthOf = (counts: Readonly<Record<string, number>> | undefined, name: string): number | null => {
  const known = new Map(Object.entries(counts ?? {}))
  const layer = name.slice(0, name.indexOf('.') + 1)
  return known.get(name) ?? known.get(layer + classOf(name)) ?? known.get(classOf(name)) ?? null
}

/** The thresholds of a rule, in a fixed order. `min_count` and `range` are not thresholds. */
export type Threshold = 'max_drop' | 'max_rise' | 'min' | 'max' | 'never_zero'
export const thresholdsOf = (rule: GateRule): Threshold[] => [
  ...(['max_drop', 'max_rise', 'min', 'max'] as const).filter((key) => rule[key] !== undefined),
  ...(rule.never_zero === true ? (['never_zero'] as const) : []),
]

/** What is wrong with a rule itself: a limit that is no number never fires. Null when it is sound. */
export const ruleTrouble = (rule: GateRule): string | null => {
  for (const key of ['max_drop', 'max_rise', 'min', 'max', 'min_count'] as const) {
    const value = rule[key]
    if (value === undefined) continue
    if (!Number.isFinite(value)) return `${key} is not a number`
    if (value < 0 && key !== 'min' && key !== 'max') return `${key} is negative`
  }
  const [low, high] = rule.range ?? [0, 1]
  return low < high ? null : 'range is not a low and a high number'
}

import {
  classOf,
  flatten,
  type GateBaseline,
  type GateRule,
  type GateRules,
  isExact,
  type Leaf,
  namesFor,
  type Threshold,
  thresholdsOf,
  truthOf,
} from './gate-rules.ts'

/** A threshold that can never fire with this baseline: it looks like a guard and is none. */
export interface DeadGate {
  /** The rule as it is written. */
  readonly rule: string
  /** The metric; the rule itself when it matches none. */
  readonly name: string
  /** Null when the whole rule is dead. */
  readonly threshold: Threshold | null
  /** Why, one sentence. */
  readonly reason: string
  /** The reason a person gave in the baseline's `not_gated`; null while nobody did, and then it is an error. */
  readonly accepted: string | null
}

const TOLERANCE = 1e-9

const SHARES = /(^|\.)(precision|recall|f1|map)([^a-z.][^.]*)?(\.|$)/i

/** The rule's own range, or 0 to 1 for the measures that are shares; null when it is unknown. */
export const rangeOf = (rule: GateRule, name: string): readonly [number, number] | null =>
  rule.range ?? (SHARES.test(name) ? [0, 1] : null)

/** Why one threshold can never fire on this metric; null when it can. */
const whyDead = (threshold: Threshold, rule: GateRule, name: string, value: Leaf | undefined): string | null => {
  const range = rangeOf(rule, name)
  const againstBaseline = threshold === 'max_drop' || threshold === 'max_rise'
  if (againstBaseline && value === undefined) return 'the baseline has no value for it'
  if (againstBaseline && typeof value !== 'number') return 'its value in the baseline is not a number'
  if (range === null) return null
  const [low, high] = range
  const base = Number(value)
  const limit = threshold === 'never_zero' ? 0 : (rule[threshold] ?? 0)
  const room = {
    max_drop: base - low - limit,
    max_rise: high - base - limit,
    min: limit - low,
    max: high - limit,
    never_zero: low <= 0 && high >= 0 ? 1 : 0,
  }[threshold]
  if (room > TOLERANCE) return null
  return againstBaseline
    ? `it is ${base} in the baseline and cannot ${threshold === 'max_drop' ? 'drop' : 'rise'} by more than ${limit}`
    : `no value from ${low} to ${high} can break it`
}

/** The reason for which a person accepted that a metric is not gated, by its whole name or its class. */
const acceptedBy = (baseline: GateBaseline, name: string): string | null =>
  baseline.not_gated?.find((entry) => entry.class === name || entry.class === classOf(name))?.reason ?? null

/** Too little truth to be a gate at all: none, or less than the rule's `min_count`. */
export const tooLittleTruth = (rule: GateRule, truth: number | null): boolean =>
  truth !== null && (truth <= 0 || truth < (rule.min_count ?? 0))

/**
 * Thresholds that can never fire with this baseline, in the order of the rules: no room to drop, a glob that matches nothing, a rule
 * without a baseline value, a rule without a threshold. A class with too little truth is not a gate and so not a dead one.
 */
export const deadGates = (baseline: GateBaseline, rules: GateRules): DeadGate[] => {
  const values = flatten(baseline.metrics)
  return Object.entries(rules).flatMap(([written, rule]): DeadGate[] => {
    const whole = (reason: string): DeadGate[] => [
      { rule: written, name: written, threshold: null, reason, accepted: acceptedBy(baseline, written) },
    ]
    const thresholds = thresholdsOf(rule)
    if (thresholds.length === 0) return whole('it has no threshold')
    const matched = namesFor(written, values.keys())
    if (matched.length === 0 && !isExact(written)) return whole('it matches no metric')
    return (matched.length === 0 ? [written] : matched)
      .filter((name) => !tooLittleTruth(rule, truthOf(baseline.counts, name)))
      .flatMap((name) =>
        thresholds.flatMap((threshold) => {
          const reason = whyDead(threshold, rule, name, values.get(name))
          return reason === null
            ? []
            : [{ rule: written, name, threshold, reason, accepted: acceptedBy(baseline, name) }]
        }),
      )
  })
}

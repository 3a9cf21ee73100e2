import type { MetricValue, Status } from '../model/verdict.ts'
import { limitBlocking } from './blocking.ts'
import { type DeadGate, deadGates, tooLittleTruth } from './dead-gates.ts'
import {
  flatten,
  type GateBaseline,
  type GateRule,
  type GateRules,
  type Leaf,
  namesFor,
  ruleTrouble,
  type Threshold,
  thresholdsOf,
  truthOf,
} from './gate-rules.ts'

/** What the gates say of one set of metrics. */
export interface GatesAnswer {
  readonly status: Status
  /** Errors first. Empty on a pass, never empty otherwise. */
  readonly blocking: string[]
  /** What was not gated and why, one line each: printed in every run. */
  readonly not_gated: string[]
  /** How many thresholds were judged. */
  readonly judged: number
}

type Finding = { readonly kind: 'error' | 'fail' | 'not-gated'; readonly text: string } | { readonly kind: 'clear' }

const TOLERANCE = 1e-9

/** At most six decimals, without trailing zeros. */
const figure = (value: number): string => String(Number(value.toFixed(6)))

const beyond = (amount: number, limit: number): boolean => amount > limit + TOLERANCE

/** Why one threshold fires; null when it does not. `base` is the baseline's value, which only changes against it need. */
const fires = (threshold: Threshold, rule: GateRule, now: number, base: number): string | null => {
  if (threshold === 'never_zero') return Math.abs(now) <= TOLERANCE ? 'is zero' : null
  const limit = rule[threshold] ?? 0
  switch (threshold) {
    case 'max_drop':
      return beyond(base - now, limit) ? `dropped ${figure(base - now)} vs baseline (limit ${figure(limit)})` : null
    case 'max_rise':
      return beyond(now - base, limit) ? `rose ${figure(now - base)} vs baseline (limit ${figure(limit)})` : null
    case 'min':
      return beyond(limit, now) ? `is ${figure(now)} (at least ${figure(limit)})` : null
    case 'max':
      return beyond(now, limit) ? `is ${figure(now)} (at most ${figure(limit)})` : null
  }
}

const isNumber = (value: Leaf | undefined): value is number => Number.isFinite(value)

/** Judges one metric by one rule: its value, then the baseline's, then each threshold that is not dead. */
const judge = (
  name: string,
  rule: GateRule,
  now: Leaf | undefined,
  base: Leaf | undefined,
  dead: readonly DeadGate[],
): Finding[] => {
  if (now === undefined) return [{ kind: 'error', text: `${name} is missing from the run` }]
  if (!isNumber(now)) return [{ kind: 'error', text: `${name} is not a number: ${JSON.stringify(now)}` }]
  const isAlive = (threshold: Threshold): boolean =>
    !dead.some((gate) => gate.name === name && gate.threshold === threshold)
  return thresholdsOf(rule)
    .filter(isAlive)
    .flatMap((threshold): Finding[] => {
      const relative = threshold === 'max_drop' || threshold === 'max_rise'
      if (relative && base === undefined)
        return [{ kind: 'not-gated', text: `${name} ${threshold}: the baseline has no value for it` }]
      if (relative && !isNumber(base)) return [{ kind: 'error', text: `${name} is not a number in the baseline` }]
      const text = fires(threshold, rule, now, relative ? Number(base) : 0)
      return [text === null ? { kind: 'clear' } : { kind: 'fail', text: `${name} ${text}` }]
    })
}

const deadFinding = ({ name, threshold, reason, accepted }: DeadGate): Finding => {
  const what = threshold === null ? name : `${name} ${threshold}`
  return accepted === null
    ? { kind: 'error', text: `dead gate: ${what}: ${reason}` }
    : { kind: 'not-gated', text: `${what}: ${accepted} (${reason})` }
}

/**
 * Holds metrics against an approved baseline. `counts` is the run's own truth per class, where it is known. A metric that is missing, not a
 * number, or lost its truth is error, and so are dead gates that nobody accepted and rules that judge nothing at all.
 */
export const gates = (
  baseline: GateBaseline,
  metrics: Readonly<Record<string, MetricValue>>,
  rules: GateRules,
  counts?: Readonly<Record<string, number>>,
): GatesAnswer => {
  const [base, now] = [flatten(baseline.metrics), flatten(metrics)]
  const dead = deadGates(baseline, rules)
  const findings = Object.entries(rules).flatMap(([written, rule]): Finding[] => {
    const wrong = ruleTrouble(rule)
    if (wrong !== null) return [{ kind: 'error', text: `the rule ${written}: ${wrong}` }]
    const mine = dead.filter((gate) => gate.rule === written)
    const matched = namesFor(written, [...base.keys(), ...now.keys()])
    if (matched.length === 0 && mine.length === 0)
      return [{ kind: 'error', text: `the rule ${written} matches no metric` }]
    return [
      ...mine.map(deadFinding),
      ...matched.flatMap((name): Finding[] => {
        const truth = truthOf(baseline.counts, name)
        if (tooLittleTruth(rule, truth))
          return [{ kind: 'not-gated', text: `${name}: ${truth} of truth in the baseline is too little` }]
        const today = truthOf(counts, name)
        if (tooLittleTruth(rule, today)) {
          return truth === null
            ? [{ kind: 'not-gated', text: `${name}: ${today} of truth is too little` }]
            : [{ kind: 'error', text: `${name} lost its truth: ${today} now, ${truth} in the baseline` }]
        }
        return judge(name, rule, now.get(name), base.get(name), mine)
      }),
    ]
  })
  const texts = (kind: 'error' | 'fail' | 'not-gated'): string[] =>
    findings.flatMap((finding) => (finding.kind === kind ? [finding.text] : []))
  const judged = findings.filter((finding) => finding.kind === 'clear' || finding.kind === 'fail').length
  const errors = texts('error')
  if (errors.length === 0 && judged === 0) errors.push('no metric was gated')
  const fails = texts('fail')
  return {
    status: errors.length > 0 ? 'error' : fails.length > 0 ? 'fail' : 'pass',
    blocking: limitBlocking([...errors, ...fails]),
    not_gated: texts('not-gated'),
    judged,
  }
}

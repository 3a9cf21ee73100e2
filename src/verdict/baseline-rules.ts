import { type Baseline, baselineSchema } from '../model/baseline.ts'
import { flatten } from './gate-rules.ts'
import { parseStrictJson } from './strict-json.ts'

/** A baseline that may be held against a run, or the sentence that says why it may not. */
export type ReadBaseline = { readonly baseline: Baseline } | { readonly refused: string }

/** Why metrics are no state that a person should want to hold: there are none, or everything is zero. Null when they are one. */
export const emptyReason = (metrics: Baseline['metrics']): string | null => {
  const numbers = [...flatten(metrics).values()].filter((value): value is number => typeof value === 'number')
  if (numbers.length === 0) return 'it has no number that could be held'
  return numbers.every((value) => value === 0) ? 'every number in it is zero: the run predicted nothing' : null
}

/** Reads a baseline file. Broken JSON, a key that is not known, a wrong type and metrics that say nothing are refused, naming what is wrong. */
export const readBaseline = (text: string): ReadBaseline => {
  const parsed = parseStrictJson(text)
  if (!parsed.ok) return { refused: `it is not JSON: ${parsed.trouble.message}` }
  const checked = baselineSchema.safeParse(parsed.value)
  if (!checked.success) {
    const wrong = checked.error.issues.map(
      ({ path, message }) => `${path.map(String).join('.') || 'the whole'}: ${message}`,
    )
    return { refused: wrong.join('; ') }
  }
  const empty = emptyReason(checked.data.metrics)
  return empty === null ? { baseline: checked.data } : { refused: empty }
}

/** Why an approved baseline does not count today (`YYYY-MM-DD`); null when it does. */
export const unusableReason = (baseline: Baseline, today: string): string | null => {
  if (baseline.approved_by === undefined || baseline.approved_at === undefined) return 'nobody approved it'
  if (baseline.approved_at > today)
    return `it was approved on ${baseline.approved_at}, and today is ${today}: a clock is wrong`
  return baseline.expires !== undefined && baseline.expires < today ? `it expired on ${baseline.expires}` : null
}

/** The name of a dated file: `2026-11-01.json`, `2026-11-01-new-camera.json`. */
export const BASELINE_NAME = /^\d{4}-\d{2}-\d{2}(?:-[A-Za-z0-9._-]+)?\.json$/

/** The newest of dated names; undefined where there is none. Names of one day are taken in the order of their letters. */
export const newestName = (names: readonly string[]): string | undefined =>
  names
    .filter((name) => BASELINE_NAME.test(name))
    .sort()
    .at(-1)

import type { Anomaly } from '../model/anomaly.ts'
import type { AttributionCause, RunFacts } from '../model/run-facts.ts'
import type { Status, Verdict } from '../model/verdict.ts'
import { limitBlocking } from './blocking.ts'

/** What the table of attribution says of one command of a layer. */
export interface LayerDecision {
  readonly status: Status
  readonly attribution: AttributionCause | null
  /** Reasons, prefixed by the kind of check. */
  readonly blocking: readonly string[]
  readonly base_red: readonly string[]
  readonly anomalies: readonly Anomaly[]
}

/** How the command of a layer ended, where nothing is known of items. */
export interface LayerEnd {
  readonly end: RunFacts['end']
  readonly exit_code: number | null
  readonly signal: string | null
  readonly duration_ms: number
}

/**
 * A layer that answers as a whole, by a verdict file or its exit code, as facts for the table of attribution: one item, green or red;
 * an error is a run that is not complete.
 */
export const factsOfVerdict = (id: string, verdict: Verdict, end: LayerEnd): RunFacts => {
  const broken = verdict.status === 'error'
  return {
    ...end,
    kind: 'tests',
    complete: !broken,
    incomplete: broken ? [...verdict.blocking] : [],
    contradictions: [],
    items: broken ? [] : [{ id, state: verdict.status === 'pass' ? 'green' : 'red', file: null, message: null }],
    skipped: 0,
    anomalies: [],
  }
}

/** Facts of tests of which too few ran: not complete, so that only a control with enough of them makes it a fail. */
export const withEnoughTests = (facts: readonly RunFacts[], least: number | null): readonly RunFacts[] => {
  if (least === null) return facts
  const isTests = ({ kind }: RunFacts): boolean => (kind ?? 'tests') === 'tests'
  const ran = facts
    .filter(isTests)
    .flatMap(({ items }) => items)
    .filter(({ counted, state }) => counted !== false && state !== 'skipped').length
  if (ran >= least) return facts
  const few = `${ran} tests ran, and at least ${least} are asked for`
  return facts.map((each) =>
    isTests(each) ? { ...each, complete: false, incomplete: [...each.incomplete, few] } : each,
  )
}

const ORDER: readonly Status[] = ['error', 'fail', 'pass']

const bare = (reason: string): string => reason.replace(/^(?:tests|types|lint): /, '')

/**
 * The verdict of a layer that was held against a control: what the table says of its commands, the worst of them first. A fail of a layer
 * that answers as a whole keeps its own reasons; an error has what a person wrote for it (`onError`) as its second reason. Never better
 * than what the layer was judged alone, but for an error that the control shows to be the change's fault.
 */
export const layerAgainstControl = (
  alone: Verdict,
  decisions: readonly LayerDecision[],
  onError: string | null,
  whole: boolean,
): Verdict => {
  const worst = ORDER.find((status) => decisions.some((each) => each.status === status)) ?? 'error'
  // Judged alone it was no pass: no control makes it one.
  const status = worst === 'pass' && alone.status !== 'pass' ? alone.status : worst
  const told = ORDER.flatMap((each) => decisions.filter((decision) => decision.status === each)).flatMap((decision) =>
    decision.blocking.map(bare),
  )
  const own = (whole && status === 'fail' && alone.status === 'fail') || told.length === 0
  const reasons = status === 'pass' ? [] : own ? alone.blocking : told
  const [first, ...rest] = reasons
  const advice = status === 'error' && onError !== null && !reasons.includes(onError) ? [onError] : []
  const causes = decisions.flatMap(({ attribution }) => attribution ?? [])
  const baseRed = [...new Set(decisions.flatMap(({ base_red }) => base_red))]
  const anomalies = [...((alone.anomalies ?? []) as readonly Anomaly[]), ...decisions.flatMap((each) => each.anomalies)]
  const unique = new Map(anomalies.map((each) => [JSON.stringify(each), each]))
  return {
    ...alone,
    status,
    blocking: first === undefined ? [] : limitBlocking([first, ...advice, ...rest]),
    ...(unique.size === 0 ? {} : { anomalies: [...unique.values()] }),
    ...(baseRed.length === 0 ? {} : { base_red: baseRed }),
    evidence: { ...((alone.evidence ?? {}) as object), attribution: causes[0] ?? null },
  }
}

import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Outcome } from '../model/outcome.ts'
import type { RunFacts } from '../model/run-facts.ts'
import type { MetricValue, Status, Verdict } from '../model/verdict.ts'
import { limitBlocking } from './blocking.ts'
import { classify } from './classify.ts'
import { unjudgedReason } from './error-share.ts'
import { endSentence, signalOfExitCode } from './run-end.ts'
import { unsound } from './soundness.ts'

/** What a person demands of a layer, beside its own answer. */
export interface LayerRules {
  /** A sentence for the person who reads an error; null where nobody wrote one. */
  readonly onError: string | null
  readonly minTests: number | null
  readonly judge: boolean
  readonly minConfidence: number | null
  readonly maxErrorRate: number
}

/** What a layer left behind. */
export type LayerAnswer =
  /** A verdict file that was deleted before the run. `ranThisRun`: false for one whose date is before it. */
  | {
      readonly kind: 'verdict'
      readonly outcome: Outcome
      readonly text: string | null
      readonly runId: string
      readonly ranThisRun?: boolean
    }
  /** Tests or findings, read from reports: one run a command that was known. */
  | { readonly kind: 'reports'; readonly runs: readonly RunFacts[] }
  /** Nothing but the exit code. `declared`: a person wrote what the codes say. */
  | {
      readonly kind: 'exit'
      readonly outcome: Outcome
      readonly pass: readonly number[]
      readonly fail: readonly number[]
      readonly declared: boolean
    }
  /** It did not come to run: one sentence. */
  | { readonly kind: 'not-run'; readonly reason: string }

interface Judged {
  readonly status: Status
  readonly reasons: readonly string[]
  readonly metrics: Readonly<Record<string, MetricValue>>
  readonly confidence: number
  readonly anomalies: readonly Anomaly[]
  readonly more?: Readonly<Record<string, unknown>>
}

const plain = (status: Status, reasons: readonly string[], more: Partial<Judged> = {}): Judged => ({
  ...{ status, reasons, metrics: {}, confidence: 1, anomalies: [] },
  ...more,
})

/** Why a process that did not end by itself, with a code of its own, says nothing; null for one that did. */
const brokenEnd = (outcome: Outcome): string | null => {
  const { exit_code: code } = outcome
  const signal = outcome.end === 'exited' && code !== null ? signalOfExitCode(code) : outcome.signal
  const end = outcome.end === 'exited' && signal !== null ? 'signalled' : outcome.end
  return endSentence(outcome, { end, signal, meaning: null, note: '' })
}

/** The rules of a judge: it must say how sure it is, never be wholly sure, and not be less sure than a person asks for. */
const unsure = (confidence: number | undefined, { judge, minConfidence }: LayerRules): string | null => {
  if (judge && confidence === undefined) return 'a model judged, and the verdict has no confidence'
  if (judge && confidence === 1) return 'a model judged, and the verdict claims a confidence of 1'
  return minConfidence !== null && (confidence ?? 1) < minConfidence
    ? `its confidence is ${confidence ?? 1}, and at least ${minConfidence} is asked for`
    : null
}

const byVerdict = (answer: Extract<LayerAnswer, { kind: 'verdict' }>, rules: LayerRules): Judged => {
  const { outcome, text, runId, ranThisRun } = answer
  const end = brokenEnd(outcome)
  const read = classify({
    verdictText: text,
    exitCode: outcome.exit_code,
    signal: outcome.signal,
    ranThisRun: true,
    runId,
    // A date is no proof of age where the verdict names this run.
    requireRunId: ranThisRun === false,
  })
  const { verdict } = read
  // What a process wrote before it was ended is not its last word.
  if (end !== null) return plain('error', [end, ...read.reasons])
  if (verdict === null) return plain('error', read.reasons)
  const { status: _, blocking: __, metrics, confidence, evaluated, total, ...more } = verdict
  const counts = evaluated === undefined && total === undefined ? {} : { evaluated, total }
  const share =
    evaluated === undefined || total === undefined
      ? null
      : unjudgedReason({ evaluated, total, max_error_rate: rules.maxErrorRate })
  const broken = [share, unsure(confidence, rules)].flatMap((reason) => reason ?? [])
  return {
    status: broken.length > 0 ? 'error' : read.status,
    reasons: [...broken, ...read.reasons],
    metrics,
    confidence: confidence ?? 1,
    anomalies: [...leftOver(outcome), ...((more.anomalies ?? []) as readonly Anomaly[])],
    more: { ...counts, ...more },
  }
}

const redReasons = (runs: readonly RunFacts[]): string[] =>
  runs.flatMap(({ items, kind }) =>
    items.filter(({ state }) => state === 'red').map(({ id }) => ((kind ?? 'tests') === 'tests' ? `${id} failed` : id)),
  )

const countsOf = (runs: readonly RunFacts[]): Record<string, number> => {
  const tests = runs.filter(({ kind }) => (kind ?? 'tests') === 'tests')
  const items = tests.flatMap((run) => run.items).filter(({ counted }) => counted !== false)
  const count = (state: string): number => items.filter((item) => item.state === state).length
  const findings = runs.filter(({ kind }) => kind === 'types' || kind === 'lint')
  return {
    ...(tests.length === 0
      ? {}
      : {
          tests_run: count('green') + count('red'),
          tests_passed: count('green'),
          tests_failed: count('red'),
          tests_skipped: tests.reduce((sum, run) => sum + run.skipped, 0),
        }),
    ...(findings.length === 0 ? {} : { findings: redReasons(findings).length }),
  }
}

const byReports = (runs: readonly RunFacts[], rules: LayerRules): Judged => {
  const metrics = countsOf(runs)
  const anomalies = runs.flatMap((run) => run.anomalies)
  const broken = runs.flatMap(unsound)
  const red = redReasons(runs)
  const ran = metrics.tests_run ?? null
  const few =
    rules.minTests !== null && (ran ?? 0) < rules.minTests
      ? [`${ran ?? 0} tests ran, and at least ${rules.minTests} are asked for`]
      : []
  const empty = runs.length === 0 ? ['nothing ran'] : []
  const errors = [...broken, ...few, ...empty]
  if (errors.length > 0) return plain('error', [...errors, ...red], { metrics, anomalies })
  return plain(red.length > 0 ? 'fail' : 'pass', red, { metrics, anomalies })
}

/** What a command left behind is ended, and said. */
const leftOver = ({ leftovers }: Outcome): readonly Anomaly[] =>
  leftovers.length === 0
    ? []
    : [
        anomaly(
          'process-left-over',
          'low',
          `${leftovers.length === 1 ? 'a process was' : `${leftovers.length} processes were`} still there when the command had ended, and ${leftovers.length === 1 ? 'was' : 'were'} ended: ${leftovers[0]?.command}`,
        ),
      ]

const byExit = (answer: Extract<LayerAnswer, { kind: 'exit' }>, rules: LayerRules): Judged => {
  const { outcome, pass, fail, declared } = answer
  const listed = outcome.exit_code !== null && [...pass, ...fail].includes(outcome.exit_code) && declared
  const end = listed ? null : brokenEnd(outcome)
  if (end !== null || outcome.exit_code === null) return plain('error', [end ?? 'it has no exit code'])
  const code = outcome.exit_code
  if (fail.includes(code)) return plain('fail', [`it exited with code ${code}`])
  if (!pass.includes(code)) return plain('error', [`it exited with code ${code}, which says neither pass nor fail`])
  if (rules.minTests !== null)
    return plain('error', [
      `at least ${rules.minTests} tests are asked for, and an exit code does not say how many ran: name its report`,
    ])
  const note = anomaly('pass-by-exit-code', 'medium', 'only the exit code was judged', {
    remedy: 'Name its `verdict:` file or its `report:`.',
  })
  return plain('pass', [], { anomalies: [note, ...leftOver(outcome)] })
}

const judged = (answer: LayerAnswer, rules: LayerRules): Judged => {
  switch (answer.kind) {
    case 'not-run':
      return plain('error', [answer.reason])
    case 'verdict':
      return byVerdict(answer, rules)
    case 'reports':
      return byReports(answer.runs, rules)
    case 'exit':
      return byExit(answer, rules)
  }
}

/**
 * The verdict of one layer, judged alone (no control). Red and complete is fail; whatever did not run to its end, left no answer, or
 * contradicts itself is error, and then what a person wrote for that case is the second reason.
 */
export const judgeLayer = (id: string, answer: LayerAnswer, rules: LayerRules): Verdict => {
  const { status, reasons, metrics, confidence, anomalies, more } = judged(answer, rules)
  const [first, ...rest] = reasons
  const advice = status === 'error' && rules.onError !== null ? [rules.onError] : []
  return {
    ...more,
    status,
    blocking: first === undefined ? [] : limitBlocking([first, ...advice, ...rest]),
    metrics: { ...metrics },
    confidence,
    version: 1,
    check: id,
    ...(anomalies.length === 0 ? {} : { anomalies: [...anomalies] }),
  }
}

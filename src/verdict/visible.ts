import type { Visibility } from '../model/gate-config.ts'
import type { MetricValue, Verdict } from '../model/verdict.ts'
import { combine, type Layer } from './combine.ts'

/** Metrics that say how many, and nothing of what. */
const COUNTS = /^(?:tests_(?:run|passed|failed|skipped)|findings|evaluated|total)$/

const countsOnly = (metrics: Verdict['metrics']): Record<string, MetricValue> =>
  Object.fromEntries(Object.entries(metrics).filter(([name, value]) => COUNTS.test(name) && typeof value === 'number'))

/** One layer as a program may see it. */
const visibleLayer = (verdict: Verdict, visibility: Visibility, onError: string | undefined): Verdict => {
  if (visibility === 'full') return verdict
  const { status, check, run, evaluated, total } = verdict
  const evidence = (verdict.evidence ?? {}) as Readonly<Record<string, unknown>>
  const counted = visibility === 'counts'
  return {
    status,
    blocking: [
      ...(status === 'pass' ? [] : [`what it says is not shown (visibility: ${visibility})`]),
      ...(counted && status === 'error' && onError !== undefined ? [onError] : []),
    ],
    metrics: counted ? countsOnly(verdict.metrics) : {},
    confidence: 1,
    version: 1,
    ...(check === undefined ? {} : { check }),
    ...(counted && run !== undefined ? { run } : {}),
    ...(counted && evaluated !== undefined ? { evaluated } : {}),
    ...(counted && total !== undefined ? { total } : {}),
    ...(counted
      ? {
          evidence: { exit_code: evidence.exit_code ?? null, signal: evidence.signal ?? null, log: null, report: null },
        }
      : {}),
  }
}

/**
 * The verdict of a gate as a program may see it: layers that are `counts` or `hidden` keep their status and lose the rest, and what was
 * combined of them is combined anew. The status never changes. Layers that nobody named are `full`. `onError`: what a person wrote for an
 * error of a layer; it is the configuration's, says nothing of what ran, and so is seen where counts are.
 */
export const visible = (
  report: Verdict,
  visibility: Readonly<Record<string, Visibility>>,
  onError: Readonly<Record<string, string>> = {},
): Verdict => {
  const layers = Object.entries(report.layers ?? {})
  if (!layers.some(([id]) => (visibility[id] ?? 'full') !== 'full')) return report
  const shown: Layer[] = layers.map(([id, verdict]) => ({
    id,
    verdict: visibleLayer(verdict, visibility[id] ?? 'full', onError[id]),
  }))
  const precluded = Object.entries((report.precluded ?? {}) as Record<string, string>)
  const again = combine([...shown, ...precluded.map(([id, precludedBy]) => ({ id, precludedBy }))])
  const { status, blocking } = report
  return {
    ...report,
    metrics: again.metrics,
    confidence: again.confidence ?? 1,
    ...(again.layers === undefined ? {} : { layers: again.layers }),
    status,
    blocking: again.status === status ? again.blocking : blocking.length === 0 ? [] : ['what it says is not shown'],
  }
}

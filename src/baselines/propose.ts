import type { Baseline } from '../model/baseline.ts'
import { ok, type Result, trouble } from '../model/result.ts'
import type { MetricValue, Verdict } from '../model/verdict.ts'
import { emptyReason } from '../verdict/baseline-rules.ts'

/** How a proposal is made of a run. Dates are YYYY-MM-DD. */
export interface Proposal {
  readonly today: string
  readonly expires: string | null
  readonly device: string | null
}

const isCounts = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && Object.values(value).every((count) => Number.isInteger(count))

/**
 * A baseline without an approver, made of the verdict of a gate: metrics and counts of its layers. Refused: a run with a layer in error, an
 * uncommitted tree (nobody could check it again), and metrics that say nothing.
 */
export const proposalOf = (report: Verdict, { today, expires, device }: Proposal): Result<Baseline> => {
  const layers = Object.entries(report.layers ?? {}).filter(([id]) => id !== 'gates')
  const broken = layers.find(([, { status }]) => status === 'error')
  if (broken !== undefined || layers.length === 0)
    return trouble(
      'no-baseline',
      `${broken?.[0] ?? 'the gate'} is an error: ${broken?.[1].blocking[0] ?? report.blocking[0]}`,
      {
        remedy: 'A baseline comes of a run that could be judged: repair that first.',
      },
    )
  const { commit, dirty } = (report.subject ?? {}) as { readonly commit?: string | null; readonly dirty?: boolean }
  if (typeof commit !== 'string' || dirty !== false)
    return trouble('no-baseline', 'the tree has uncommitted changes: nobody could measure that state again', {
      remedy: 'Commit them first.',
    })
  const metrics: Record<string, MetricValue> = {}
  const counts: Record<string, number> = {}
  for (const [id, layer] of layers) {
    if (Object.keys(layer.metrics).length > 0) metrics[id] = layer.metrics
    if (isCounts(layer.counts))
      for (const [name, count] of Object.entries(layer.counts)) counts[`${id}.${name}`] = count
  }
  const empty = emptyReason(metrics)
  if (empty !== null) return trouble('no-baseline', `this run is no baseline: ${empty}`)
  return ok({
    version: 1,
    metrics,
    ...(Object.keys(counts).length > 0 ? { counts } : {}),
    samples: 1,
    commit,
    ...(device === null ? {} : { device }),
    proposed_at: today,
    ...(expires === null ? {} : { expires }),
  })
}

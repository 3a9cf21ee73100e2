import type { MetricValue, Status, Verdict } from '../model/verdict.ts'
import { limitBlocking, openBlocking } from './blocking.ts'
import { selfContradiction } from './classify.ts'
import { byCodeUnit } from './multiset.ts'

/** One layer: it ran and has a verdict, or it did not because the layer `precludedBy`, which it needs, did not pass. */
export type Layer =
  | { readonly id: string; readonly verdict: Verdict }
  | { readonly id: string; readonly precludedBy: string }

type Ran = Extract<Layer, { verdict: Verdict }>
type Precluded = Extract<Layer, { precludedBy: string }>

/** Reasons of one part of the whole, and how many more it had. */
interface Part {
  readonly status: Status
  readonly reasons: readonly string[]
  readonly more: number
}

const partOf = ({ id, verdict }: Ran): Part => {
  const wrong = selfContradiction(verdict)
  const { reasons, more } = openBlocking(verdict.blocking)
  return {
    status: wrong === null ? verdict.status : 'error',
    reasons: [...(wrong === null ? [] : [wrong]), ...reasons].map((reason) => `${id}: ${reason}`),
    more,
  }
}

/** True when the chain of needs ends at a layer that ran and did not pass: that layer is what blocks. */
const explained = (
  layer: Precluded,
  ran: ReadonlyMap<string, Part>,
  precluded: ReadonlyMap<string, Precluded>,
): boolean => {
  const seen = new Set<string>()
  for (let cause = layer.precludedBy; !seen.has(cause); ) {
    seen.add(cause)
    const part = ran.get(cause)
    if (part !== undefined) return part.status !== 'pass'
    const next = precluded.get(cause)
    if (next === undefined) return false
    cause = next.precludedBy
  }
  return false
}

const twice = (layers: readonly Layer[]): string[] => [
  ...new Set(layers.map(({ id }) => id).filter((id, at, ids) => ids.indexOf(id) !== at)),
]

const ORDER: readonly Status[] = ['error', 'fail', 'pass']

const worst = (statuses: readonly Status[]): Status => ORDER.find((status) => statuses.includes(status)) ?? 'error'

const metricsOf = (layer: Layer): MetricValue => {
  if ('precludedBy' in layer) return 'precluded'
  return Object.keys(layer.verdict.metrics).length > 0 ? layer.verdict.metrics : partOf(layer).status
}

/**
 * One verdict from the verdicts of layers: error beats fail, fail beats pass, no layers is error. A precluded layer is named in `metrics`
 * and `precluded` and never counted; when nothing explains why it did not run, or an id comes twice, the whole is error. Order never matters.
 */
export const combine = (layers: readonly Layer[]): Verdict => {
  const sorted = [...layers].sort((a, b) => byCodeUnit(a.id, b.id) || byCodeUnit(JSON.stringify(a), JSON.stringify(b)))
  const ran = sorted.filter((layer): layer is Ran => 'verdict' in layer)
  const precluded = sorted.filter((layer): layer is Precluded => 'precludedBy' in layer)
  const parts = new Map(ran.map((layer) => [layer.id, partOf(layer)]))
  const causes = new Map(precluded.map((layer) => [layer.id, layer]))
  const broken = [
    ...(ran.length === 0 ? ['no layer ran'] : []),
    ...twice(sorted).map((id) => `${id}: there are two layers of this name`),
    ...precluded
      .filter((layer) => !explained(layer, parts, causes))
      .map(({ id, precludedBy }) => `${id}: did not run because of ${precludedBy}, which is not known to have failed`),
  ]
  const judged: Part[] = [
    { status: broken.length > 0 ? 'error' : 'pass', reasons: broken, more: 0 },
    ...ran.map(partOf),
  ]
  const blocking = ORDER.flatMap((status) => judged.filter((part) => part.status === status)).flatMap(
    (part) => part.reasons,
  )
  return {
    status: worst(judged.map((part) => part.status)),
    blocking: limitBlocking(
      blocking,
      judged.reduce((sum, part) => sum + part.more, 0),
    ),
    metrics: Object.fromEntries(sorted.map((layer) => [layer.id, metricsOf(layer)])),
    confidence: Math.min(1, ...ran.map(({ verdict }) => verdict.confidence ?? 1)),
    layers: Object.fromEntries(ran.map((layer) => [layer.id, layer.verdict])),
    ...(precluded.length === 0
      ? {}
      : { precluded: Object.fromEntries(precluded.map(({ id, precludedBy }) => [id, precludedBy])) }),
  }
}

import { z } from 'zod'
import { anomalySchema } from './anomaly.ts'

export const statusSchema = z.enum(['pass', 'fail', 'error'])
/** `pass`: the check ran, completely, and is clear. `fail`: it ran, and the change made something worse. `error`: it could not run or cannot be trusted. */
export type Status = z.infer<typeof statusSchema>

export type MetricValue = number | string | boolean | null | { readonly [name: string]: MetricValue }
const metricValueSchema: z.ZodType<MetricValue> = z.lazy(() =>
  z.union([z.number(), z.string(), z.boolean(), z.null(), z.record(z.string(), metricValueSchema)]),
)

/** At most 20 reasons and then one line `and N more`. */
export const BLOCKING_LIMIT = 20

/** The keys that every verdict may have, whoever wrote it. The first three are required. Other keys are allowed and kept. */
export const verdictShape = {
  status: statusSchema,
  blocking: z.array(z.string().min(1)).max(BLOCKING_LIMIT + 1),
  metrics: z.record(z.string(), metricValueSchema),
  confidence: z.number().min(0).max(1).optional(),
  version: z.literal(1).optional(),
  check: z.string().optional(),
  run: z
    .looseObject({
      id: z.string(),
      started_at: z.string().optional(),
      finished_at: z.string().optional(),
      duration_ms: z.number().nonnegative().optional(),
    })
    .optional(),
  subject: z
    .looseObject({
      commit: z.string().nullable().optional(),
      tree: z.string().nullable().optional(),
      branch: z.string().nullable().optional(),
      dirty: z.boolean().nullable().optional(),
    })
    .optional(),
  digest: z.string().optional(),
  evaluated: z.number().int().nonnegative().optional(),
  total: z.number().int().nonnegative().optional(),
  anomalies: z.array(anomalySchema).optional(),
  evidence: z
    .looseObject({
      command: z.array(z.string()).optional(),
      exit_code: z.number().int().nullable().optional(),
      signal: z.string().nullable().optional(),
      timed_out: z.boolean().optional(),
      stalled: z.boolean().optional(),
      log: z.string().nullable().optional(),
      report: z.string().nullable().optional(),
      attribution: z.string().nullable().optional(),
    })
    .optional(),
} as const

export interface Verdict {
  [key: string]: unknown
  status: Status
  blocking: string[]
  metrics: Record<string, MetricValue>
  confidence?: number | undefined
  version?: 1 | undefined
  check?: string | undefined
  evaluated?: number | undefined
  total?: number | undefined
  layers?: Record<string, Verdict> | undefined
}

/** The one definition. Blocking is empty on a pass and never empty otherwise: the published JSON Schema says so with `if/then` (schemas.ts). */
export const verdictSchema: z.ZodType<Verdict> = z.lazy(() =>
  z.looseObject({ ...verdictShape, layers: z.record(z.string(), verdictSchema).optional() }),
) as unknown as z.ZodType<Verdict>

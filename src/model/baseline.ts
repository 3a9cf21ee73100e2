import { z } from 'zod'
import type { MetricValue } from './verdict.ts'

const metrics: z.ZodType<MetricValue> = z.lazy(() =>
  z.union([z.number(), z.string(), z.boolean(), z.null(), z.record(z.string(), metrics)]),
)
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a date is YYYY-MM-DD')

/**
 * What a person approved as the state to be held: a dated file, never edited in place. Without `approved_by` it is a proposal. `metrics` are
 * those of the gate, by layer; `counts` say how much truth each class has.
 */
export const baselineSchema = z.strictObject({
  version: z.literal(1),
  metrics: z.record(z.string(), metrics),
  counts: z.record(z.string(), z.number().int().nonnegative()).optional(),
  /** How many runs the metrics come from. */
  samples: z.number().int().min(1).optional(),
  commit: z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'the whole commit id'),
  device: z.string().optional(),
  proposed_at: date,
  approved_by: z.string().regex(/\S/).optional(),
  approved_at: date.optional(),
  expires: date.optional().describe('the last day on which it counts'),
  not_gated: z.array(z.strictObject({ class: z.string().min(1), reason: z.string().regex(/\S/) })).optional(),
})

export type Baseline = z.infer<typeof baselineSchema>

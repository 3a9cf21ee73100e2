import { z } from 'zod'

export const severitySchema = z.enum(['critical', 'high', 'medium', 'low', 'info'])
export type Severity = z.infer<typeof severitySchema>

/** Something that a reader of the verdict should know: it never improves a verdict. */
export interface Anomaly {
  readonly kind: string
  readonly severity: Severity
  readonly blocking: boolean
  readonly path: string | null
  readonly line: number | null
  readonly detail: string
  readonly evidence: string | null
  readonly remedy: string | null
  /** Of `ci-not-read`: the kind of check that the CI runs and that is not run here; absent where it is not known. */
  readonly check?: 'tests' | 'types' | 'lint'
}

const shape = z.looseObject({
  kind: z.string().min(1).describe('Stable word, kebab-case: test-modified, isolation-degraded, …'),
  severity: severitySchema,
  blocking: z.boolean().describe('True when it alone turns a pass into error'),
  path: z.string().nullable().describe('Relative to the root of the repository'),
  line: z.number().int().nullable(),
  detail: z.string().describe('One sentence'),
  evidence: z.string().nullable().describe('Verbatim text or object id that shows it'),
  remedy: z.string().nullable().describe('What to do, one sentence'),
  check: z
    .enum(['tests', 'types', 'lint'])
    .optional()
    .describe('Of ci-not-read: the kind of check that the CI runs and that is not run here'),
})

/** Other keys are allowed and kept, so the interface says less than the schema accepts. */
export const anomalySchema = shape as unknown as z.ZodType<Anomaly>

/** An anomaly with every optional part filled in. */
export const anomaly = (
  kind: string,
  severity: Severity,
  detail: string,
  more: Partial<Omit<Anomaly, 'kind' | 'severity' | 'detail'>> = {},
): Anomaly => ({
  kind,
  severity,
  blocking: more.blocking ?? false,
  path: more.path ?? null,
  line: more.line ?? null,
  detail,
  evidence: more.evidence ?? null,
  remedy: more.remedy ?? null,
  ...(more.check === undefined ? {} : { check: more.check }),
})

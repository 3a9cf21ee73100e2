import { z } from 'zod'
import { statusSchema, verdictShape } from './verdict.ts'
import { anomalySchema } from './anomaly.ts'

const count = z.number().int().nonnegative().nullable()

export const checkReportSchema = z.looseObject({
  id: z.string(),
  kind: z.enum(['tests', 'types', 'lint']),
  tool: z.string().nullable(),
  argv: z.array(z.string()),
  cwd: z.string(),
  why: z.string().describe('Tier and evidence: `ci: .github/workflows/ci.yml:23`'),
  status: statusSchema,
  blocking: z.array(z.string()),
  attribution: z.string().nullable().describe('change, environment, base-red, not-deterministic, or null'),
  duration_ms: z.number().nonnegative(),
  exit_code: z.number().int().nullable(),
  report: z.string().nullable(),
  log: z.string().nullable(),
})

export const stackReportSchema = z.looseObject({
  stack: z.string(),
  project: z.string(),
  checks: z.array(checkReportSchema),
  coverage: z.number().min(0).max(100).nullable(),
})

/** The answer of `triverdict verify`: a verdict with these keys beside its own (DESIGN of the branch report). */
export const branchReportSchema = z.looseObject({
  ...verdictShape,
  branch_id: z.string(),
  has_tests: z.boolean(),
  verified: z.boolean(),
  coverage: z.number().min(0).max(100).nullable().describe('Line coverage in percent, full precision; null is not zero'),
  tests_run: count.describe('passed + failed; null when there was no complete run'),
  tests_passed: count,
  tests_failed: count,
  tests_skipped: count,
  type_check_clean: z.boolean().nullable(),
  lint_clean: z.boolean().nullable(),
  confidence_qualifier: z.string(),
  failure_detail: z.string().nullable(),
  failure_source: z.enum(['log', 'report']).nullable(),
  failure_truncated: z.boolean().optional(),
  locked_ref: z.string().nullable(),
  branch_ref: z.string().nullable(),
  stacks: z.array(stackReportSchema),
  excluded: z.array(z.looseObject({ path: z.string(), reason: z.string() })),
  base_red: z.array(z.string()),
  unstable: z.array(z.string()),
  branch_tests: z
    .looseObject({
      status: statusSchema,
      files: z.array(z.string()),
      tests_run: count,
      tests_passed: count,
      tests_failed: count,
      summary: z.string(),
    })
    .nullable(),
  anomalies: z.array(anomalySchema),
  not_verified: z.array(z.string()).describe('What this verdict does not say anything about, one sentence each'),
})

export type BranchReport = z.infer<typeof branchReportSchema>
export type CheckReport = z.infer<typeof checkReportSchema>
export type StackReport = z.infer<typeof stackReportSchema>

import { z } from 'zod'
import { anomalySchema } from './anomaly.ts'
import { statusSchema, verdictSchema, verdictShape } from './verdict.ts'

const count = z.number().int().nonnegative().nullable()

/** The keys that are optional here are so for reports that others wrote or shortened; Triverdict always gives them (see the types below). */
export const checkReportSchema = z.looseObject({
  id: z.string().optional(),
  kind: z.enum(['tests', 'types', 'lint']),
  tool: z.string().nullable().optional(),
  command: z.string().optional().describe('As it was found'),
  argv: z.array(z.string()).describe('As it ran, with reporters'),
  cwd: z.string().optional(),
  why: z.string().describe('Tier and evidence: `ci: .github/workflows/ci.yml:23`'),
  status: statusSchema,
  blocking: z.array(z.string()).optional(),
  attribution: z.string().nullable().optional().describe('change, environment, base-red, not-deterministic, or null'),
  duration_ms: z.number().nonnegative(),
  exit_code: z.number().int().nullable().optional(),
  report: z.string().nullable(),
  log: z.string().nullable(),
})

export const stackReportSchema = z.looseObject({
  stack: z.string(),
  project: z.string(),
  checks: z.array(checkReportSchema),
  coverage: z.number().min(0).max(100).nullable(),
})

/** A control of the instrument: it can only lower a pass to error, and is never counted among the tests. */
export const controlReportSchema = z.looseObject({
  kind: z.enum(['probe']).describe('probe: tests that must pass and must fail, through the real configuration'),
  check: z.string().describe('Id of the check whose instrument was asked'),
  tree: z.enum(['branch', 'base']),
  files: z.array(z.string()).describe('What was planted, relative to the root of the repository'),
  status: z
    .enum(['heard', 'lying', 'silent'])
    .describe('heard: both answers right; lying: what must fail was reported as passed; silent: anything else'),
  detail: z.string().nullable().describe('One sentence, where it was not heard'),
})

/** The answer of `triverdict verify`: a verdict with these keys beside its own (DESIGN of the branch report). */
export const branchReportSchema = z.looseObject({
  ...verdictShape,
  layers: z.record(z.string(), verdictSchema).optional(),
  branch_id: z.string(),
  has_tests: z.boolean(),
  verified: z.boolean(),
  coverage: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('Line coverage in percent, full precision; null is not zero'),
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
  unstable: z.array(z.string()).optional(),
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
  controls: z.array(controlReportSchema).optional().describe('Controls of the instrument that ran'),
  anomalies: z.array(anomalySchema),
  not_verified: z
    .array(z.string())
    .optional()
    .describe('What this verdict does not say anything about, one sentence each'),
})

/** A type with some of its optional keys made required. */
type Always<T, K extends string> = T & { [P in K]-?: P extends keyof T ? Exclude<T[P], undefined> : never }

export type CheckReport = Always<
  z.infer<typeof checkReportSchema>,
  'id' | 'tool' | 'command' | 'cwd' | 'blocking' | 'attribution' | 'exit_code'
>
export type ControlReport = z.infer<typeof controlReportSchema>
export type StackReport = z.infer<typeof stackReportSchema> & { checks: CheckReport[] }
export type BranchReport = Always<z.infer<typeof branchReportSchema>, 'unstable' | 'not_verified'> & {
  stacks: StackReport[]
}

import { z } from 'zod'
import type { ReadContext } from '../model/reader.ts'
import type { TestCase, TestReport, TestStatus } from '../model/test-report.ts'
import { jsonReader } from './json-document.ts'
import { steadyName, testId, treePath, withoutColours } from './naming.ts'

const count = z.number().int().nonnegative()
const extra = z.looseObject({}).optional()
const text = z.string().optional()
const texts = z.array(z.string()).optional()
const status = z.enum(['passed', 'failed', 'skipped', 'pending', 'other'])
const attachment = z.strictObject({
  attachmentId: text,
  name: z.string(),
  contentType: z.string(),
  path: z.string(),
  extra,
})
// Reporters of the first drafts write attempts with keys of their own: only how an attempt ended is read.
const attempt = z.looseObject({ status })
const testSchema = z.strictObject({
  id: text,
  testId: text,
  executionId: text,
  name: z.string(),
  status,
  // Writers give fractions of milliseconds.
  duration: z.number(),
  start: z.number().optional(),
  stop: z.number().optional(),
  // Reporters of the first drafts join the titles themselves.
  suite: z.union([z.array(z.string()), z.string()]).optional(),
  message: text,
  trace: text,
  snippet: text,
  ai: text,
  line: z.number().int().optional(),
  rawStatus: text,
  tags: texts,
  labels: z.looseObject({}).optional(),
  type: text,
  filePath: text,
  retries: count.optional(),
  retryAttempts: z.array(attempt).optional(),
  flaky: z.boolean().optional(),
  stdout: texts,
  stderr: texts,
  threadId: text,
  browser: text,
  device: text,
  screenshot: text,
  attachments: z.array(attachment).optional(),
  parameters: z.looseObject({}).optional(),
  steps: z.array(z.strictObject({ name: z.string(), status, extra })).optional(),
  insights: z.looseObject({}).optional(),
  extra,
})
type Test = z.infer<typeof testSchema>

/** The whole document is closed: a key that CTRF does not know makes it another format (CTRF specification, "Unknown properties"). */
const schema = z.strictObject({
  reportFormat: z.literal('CTRF'),
  specVersion: z.string().regex(/^\d+\.\d+\.\d+$/),
  reportId: text,
  runId: text,
  timestamp: text,
  generatedBy: text,
  results: z.strictObject({
    tool: z.strictObject({ name: z.string().min(1), version: text, extra }),
    summary: z.strictObject({
      tests: count,
      passed: count,
      failed: count,
      skipped: count,
      pending: count,
      other: count,
      flaky: count.optional(),
      suites: count.optional(),
      start: z.number(),
      stop: z.number(),
      duration: z.number().optional(),
      extra,
    }),
    tests: z.array(testSchema),
    environment: z.looseObject({}).optional(),
    extra,
  }),
  insights: z.looseObject({}).optional(),
  baseline: z.looseObject({}).optional(),
  extra,
})

/**
 * CTRF (ctrf.io, working draft 0.0.0). `other` is failed, since the format has no word for an error, unless the runner's own word says that nothing ran. A test that passed after a failed
 * attempt is failed. Totals that do not fit the list make the run not complete.
 */
export const ctrf = jsonReader('ctrf', 'CTRF', schema, ({ results }, context) => {
  const { summary, tests } = results
  const errors: string[] = []
  if (summary.tests !== tests.length)
    errors.push(`the CTRF report counts ${summary.tests} tests and lists ${tests.length}`)
  for (const word of ['passed', 'failed', 'skipped', 'pending', 'other'] as const) {
    const listed = tests.filter((test) => test.status === word).length
    if (summary[word] !== listed) errors.push(`the CTRF report counts ${summary[word]} ${word} and lists ${listed}`)
  }
  const report: TestReport = {
    kind: 'tests',
    format: 'ctrf',
    complete: errors.length === 0,
    tests: tests.map((test) => testCase(test, context)),
    unloaded: [],
    errors,
    claimed: { passed: summary.passed, failed: summary.failed },
  }
  return { ok: true, value: report }
})

const statusOf = (test: Test): TestStatus => {
  if (test.status === 'other' && /^(?:todo|disabled|skipped|pending)$/i.test(test.rawStatus ?? '')) return 'todo'
  if (test.status === 'failed' || test.status === 'other') return 'failed'
  if (test.status !== 'passed') return 'skipped'
  const tried = (test.retryAttempts ?? []).some((one) => one.status === 'failed' || one.status === 'other')
  return test.flaky === true || tried || (test.retries ?? 0) > 0 ? 'failed' : 'passed'
}

const testCase = (test: Test, context: ReadContext): TestCase => {
  const file = test.filePath === undefined || test.filePath === '' ? null : treePath(test.filePath, context)
  const suites = typeof test.suite === 'string' ? [test.suite] : (test.suite ?? [])
  const status = statusOf(test)
  const words = [test.message, test.trace].filter((one) => one !== undefined && one !== '')
  // A trace often begins with the message.
  const message = words.length === 2 && words[1]?.includes(words[0] ?? '') ? words[1] : words.join('\n')
  return {
    id: testId(
      file === null ? null : steadyName(file, context),
      steadyName([...suites, test.name].join(' > '), context),
    ),
    status,
    file,
    ...(test.line === undefined || test.line < 1 ? {} : { line: test.line }),
    ...(status === 'failed' && message ? { message: withoutColours(message) } : {}),
    duration_ms: test.duration,
    ...((test.retries ?? 0) > 0 ? { attempts: (test.retries ?? 0) + 1 } : {}),
    ...(status === 'skipped' && test.message ? { reason: test.message } : {}),
  }
}

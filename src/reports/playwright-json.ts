import { z } from 'zod'
import type { ReadContext } from '../model/reader.ts'
import type { TestCase, TestReport, TestStatus } from '../model/test-report.ts'
import { jsonReader } from './json-document.ts'
import { steadyName, testId, treePath, withoutColours } from './naming.ts'

const failure = z.looseObject({
  message: z.string().optional(),
  stack: z.string().optional(),
  // What was thrown, where it was no error.
  value: z.string().optional(),
})
const result = z.looseObject({
  status: z.enum(['passed', 'failed', 'timedOut', 'skipped', 'interrupted']).optional(),
  duration: z.number().optional(),
  error: failure.optional(),
  errors: z.array(failure).optional(),
})
const testSchema = z.looseObject({
  projectName: z.string().optional(),
  expectedStatus: z.string(),
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.looseObject({ type: z.string(), description: z.string().optional() })).optional(),
  results: z.array(result),
})
const spec = z.looseObject({
  title: z.string(),
  file: z.string(),
  line: z.number().int().optional(),
  tests: z.array(testSchema),
})
type Spec = z.infer<typeof spec>
interface Suite {
  readonly title: string
  readonly file?: string | undefined
  readonly specs?: readonly Spec[] | undefined
  readonly suites?: readonly Suite[] | undefined
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.looseObject({
    title: z.string(),
    file: z.string().optional(),
    specs: z.array(spec).optional(),
    suites: z.array(suite).optional(),
  }),
)
const count = z.number().int().nonnegative()
const schema = z.looseObject({
  config: z.looseObject({ rootDir: z.string() }),
  suites: z.array(suite),
  errors: z.array(failure),
  stats: z.looseObject({ expected: count, unexpected: count, flaky: count, skipped: count }),
})

const words = (found: z.infer<typeof failure> | undefined): string =>
  withoutColours(found?.stack ?? found?.message ?? found?.value ?? '')

/**
 * `playwright test --reporter=json` (testReporter.d.ts). Errors at the top are errors outside of every test: a file that did not load, a
 * global setup that failed. A flaky test is failed, one that is expected to fail and does is `todo`. Totals that do not fit make the run not complete.
 */
export const playwrightJson = jsonReader('playwright-json', 'playwright JSON', schema, (report, context) => {
  const tests: TestCase[] = []
  const errors = report.errors.map((one) => words(one) || 'an error without words')
  const seen = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  const walk = (one: Suite, titles: readonly string[]): void => {
    for (const found of one.specs ?? []) {
      for (const test of found.tests) {
        seen[test.status] += 1
        tests.push(testCase(found, test, titles, report.config.rootDir, context))
      }
    }
    for (const inner of one.suites ?? []) walk(inner, [...titles, inner.title])
  }
  // The outermost suites are the files.
  for (const file of report.suites) walk(file, [])
  for (const word of ['expected', 'unexpected', 'flaky', 'skipped'] as const)
    if (report.stats[word] !== seen[word])
      errors.push(`the playwright report counts ${report.stats[word]} ${word} and lists ${seen[word]}`)
  const value: TestReport = {
    kind: 'tests',
    format: 'playwright-json',
    complete: errors.length === 0,
    tests,
    unloaded: [],
    errors,
    claimed: { passed: null, failed: report.stats.unexpected + report.stats.flaky },
  }
  return { ok: true, value }
})

const statusOf = ({ status, expectedStatus, results }: z.infer<typeof testSchema>): TestStatus => {
  if (status === 'skipped') return 'skipped'
  if (status !== 'expected' || results.length === 0) return 'failed'
  const last = results.at(-1)?.status
  if (expectedStatus === 'failed' && last === 'failed') return 'todo'
  return last === 'passed' && results.every((one) => one.status === 'passed') ? 'passed' : 'failed'
}

const testCase = (
  { title, file, line }: Spec,
  test: z.infer<typeof testSchema>,
  titles: readonly string[],
  rootDir: string,
  context: ReadContext,
): TestCase => {
  const path = treePath(`${rootDir}/${file}`, context)
  const project = test.projectName ? [`[${test.projectName}]`] : []
  const status = statusOf(test)
  const first = test.results.find((one) => one.error !== undefined || (one.errors ?? []).length > 0)
  const message = words(first?.error ?? first?.errors?.[0])
  const reason = test.annotations?.find((one) => one.type === 'skip' || one.type === 'fixme')?.description
  const duration = test.results.at(-1)?.duration
  return {
    id: testId(steadyName(path, context), steadyName([...project, ...titles, title].join(' > '), context)),
    status,
    file: path,
    ...(line === undefined || line < 1 ? {} : { line }),
    ...(status === 'failed' && message !== '' ? { message } : {}),
    ...(duration === undefined ? {} : { duration_ms: duration }),
    ...(test.results.length > 1 ? { attempts: test.results.length } : {}),
    ...(status === 'skipped' && reason !== undefined ? { reason } : {}),
  }
}

import { z } from 'zod'
import type { ReadContext } from '../model/reader.ts'
import type { TestCase, TestFormat, TestReport, TestStatus, Unloaded } from '../model/test-report.ts'
import { steadyName, testId, treePath, withoutColours } from './naming.ts'

const count = z.number().int().nonnegative()
const assertion = z.object({
  ancestorTitles: z.array(z.string()),
  title: z.string(),
  status: z.enum(['passed', 'failed', 'skipped', 'pending', 'todo', 'disabled']),
  duration: z.number().nullish(),
  failureMessages: z.array(z.unknown()).nullish(),
  location: z.object({ line: z.number().nullish() }).nullish(),
  /** jest: how often it ran (`jest.retryTimes`). */
  invocations: z.number().nullish(),
  /** jest: `test.failing`, an expected failure. */
  failing: z.boolean().nullish(),
})
const file = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().nullish(),
  assertionResults: z.array(assertion),
})

/** The report that jest and vitest share, as far as it is read. */
export const jestFamilySchema = z.object({
  numTotalTests: count,
  numPassedTests: count,
  numFailedTests: count,
  numRuntimeErrorTestSuites: count.optional(),
  success: z.boolean(),
  wasInterrupted: z.boolean().optional(),
  snapshot: z
    .object({
      added: count.optional(),
      updated: count.optional(),
      filesAdded: count.optional(),
      filesUpdated: count.optional(),
      unchecked: count.optional(),
      filesRemoved: count.optional(),
      didUpdate: z.boolean().optional(),
      failure: z.boolean().optional(),
    })
    .nullish(),
  testResults: z.array(file),
})

export type JestFamily = z.infer<typeof jestFamilySchema>
type Assertion = z.infer<typeof assertion>
type File = z.infer<typeof file>

/** What `pending` says: jest's word for skipped, vitest's for a test that never finished. */
export type PendingMeaning = 'skipped' | 'unfinished'

/**
 * One report of the family. A file that failed without a failing test did not load or has a failing hook: `unloaded`. Written or
 * updated snapshots, obsolete ones where the tool itself is red over them, and a red total without a red test are `errors`.
 */
export const fromJestFamily = (
  format: TestFormat,
  report: JestFamily,
  context: ReadContext,
  pending: PendingMeaning,
): TestReport => {
  const tests: TestCase[] = []
  const unloaded: Unloaded[] = []
  for (const result of report.testResults) {
    const path = treePath(result.name, context)
    const mine = result.assertionResults.map((found) => testCase(found, path, context, format))
    tests.push(...mine)
    const problem = unloadedFile(result, pending)
    if (problem !== undefined) unloaded.push({ id: path, message: problem })
  }
  const failed = tests.filter((test) => test.status === 'failed').length
  return {
    kind: 'tests',
    format,
    complete: report.wasInterrupted !== true,
    tests,
    unloaded,
    errors: errorsOf(report, tests.length, failed, unloaded.length),
    claimed: { passed: report.numPassedTests, failed: report.numFailedTests },
  }
}

const unloadedFile = (result: File, pending: PendingMeaning): string | undefined => {
  const failed = result.assertionResults.some((found) => found.status === 'failed')
  if (result.status === 'failed' && !failed) {
    const message = withoutColours(result.message ?? '').trim()
    return message === '' ? 'the file failed, but none of its tests did: a hook or the file itself' : message
  }
  const unfinished = result.assertionResults.filter((found) => found.status === 'pending').length
  if (pending === 'unfinished' && unfinished > 0) return `${unfinished} of its tests never finished`
  return undefined
}

const testCase = (found: Assertion, path: string, context: ReadContext, format: TestFormat): TestCase => {
  const name = [...found.ancestorTitles, found.title].join(' > ')
  const texts = (found.failureMessages ?? []).filter((text) => typeof text === 'string')
  // vitest does not count attempts; only a test that passed after a failed one has both a pass and messages
  const retried = format === 'vitest-json' && found.status === 'passed' && texts.length > 0
  const attempts = found.invocations ?? (retried ? 2 : 1)
  const line = found.location?.line
  return {
    id: testId(steadyName(path, context), steadyName(name, context)),
    status: statusOf(found, attempts),
    file: path,
    ...(typeof line === 'number' && line > 0 ? { line } : {}),
    ...(texts.length === 0 ? {} : { message: withoutColours(texts.join('\n\n')) }),
    ...(typeof found.duration === 'number' ? { duration_ms: Math.max(0, found.duration) } : {}),
    ...(attempts > 1 ? { attempts } : {}),
  }
}

const statusOf = (found: Assertion, attempts: number): TestStatus => {
  switch (found.status) {
    case 'failed':
      return 'failed'
    case 'passed':
      // a test runs again only after it failed
      if (attempts > 1) return 'failed'
      return found.failing === true ? 'todo' : 'passed'
    case 'todo':
      return 'todo'
    default:
      return 'skipped'
  }
}

const errorsOf = (report: JestFamily, listed: number, failed: number, unloaded: number): string[] => {
  const errors: string[] = []
  const snapshot = report.snapshot ?? {}
  const written =
    (snapshot.added ?? 0) + (snapshot.updated ?? 0) + (snapshot.filesAdded ?? 0) + (snapshot.filesUpdated ?? 0)
  if (written > 0 || snapshot.didUpdate === true)
    errors.push('snapshots were written: the run made its own expectations')
  const obsolete = (snapshot.unchecked ?? 0) + (snapshot.filesRemoved ?? 0)
  if (snapshot.failure === true && obsolete > 0)
    errors.push(`${obsolete} obsolete snapshots: their tests are gone or did not run`)
  const broken = report.numRuntimeErrorTestSuites ?? 0
  if (broken > unloaded) errors.push(`${broken} files failed to run, ${unloaded} of them are named`)
  if (report.numTotalTests !== listed)
    errors.push(`the report counts ${report.numTotalTests} tests and lists ${listed}`)
  if (report.numFailedTests > failed)
    errors.push(`the report counts ${report.numFailedTests} failed tests and lists ${failed}`)
  if (!report.success && failed + unloaded + errors.length === 0) {
    errors.push('the report says that the run was not a success, and names nothing that failed')
  }
  return errors
}

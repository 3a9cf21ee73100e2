import { z } from 'zod'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import type { TestCase, TestReport, TestStatus, Unloaded } from '../model/test-report.ts'
import { deniedByFramework } from './framework-summary.ts'
import { parseJson, shaped } from './json-document.ts'
import { steadyName, testId, withoutColours } from './naming.ts'
import { lineOfFailure, programFailure } from './program-failure.ts'
import { withParts } from './program-parts.ts'
import { sanitizerReport } from './sanitizer.ts'
import { openText, truncatedReport } from './text.ts'

const TITLE = 'meson testlog.json'

const test = z.object({
  name: z.string(),
  result: z.string(),
  returncode: z.number().nullish(),
  duration: z.number().nullish(),
  stdout: z.string().nullish(),
  stderr: z.string().nullish(),
})
const end = z.object({ triverdict: z.literal('end'), code: z.number() })

/** One test as `meson-logs/testlog.json` has it. */
export type LoggedTest = z.infer<typeof test>

/**
 * `meson-logs/testlog.json`: a line for each test as it ended, and a last one of ours. Results: mesonbuild/mtest.py, `TestResult`. What
 * a test is expected to do is told by `mesonExpectations`.
 */
export const mesonTestlog: ReportFormatReader<TestReport> = {
  format: 'meson-testlog',
  open: (context) => openText(TITLE, (text) => read(text, context)),
}

const STATUS: Readonly<Record<string, TestStatus>> = {
  OK: 'passed',
  EXPECTEDFAIL: 'passed',
  FAIL: 'failed',
  UNEXPECTEDPASS: 'failed',
  TIMEOUT: 'failed',
  SKIP: 'skipped',
  IGNORED: 'skipped',
}

/**
 * The id of a test. Meson writes its project and suites in front, otherwise in each version (`suite - project:name`,
 * `project:suite / name`, or nothing); the name itself has no colon. Suites only order tests, so that they are no part of the id.
 */
export const mesonId = (name: string, context: ReadContext): string =>
  testId(null, steadyName(name.replace(/^.*(?::| \/ )(?=.)/s, ''), context))

/** The tests of a log in their order, and whether our last line is there. */
export const readTestlog = (
  text: string,
): Result<{ readonly tests: readonly LoggedTest[]; readonly complete: boolean }> => {
  const lines = text.split('\n')
  if (lines.pop() !== '') return truncatedReport(TITLE)
  const tests: LoggedTest[] = []
  let complete = false
  for (const line of lines) {
    const json = parseJson(TITLE, line)
    if (!json.ok) return json
    complete = end.safeParse(json.value).success
    if (complete) continue
    const found = shaped(TITLE, json.value, test)
    if (!found.ok) return found
    tests.push(found.value)
  }
  return { ok: true, value: { tests, complete } }
}

const read = (text: string, context: ReadContext): Result<TestReport> => {
  const log = readTestlog(text)
  if (!log.ok) return log
  const tests: TestCase[] = []
  const unloaded: Unloaded[] = []
  for (const { name, result, stdout, stderr, duration } of log.value.tests) {
    const id = mesonId(name, context)
    const printed = withoutColours([stdout, stderr].filter(Boolean).join('\n'))
    const status = STATUS[result]
    if (status === undefined) unloaded.push({ id, message: `${result}: ${printed}`.trim() })
    else
      tests.push(
        ...withParts(
          {
            ...case_(id, status, result, printed),
            ...(duration == null ? {} : { duration_ms: duration * 1000 }),
          },
          printed,
          context,
        ),
      )
  }
  const { complete } = log.value
  return {
    ok: true,
    value: { kind: 'tests', format: 'meson-testlog', complete, tests, unloaded, errors: [], claimed: null },
  }
}

const case_ = (id: string, status: TestStatus, result: string, printed: string): TestCase => {
  const plain: TestCase = { id, status, file: null }
  if (status === 'failed') {
    const told = programFailure(printed)
    const line = told === undefined ? undefined : lineOfFailure(told)
    const message = told ?? (printed.trim() === '' ? result : printed)
    return { ...plain, ...(line === undefined ? {} : { line }), message }
  }
  if (result !== 'OK') return status === 'skipped' ? { ...plain, reason: result } : plain
  const message = sanitizerReport(printed)
  if (message !== undefined) return { ...plain, status: 'failed', message, tentative: true }
  const denial = deniedByFramework(printed)
  if (denial === undefined) return plain
  return denial.status === 'hollow'
    ? { ...plain, status: 'hollow', reason: denial.words }
    : { ...plain, status: 'failed', message: denial.words, tentative: true }
}

import type { ReportFormatReader } from '../model/reader.ts'
import type { TestCase, TestReport, TestStatus } from '../model/test-report.ts'
import { deniedByFramework } from './framework-summary.ts'
import { listOf } from './junit.ts'
import { type CaseDetails, openJUnit } from './junit-document.ts'
import { lineOfFailure, programFailure } from './program-failure.ts'
import { withParts } from './program-parts.ts'
import { sanitizerReport } from './sanitizer.ts'

/**
 * JUnit of `ctest --output-junit` (3.21 and later): what a test printed stands in it, also of one that passed. One that passed and in
 * whose output a sanitizer reports has failed, tentatively. Messages are the first failure that the program printed. Tests
 * that a program names itself (GoogleTest, TAP) stand in front of it.
 */
export const ctestJunit: ReportFormatReader<TestReport> = {
  format: 'ctest-junit',
  open(context) {
    const tests: TestCase[] = []
    const sink = listOf(tests)
    let said = ''
    const document = openJUnit(
      context,
      {
        ...sink,
        add(...one) {
          sink.add(...one)
          const test = tests.pop() as TestCase
          const printed = test.status === 'failed' && test.tentative === undefined ? (test.message ?? '') : said
          said = ''
          tests.push(...withParts(told(test), printed, context))
        },
      },
      (printed) => {
        said = printed
        return heard(printed)
      },
    )
    return {
      write: (chunk) => document.write(chunk),
      end() {
        const rest = document.end()
        if (!rest.ok) return rest
        const { notes, ...others } = rest.value
        const value: TestReport = {
          kind: 'tests',
          format: 'ctest-junit',
          complete: true,
          tests,
          ...others,
        }
        return { ok: true, value: notes.length === 0 ? value : { ...value, notes } }
      },
    }
  },
}

const heard = (printed: string): { status: TestStatus; details: CaseDetails } | undefined => {
  const message = sanitizerReport(printed)
  if (message !== undefined) return { status: 'failed', details: { message, tentative: true } }
  const denial = deniedByFramework(printed)
  if (denial === undefined) return undefined
  return denial.status === 'hollow'
    ? { status: 'hollow', details: { reason: denial.words } }
    : { status: 'failed', details: { message: programFailure(printed) ?? denial.words, tentative: true } }
}

const told = (test: TestCase): TestCase => {
  const message = test.message === undefined ? undefined : programFailure(test.message)
  const line = message === undefined ? undefined : lineOfFailure(message)
  return message === undefined ? test : { ...test, message, ...(line === undefined ? {} : { line }) }
}

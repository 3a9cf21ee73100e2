import type { ReportFormatReader } from '../model/reader.ts'
import type { TestCase, TestReport } from '../model/test-report.ts'
import { caseDuration } from './junit-case.ts'
import { type CaseSink, openJUnit } from './junit-document.ts'
import { testId } from './naming.ts'

/** JUnit XML of every family as a `TestReport`; complete when the document is well-formed. For millions of tests: `openInventory`. */
export const junit: ReportFormatReader<TestReport> = {
  format: 'junit',
  open(context) {
    const tests: TestCase[] = []
    const document = openJUnit(context, listOf(tests))
    return {
      write: (chunk) => document.write(chunk),
      end() {
        const rest = document.end()
        if (!rest.ok) return rest
        const { notes, ...others } = rest.value
        const value: TestReport = { kind: 'tests', format: 'junit', complete: true, tests, ...others }
        return { ok: true, value: notes.length === 0 ? value : { ...value, notes } }
      },
    }
  },
}

/** Keeps every test as a `TestCase`. */
export const listOf = (tests: TestCase[]): CaseSink => ({
  keepsIds: true,
  add(scope, name, status, file, attributes, details) {
    const duration = caseDuration(attributes.get('time'))
    const place = attributes.get('line')
    const line = place === undefined ? Number.NaN : Number(place)
    tests.push({
      id: testId(scope, name),
      status,
      file,
      ...(Number.isInteger(line) && line > 0 ? { line } : {}),
      ...(duration === undefined ? {} : { duration_ms: duration }),
      ...details,
    })
  },
})

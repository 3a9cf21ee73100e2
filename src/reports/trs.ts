import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import type { TestReport, TestStatus } from '../model/test-report.ts'
import { steadyName, testId, withoutColours } from './naming.ts'
import { emptyReport, foreignReport, openText, truncatedReport, unreadableReport } from './text.ts'

const TITLE = 'automake .trs'
/** Results of test drivers (automake manual, log files generation and test results recording). ERROR is no failing test: it could not be asked. */
const STATUS: Readonly<Record<string, TestStatus>> = {
  PASS: 'passed',
  XFAIL: 'passed',
  FAIL: 'failed',
  XPASS: 'failed',
  SKIP: 'skipped',
}
const FIELD = /^:([a-z-]+):[ \t]*(.*)$/
/** Written by every driver of automake; those that speak TAP write the answers of single points behind them. */
const NEEDED = ['global-test-result', 'recheck', 'copy-in-global-log']

/**
 * What automake's `make check` leaves of each test, a file of its own: the test is called after it. What counts is its result as a whole;
 * the answers of its points (`:test-result:`) have no names, and no end. A test that is expected to fail is another question than the same
 * one that is not: its id says so.
 */
export const trs: ReportFormatReader<TestReport> = {
  format: 'trs',
  open: (context) => openText(TITLE, (text) => read(text, context)),
}

const read = (text: string, context: ReadContext): Result<TestReport> => {
  const lines = withoutColours(text).split('\n')
  const rest = lines.pop() ?? ''
  const fields: (readonly [string, string])[] = []
  for (const line of lines) {
    const [, name, value] = FIELD.exec(line) ?? []
    if (name !== undefined && value !== undefined) fields.push([name, value.trim()])
    else if (fields.length === 0) return foreignReport(TITLE, 'its first line is no field')
    else return unreadableReport(TITLE, 'a line is no field', line.slice(0, 200))
  }
  if (fields.length === 0 && rest === '') return emptyReport(TITLE)
  if (!rest.startsWith(':') && rest !== '') return foreignReport(TITLE, 'a line is no field')
  const results = fields.filter(([name]) => name === 'test-result')
  if (rest !== '' || results.length === 0 || NEEDED.some((name) => !fields.some(([own]) => own === name)))
    return truncatedReport(TITLE)
  const all = fields.flatMap(([name, value]) => (name === 'global-test-result' ? [value] : []))
  if (all.length > 1) return unreadableReport(TITLE, 'it tells more than one result of the whole')
  return { ok: true, value: report(all[0] as string, context) }
}

const report = (result: string, context: ReadContext): TestReport => {
  const expected = result === 'XFAIL' || result === 'XPASS' ? ' (expected to fail)' : ''
  const id = testId(null, `${steadyName((context.file ?? 'test').replace(/\.trs$/, ''), context)}${expected}`)
  const status = STATUS[result]
  return {
    kind: 'tests',
    format: 'trs',
    complete: true,
    tests:
      status === undefined ? [] : [{ id, status, file: null, ...(status === 'skipped' ? { reason: result } : {}) }],
    unloaded: status === undefined ? [{ id, message: result }] : [],
    errors: [],
    claimed: null,
  }
}

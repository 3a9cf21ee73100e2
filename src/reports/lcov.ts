import type { CoverageReport } from '../model/coverage.ts'
import type { ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import { emptyCoverage, openLineHits } from './line-coverage.ts'
import { foreignReport, openLines, truncatedReport, unreadableReport } from './text.ts'

const TITLE = 'lcov'
const RECORD = /^([A-Z]+[A-Z0-9]*):(.*)$/
const LINE = /^(\d+),(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?:,.*)?$/i

/**
 * lcov tracefiles: `SF` to `end_of_record`, lines from `DA`, the same file merged; records that are not needed are skipped. The
 * format has no end mark: it is whole when its last line is a whole `end_of_record`, so a text cut exactly between two
 * files cannot be told from a smaller measurement. A text without any record is `coverage-empty`: tools that measured nothing write that. Nothing between records but `TN` and comments.
 */
export const lcov: ReportFormatReader<CoverageReport> = {
  format: 'lcov',
  open(context) {
    const hits = openLineHits('lcov', context)
    let problem: Result<never> | undefined
    let inRecord = false
    let number = 0
    let sawText = false
    const fail = (why: string, text: string): void => {
      problem = unreadableReport(TITLE, `line ${number} ${why}`, text.slice(0, 500))
    }
    const lines = openLines((line, whole) => {
      number += 1
      const text = number === 1 && line.startsWith('\ufeff') ? line.slice(1) : line
      if (problem !== undefined || text.trim() === '' || text.startsWith('#')) return
      if (!whole) {
        problem = truncatedReport(TITLE)
        return
      }
      if (text === 'end_of_record') {
        if (!inRecord) fail('ends a record that never began', text)
        inRecord = false
        return
      }
      const record = RECORD.exec(text)
      if (record === null) {
        problem = sawText ? undefined : foreignReport(TITLE, 'its first line is not a record')
        if (problem === undefined) fail('is not a record', text)
        return
      }
      sawText = true
      const [, name, value = ''] = record
      if (name === 'SF') {
        if (inRecord) fail('begins a file inside another one', text)
        inRecord = true
        hits.file(value)
      } else if (name === 'DA') {
        const line = LINE.exec(value)
        if (line === null || !inRecord) fail('is not a line of a file', text)
        else if (Number(line[1]) > 0) hits.line(Number(line[1]), Math.max(0, Number(line[2])))
      }
    })
    return {
      write: (chunk) => lines.write(chunk),
      end() {
        const read = lines.end()
        if (!read.ok) return read
        if (problem !== undefined) return problem
        if (inRecord) return truncatedReport(TITLE)
        return sawText ? hits.end() : emptyCoverage('lcov')
      },
    }
  },
}

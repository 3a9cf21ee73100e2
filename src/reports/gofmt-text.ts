import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import { type Found, findingsReport, noModules, position } from './findings-report.ts'
import { GO_TEXT_END } from './go-text.ts'
import { treePath, withoutColours } from './naming.ts'
import { openText, truncatedReport } from './text.ts'

const SYNTAX = /^(.+?\.go):(\d+):(\d+): (.+)$/

/**
 * `gofmt -l`, `goimports -l` and `gofumpt -l`: a file a line, and parse errors with their position; then `triverdict: list exit N` of our
 * call, since a clean run prints nothing. Any other line is a trouble of the tool.
 */
export const gofmtText: ReportFormatReader<FindingsReport> = {
  format: 'gofmt-text',
  open: (context) => openText('gofmt', (text) => read(withoutColours(text), context)),
}

const read = (text: string, context: ReadContext): Result<FindingsReport> => {
  const lines = text.split(/\r?\n/)
  const last = lines.findLastIndex((line) => line !== '')
  if (!GO_TEXT_END.test(lines[last] ?? '') || !text.endsWith('\n')) return truncatedReport('gofmt')
  const found: Found[] = []
  const troubles: string[] = []
  for (const line of lines.slice(0, last)) {
    if (line === '') continue
    const syntax = SYNTAX.exec(line)
    const base = { tool: 'gofmt', severity: 'error' } as const
    if (syntax !== null) {
      const [, file = '', row, column, message = ''] = syntax
      const at = { line: position(Number(row)), column: position(Number(column)) }
      found.push({ ...base, rule: 'syntax', file: treePath(file, context), ...at, message })
    } else if (line.endsWith('.go')) {
      const file = treePath(line, context)
      found.push({ ...base, rule: 'format', file, line: null, column: null, message: 'it would be reformatted' })
    } else troubles.push(line)
  }
  return {
    ok: true,
    value: findingsReport('gofmt-text', { complete: true, found, files: null, troubles, isFirstParty: noModules }),
  }
}

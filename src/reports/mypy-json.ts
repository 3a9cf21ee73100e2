import { z } from 'zod'
import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import { type Found, findingsReport, position, pythonFirstParty } from './findings-report.ts'
import { shaped } from './json-document.ts'
import { treePath } from './naming.ts'
import { emptyReport, openText, truncatedReport, unreadableReport } from './text.ts'

const schema = z.object({
  file: z.string(),
  line: z.number(),
  column: z.number(),
  message: z.string(),
  code: z.string().nullable(),
  severity: z.enum(['error', 'note']),
})
const TITLE = 'mypy JSON'

/** Module of an import that mypy could not resolve, from the code and message of a finding. */
export const mypyUnresolved = (code: string, message: string): string | undefined =>
  /^import(?:-not-found|-untyped)?$/.test(code)
    ? /(?:module named|stubs not installed for|module) "([^"]+)"/.exec(message)?.[1]
    : undefined

/**
 * `mypy --output json` (1.11 and later): one object a line, and an empty line when there is nothing to say. It has no end mark and
 * no number of files: it is complete when its last line is whole, so a text cut between two lines is still red, never green.
 * `report-empty` is a text without even the empty line.
 */
export const mypyJson: ReportFormatReader<FindingsReport> = {
  format: 'mypy-json',
  open(context) {
    let characters = 0
    const text = openText<FindingsReport>(
      TITLE,
      (whole) => read(whole, context),
      () => (characters === 0 ? emptyReport(TITLE) : { ok: true, value: report([]) }),
    )
    return {
      write(chunk) {
        characters += chunk.length
        text.write(chunk)
      },
      end: () => text.end(),
    }
  },
}

const report = (found: readonly Found[]): FindingsReport =>
  findingsReport('mypy-json', {
    complete: true,
    found,
    files: null,
    isFirstParty: pythonFirstParty(found.map((one) => one.file)),
  })

const read = (text: string, context: ReadContext): Result<FindingsReport> => {
  const found: Found[] = []
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    let json: unknown
    try {
      json = JSON.parse(line)
    } catch {
      if (index === lines.length - 1) return truncatedReport(TITLE)
      return unreadableReport(TITLE, `line ${index + 1} is not JSON`, line.slice(0, 2_000))
    }
    const one = shaped(TITLE, json, schema)
    if (!one.ok) return one
    const { severity, message, code } = one.value
    if (severity === 'note') continue
    const unresolved = mypyUnresolved(code ?? '', message)
    found.push({
      tool: 'mypy',
      rule: code ?? 'syntax',
      file: treePath(one.value.file, context),
      line: position(one.value.line),
      column: position(one.value.column + 1),
      severity,
      message,
      ...(unresolved === undefined ? {} : { unresolved }),
    })
  }
  return text.endsWith('\n') ? { ok: true, value: report(found) } : truncatedReport(TITLE)
}

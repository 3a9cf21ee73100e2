import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import { type Found, findingsReport, noModules, position } from './findings-report.ts'
import { treePath, withoutColours } from './naming.ts'
import { openText } from './text.ts'

const OLD = /^Would reformat: (.+)$/
const HEAD = /^(unformatted|invalid-syntax|[a-z]+-?[a-z-]*): (.+)$/
const PLACE = /^ *--> (.+?):(\d+):(\d+)$/
const CLOSING =
  /^(?:(\d+) files? would be reformatted)?(?:, )?(?:(\d+) files? (?:already formatted|left unchanged))?(?:, (\d+) files? failed to format)?$/

/**
 * `ruff format --check`: `Would reformat: x` (to 0.16) or one block a file (0.17 on), and a closing line with the numbers of files,
 * which is the end mark. Not complete without it, or when it counts other than what is listed.
 */
export const ruffFormatText: ReportFormatReader<FindingsReport> = {
  format: 'ruff-format-text',
  open: (context) => openText('ruff format', (text) => ({ ok: true, value: read(withoutColours(text), context) })),
}

const read = (text: string, context: ReadContext): FindingsReport => {
  const lines = text.split(/\r?\n/)
  const last = text.endsWith('\n') ? (lines.findLast((line) => line !== '') ?? '') : ''
  const closing = last === '' ? null : CLOSING.exec(last)
  const found: Found[] = []
  const troubles: string[] = []
  let head: RegExpExecArray | null = null
  for (const line of lines) {
    const old = OLD.exec(line)
    const place: RegExpExecArray | null = head === null ? null : PLACE.exec(line)
    if (old !== null)
      found.push(finding('format', treePath(old[1] ?? '', context), null, null, 'it would be reformatted'))
    else if (head !== null && place !== null) {
      const rule = head[1] === 'unformatted' ? 'format' : 'syntax'
      found.push(finding(rule, treePath(place[1] ?? '', context), Number(place[2]), Number(place[3]), head[2] ?? ''))
    }
    head = HEAD.exec(line)
    if (line.startsWith('error: ')) troubles.push(line)
  }
  const unformatted = found.filter((one) => one.rule === 'format').length
  const expected = closing === null ? null : Number(closing[1] ?? 0)
  if (expected !== null && expected !== unformatted)
    troubles.push(`ruff counts ${expected} files to reformat and lists ${unformatted}`)
  const files = closing === null ? null : Number(closing[1] ?? 0) + Number(closing[2] ?? 0)
  return findingsReport('ruff-format-text', {
    complete: expected !== null && expected === unformatted,
    found,
    files,
    troubles,
    isFirstParty: noModules,
  })
}

const finding = (rule: string, file: string, line: number | null, column: number | null, message: string): Found => ({
  tool: 'ruff format',
  rule,
  file,
  line: position(line),
  column: position(column),
  severity: 'error',
  message,
})

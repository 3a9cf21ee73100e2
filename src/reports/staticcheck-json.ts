import { z } from 'zod'
import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import { type Found, findingsReport, noModules, position } from './findings-report.ts'
import { GO_TEXT_END } from './go-text.ts'
import { shaped } from './json-document.ts'
import { treePath } from './naming.ts'
import { openText, truncatedReport } from './text.ts'

const TITLE = 'staticcheck JSON'
const COMPILER = /^(?:# .*\n)?(.+?):(\d+):(\d+): /
const schema = z.object({
  code: z.string(),
  severity: z.string(),
  location: z.object({ file: z.string(), line: z.number(), column: z.number() }),
  message: z.string(),
})

/**
 * `staticcheck -f json`: an object a line, then `triverdict: lines exit N` of our call, since a clean run prints nothing. What is ignored by a
 * directive is left out; compile errors have the rule `compile`. Lines that are no JSON are troubles.
 */
export const staticcheckJson: ReportFormatReader<FindingsReport> = {
  format: 'staticcheck-json',
  open: (context) => openText(TITLE, (text) => read(text, context)),
}

const read = (text: string, context: ReadContext): Result<FindingsReport> => {
  const lines = text.split(/\r?\n/)
  const last = lines.findLastIndex((line) => line !== '')
  if (!GO_TEXT_END.test(lines[last] ?? '') || !text.endsWith('\n')) return truncatedReport(TITLE)
  const found: Found[] = []
  const troubles: string[] = []
  for (const line of lines.slice(0, last)) {
    if (line.trim() === '') continue
    const json = parsed(line)
    if (json === undefined) {
      troubles.push(line)
      continue
    }
    const one = shaped(TITLE, json, schema)
    if (!one.ok) return one
    const { code, severity, location, message } = one.value
    if (severity === 'ignored') continue
    // A package that does not compile has its position in the compiler's words.
    const at = location.file === '' ? COMPILER.exec(message) : null
    const file = at?.[1] ?? location.file
    found.push({
      tool: 'staticcheck',
      rule: code,
      file: file === '' ? '.' : treePath(file, context),
      line: position(at === null ? location.line : Number(at[2])),
      column: position(at === null ? location.column : Number(at[3])),
      severity: severity === 'warning' ? 'warning' : 'error',
      message,
    })
  }
  return {
    ok: true,
    value: findingsReport('staticcheck-json', {
      complete: true,
      found,
      files: null,
      troubles,
      isFirstParty: noModules,
    }),
  }
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

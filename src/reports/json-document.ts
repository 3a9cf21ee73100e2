import type { z } from 'zod'
import type { ReadContext, Report, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import type { ReportFormat } from '../model/test-report.ts'
import { emptyReport, foreignReport, openText, truncatedReport, unreadableReport } from './text.ts'

/** A text that begins as a JSON object or list and ends inside it: a beginning of JSON, as opposed to something else. */
export const isCutOff = (text: string): boolean => {
  if (!/^\s*[{[]/.test(text)) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (inString) {
      if (character === 0x5c) at += 1
      else if (character === 0x22) inString = false
    } else if (character === 0x22) inString = true
    else if (character === 0x7b || character === 0x5b) depth += 1
    else if (character === 0x7d || character === 0x5d) {
      depth -= 1
      if (depth === 0) return false
    }
  }
  return depth > 0
}

/** JSON of a report; `report-truncated` for the beginning of one. Text before or after the value makes it unreadable. */
export const parseJson = (title: string, text: string): Result<unknown> => {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    if (isCutOff(text)) return truncatedReport(title)
    return unreadableReport(title, 'it is not JSON', error instanceof Error ? error.message : String(error))
  }
}

/** A value that has the shape, or `report-foreign` naming the path that is wrong. */
export const shaped = <S>(title: string, value: unknown, schema: z.ZodType<S>): Result<S> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, value: parsed.data }
  const issue = parsed.error.issues[0]
  const where = issue === undefined || issue.path.length === 0 ? 'its top' : `\`${issue.path.map(String).join('.')}\``
  return foreignReport(title, `${where}: ${issue?.message ?? 'wrong shape'}`)
}

/**
 * A reader for a format that is one JSON value. The value closes itself, so every proper beginning of one is `report-truncated`.
 * `clean` takes away what the tool prints around it (terminal colours).
 */
export const jsonReader = <S, R extends Report>(
  format: ReportFormat,
  title: string,
  schema: z.ZodType<S>,
  convert: (value: S, context: ReadContext) => Result<R>,
  clean: (text: string) => string = (text) => text,
): ReportFormatReader<R> => ({
  format,
  open: (context) =>
    openText(title, (text) => {
      const cleaned = clean(text.startsWith('\ufeff') ? text.slice(1) : text)
      if (cleaned.trim() === '') return emptyReport(title)
      const json = parseJson(title, cleaned)
      if (!json.ok) return json
      const value = shaped(title, json.value, schema)
      return value.ok ? convert(value.value, context) : value
    }),
})

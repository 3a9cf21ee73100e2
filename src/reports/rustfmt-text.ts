import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import { type Found, findingsReport, noModules, position } from './findings-report.ts'
import { treePath, withoutColours } from './naming.ts'
import { openText, unreadableReport } from './text.ts'

const TITLE = 'rustfmt'
const FORMATTING = /^Formatting (\/.+)$/
const SPENT = /^Spent [\d.]+ secs in the parsing phase/
const DIFF = /^Diff in (.+?)(?::(\d+):| at line (\d+):)$/
const ERROR = /^error(?:\[(\w+)\])?: (.+)$/
const PLACE = /^ *--> (.+?):(\d+):(\d+)$/
const END = /^\[triverdict: exit (\d+)\]$/

/**
 * `cargo fmt -- --check --verbose --color never` with standard error in standard output, from reporters/triverdict_cargo.sh, whose
 * last line is the end mark. A file with differences is one finding `format`, with all its differences; one that cannot be parsed is
 * a finding `syntax`. Every other error, and a text that names no file, is a trouble.
 */
export const rustfmtText: ReportFormatReader<FindingsReport> = {
  format: 'rustfmt-text',
  open: (context) =>
    openText(TITLE, (text) => read(withoutColours(text).replaceAll(/\u001b\(B|\u23ce$/gm, ''), context)),
}

const read = (text: string, context: ReadContext): Result<FindingsReport> => {
  const lines = text.split(/\r?\n/)
  const end = text.endsWith('\n') ? END.exec(lines.findLast((line) => line !== '') ?? '') : null
  const files = new Set<string>()
  const found = new Map<string, Found>()
  const troubles: string[] = []
  let differing: string | null = null
  let error: { readonly text: string[] } | null = null
  const close = (): void => {
    if (error !== null) troubles.push(error.text.join('\n').trimEnd())
    error = null
  }
  for (const line of lines) {
    const formatting = FORMATTING.exec(line)
    const diff = DIFF.exec(line)
    const failed = ERROR.exec(line)
    if (formatting !== null || SPENT.test(line) || END.test(line)) {
      close()
      differing = null
      if (formatting !== null) files.add(treePath(formatting[1] as string, context))
    } else if (diff !== null) {
      close()
      differing = treePath(diff[1] as string, context)
      found.set(differing, withMore(found.get(differing), differing, Number(diff[2] ?? diff[3]), line))
    } else if (failed !== null) {
      close()
      differing = null
      error = { text: [line] }
    } else if (error !== null) {
      const place: RegExpExecArray | null = (error as { text: string[] }).text.length === 1 ? PLACE.exec(line) : null
      ;(error as { text: string[] }).text.push(line)
      if (place !== null) {
        const file = treePath(place[1] as string, context)
        files.add(file)
        found.set(`syntax ${file}`, {
          ...finding('syntax', file, Number(place[2]), (error as { text: string[] }).text.join('\n')),
          column: position(Number(place[3])),
        })
        error = null
      }
    } else if (differing !== null) {
      const known = found.get(differing)
      if (known !== undefined) found.set(differing, { ...known, message: `${known.message}\n${line}` })
    }
  }
  close()
  if (end === null && files.size + found.size + troubles.length === 0)
    return unreadableReport(TITLE, 'no line of it names a file', lines[0]?.slice(0, 200))
  return {
    ok: true,
    value: findingsReport('rustfmt-text', {
      complete: end !== null,
      found: [...found.values()].map((one) => ({ ...one, message: one.message.trimEnd() })),
      files: files.size,
      troubles,
      isFirstParty: noModules,
    }),
  }
}

const finding = (rule: string, file: string, line: number, message: string): Found => ({
  tool: 'rustfmt',
  rule,
  file,
  line: position(line),
  column: null,
  severity: 'error',
  message,
})

const withMore = (known: Found | undefined, file: string, line: number, text: string): Found =>
  known === undefined ? finding('format', file, line, text) : { ...known, message: `${known.message}\n${text}` }

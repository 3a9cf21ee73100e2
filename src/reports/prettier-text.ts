import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import { type Found, findingsReport, noModules, position } from './findings-report.ts'
import { treePath, withoutColours } from './naming.ts'
import { openText } from './text.ts'

const CLEAN = 'All matched files use Prettier code style!'
/** The last line: version 2 says how to repair it in other words, version 3 counts what it could not parse where there is any. */
const CLOSING =
  /^(?:\[warn\] Code style issues found in|(?<unparsed>Error occurred when checking code style in)) (?:the above file|(?<count>\d+) files)\.(?: Forgot to run Prettier\?| Run Prettier (?:with --write )?to fix\.)?$/
const RESOLVED = /^\[debug\] resolve config from '(.+)'$/
const LOOKED = /^\[debug\] applied config-precedence /
const SPEAKS = '[debug] normalized argv: '
const SYNTAX = /^\[error\] (.+?): (\w*SyntaxError: .*?)(?: \((\d+):(\d+)\))?$/
/** Lines of the code that cannot be parsed. */
const FRAME = /^\[error\](?:\s*$|\s+>?\s*\d*\s*\|)/
const OTHER_WARNING = /^(?:Ignored unknown option|Code style issues found|.* is deprecated)/

/**
 * `prettier --check` at the log level `debug`, both streams in one: a `[warn]` line with the name of each file that is not formatted,
 * and a closing sentence, which is the end mark. Not complete without it, or when it counts other than what is listed.
 */
export const prettierText: ReportFormatReader<FindingsReport> = {
  format: 'prettier-text',
  open: (context) => openText('prettier', (text) => ({ ok: true, value: read(withoutColours(text), context) })),
}

const read = (text: string, context: ReadContext): FindingsReport => {
  const lines = text.split(/\r?\n/)
  const last = text.endsWith('\n') ? (lines.findLast((line) => line !== '') ?? '') : ''
  const closing = CLOSING.exec(last)
  const known = new Set(lines.flatMap((line) => RESOLVED.exec(line)?.[1] ?? []).map((file) => treePath(file, context)))
  const found: Found[] = []
  const troubles: string[] = []
  for (const line of lines) {
    const syntax = SYNTAX.exec(line)
    if (syntax !== null) {
      const [, file = '', message = '', row, column] = syntax
      found.push(finding('syntax', treePath(file, context), Number(row), Number(column), message))
    } else if (line.startsWith('[error]') && !FRAME.test(line)) troubles.push(line.slice('[error] '.length))
    else if (line.startsWith('[warn] ')) {
      const name = line.slice('[warn] '.length)
      const file = treePath(name, context)
      if (known.size > 0 ? known.has(file) : !OTHER_WARNING.test(name))
        found.push(finding('format', file, null, null, line))
    }
  }
  const unformatted = found.filter(({ rule }) => rule === 'format').length
  const listed = closing?.groups?.unparsed === undefined ? unformatted : found.length - unformatted
  const counted = last === CLEAN ? 0 : Number(closing?.groups?.count ?? 1)
  const ended = last === CLEAN || closing !== null
  if (ended && counted !== listed) troubles.push(`prettier counts ${counted} files and lists ${listed}`)
  const speaks = lines.some((line) => line.startsWith(SPEAKS))
  return findingsReport('prettier-text', {
    complete: ended && counted === listed,
    found,
    files: speaks ? lines.filter((line) => LOOKED.test(line)).length : null,
    troubles,
    isFirstParty: noModules,
  })
}

const finding = (rule: string, file: string, line: number | null, column: number | null, message: string): Found => ({
  tool: 'prettier',
  rule,
  file,
  line: position(line),
  column: position(column),
  severity: 'error',
  message,
})

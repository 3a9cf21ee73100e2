import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import { type Found, findingsReport, position, pythonFirstParty } from './findings-report.ts'
import { mypyUnresolved } from './mypy-json.ts'
import { treePath, withoutColours } from './naming.ts'
import { openText } from './text.ts'

const DIAGNOSTIC = /^(.+?\.pyi?|[^:\s][^:]*):(?:(\d+):(?:(\d+):(?:\d+:\d+:)?)?)? (error|note): (.*)$/
const CODE = /^(.*?)\s*\[([a-z][a-z0-9-]*)\]$/
const SUCCESS = /^Success: no issues found in (\d+) source files?$/
const FOUND =
  /^Found (\d+) errors? in \d+ files? \((?:checked (\d+) source files?|errors prevented further checking)\)$/

/**
 * mypy's own text. Its closing line (`Success: …` or `Found …`) is the end mark and has the number of files; without it, or when
 * it counts other than what is listed, the report is not complete. After `errors prevented further checking` files is null.
 */
export const mypyText: ReportFormatReader<FindingsReport> = {
  format: 'mypy-text',
  open: (context) => openText('mypy', (text) => ({ ok: true, value: read(withoutColours(text), context) })),
}

const read = (text: string, context: ReadContext): FindingsReport => {
  const lines = text.split(/\r?\n/)
  const closing = text.endsWith('\n') ? (lines.findLast((line) => line !== '') ?? '') : ''
  const success = SUCCESS.exec(closing)
  const counted = FOUND.exec(closing)
  const found: Found[] = []
  const troubles: string[] = []
  let last: 'error' | 'note' | undefined
  for (const line of lines) {
    const diagnostic = DIAGNOSTIC.exec(line)
    if (diagnostic !== null) {
      last = diagnostic[4] as 'error' | 'note'
      if (last === 'error') found.push(finding(diagnostic, context))
    } else if (line !== '' && line !== closing) {
      const previous = last === 'error' ? found.pop() : undefined
      if (previous !== undefined) found.push(continued(previous, line))
      else if (last === undefined) troubles.push(line)
    }
  }
  const expected = success === null ? (counted === null ? null : Number(counted[1])) : 0
  if (expected !== null && expected !== found.length)
    troubles.push(`mypy counts ${expected} errors and lists ${found.length}: the others went to standard error`)
  const files = success?.[1] ?? counted?.[2]
  return findingsReport('mypy-text', {
    complete: expected !== null && expected === found.length,
    found,
    files: files === undefined ? null : Number(files),
    troubles,
    isFirstParty: pythonFirstParty(found.map((one) => one.file)),
  })
}

const finding = (diagnostic: RegExpExecArray, context: ReadContext): Found => {
  const [, file = '', line, column, , text = ''] = diagnostic
  const coded = CODE.exec(text)
  return withRule(
    {
      tool: 'mypy',
      rule: 'syntax',
      file: treePath(file, context),
      line: line === undefined ? null : position(Number(line)),
      column: column === undefined ? null : position(Number(column)),
      severity: 'error',
      message: coded?.[1] ?? text,
    },
    coded?.[2],
  )
}

const withRule = (found: Found, rule: string | undefined): Found => {
  if (rule === undefined) return found
  const unresolved = mypyUnresolved(rule, found.message)
  return { ...found, rule, ...(unresolved === undefined ? {} : { unresolved }) }
}

/** With `--pretty` a message is wrapped and followed by the source line. */
const continued = (found: Found, line: string): Found => {
  if (found.rule !== 'syntax' || /^\s/.test(line)) return { ...found, message: `${found.message}\n${line}` }
  const coded = CODE.exec(line)
  if (coded === null) return { ...found, message: `${found.message.trimEnd()} ${line}` }
  return withRule({ ...found, message: `${found.message.trimEnd()} ${coded[1] ?? ''}`.trimEnd() }, coded[2])
}

import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import { type Found, findingsReport, position } from './findings-report.ts'
import { treePath, withoutColours } from './naming.ts'
import { openText, truncatedReport } from './text.ts'

const DIAGNOSTIC = /^(?:vet: )?((?:[^:\s][^:]*)?[^:/\s]+\.[A-Za-z]+):(\d+)(?::(\d+))?: (.*)$/
const HEADER = /^# (?!\[)/
/** The header that only vet prints, below the other. */
const VET_HEADER = /^# \[/
/** What Go says about its own work. */
const TALK =
  /^(?:go: (?:downloading|finding|extracting|warning:|found |added |upgraded )|warning: |exit status \d+$|\S*:?\s*too many errors$)/
const UNRESOLVED = /^(?:no required module provides package|cannot find module providing package|missing go\.sum entry)/
/** The line that our call writes behind everything else. */
export const GO_TEXT_END = /^triverdict: (build|vet|lines|list) exit \d+$/

/**
 * `go build` and `go vet`: what both print, between package headers (`# m/pkg`; vet's own `# [m/pkg]`), and the line
 * `triverdict: build exit N` by which our call says that the tool ended, since a clean run prints nothing. Lines of a package that has no
 * diagnostic with a position (linker, cgo, missing programs), and `go: …`, are troubles. `files` is null: it does not say.
 */
export const goText: ReportFormatReader<FindingsReport> = {
  format: 'go-text',
  open: (context) => openText('go build or vet', (text) => read(withoutColours(text), context)),
}

const read = (text: string, context: ReadContext): Result<FindingsReport> => {
  const lines = text.split(/\r?\n/)
  const last = lines.findLastIndex((line) => line !== '')
  if (!GO_TEXT_END.test(lines[last] ?? '') || !text.endsWith('\n')) return truncatedReport('go build or vet')
  const found: Found[] = []
  const troubles: string[] = []
  let loose: string[] = []
  let positions = 0
  const vet = GO_TEXT_END.exec(lines[last] as string)?.[1] === 'vet'
  const close = (): void => {
    if (positions === 0 && loose.length > 0) troubles.push(loose.join('\n'))
    loose = []
    positions = 0
  }
  for (const line of lines.slice(0, last)) {
    const diagnostic = DIAGNOSTIC.exec(line)
    if (line === '' || TALK.test(line)) continue
    if (HEADER.test(line)) close()
    else if (VET_HEADER.test(line)) continue
    else if (diagnostic !== null && diagnostic[4] === 'too many errors') {
      positions += 1
    } else if (diagnostic !== null) {
      positions += 1
      const message = diagnostic[4] as string
      const unresolved = UNRESOLVED.test(message) ? message : undefined
      found.push({
        tool: 'go',
        rule: vet && !line.startsWith('vet: ') ? 'vet' : message.startsWith('syntax error') ? 'syntax' : 'compile',
        file: treePath(diagnostic[1] as string, context),
        line: position(Number(diagnostic[2])),
        column: position(diagnostic[3] === undefined ? null : Number(diagnostic[3])),
        severity: 'error',
        // With its position: it is what a reader is shown.
        message: line,
        ...(unresolved === undefined ? {} : { unresolved }),
      })
    } else if (/^\s/.test(line) && positions > 0) {
      const before = found.pop()
      if (before !== undefined) found.push({ ...before, message: `${before.message}\n${line}` })
    } else loose.push(line)
  }
  close()
  return {
    ok: true,
    value: findingsReport('go-text', { complete: true, found, files: null, troubles, isFirstParty: () => false }),
  }
}

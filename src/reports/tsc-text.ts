import type { FindingsReport } from '../model/findings.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import { type Found, findingsReport, position, scriptFirstParty } from './findings-report.ts'
import { treePath, withoutColours } from './naming.ts'
import { openText, unreadableReport } from './text.ts'

const TITLE = 'tsc'
const DIAGNOSTIC = /^(.+?)\((\d+),(\d+)\): (error|warning|message) TS(\d+): (.*)$/
const WITHOUT_FILE = /^(error|warning|message) TS(\d+): (.*)$/
const LISTED = /^(?:\/|[A-Za-z]:\/).*\.(?:[cm]?tsx?|[cm]?jsx?|json)$/
/** `Files:   88`, `Check time:   0.92s`: a line of `--diagnostics`; the block of each program ends with `Total time`. */
const STATISTIC = /^([A-Za-z][A-Za-z/ ]*):\s+([\d.]+)(?:[a-zA-Z%]+)?$/
/** Progress lines of `-b --verbose` and watch mode, and the closing line of `-b`. */
const PROGRESS = /^(?:\[?\d{1,2}:\d{2}:\d{2}(?: [AP]M)?\]? |Found \d+ errors?\b)/
const UNRESOLVED =
  /^Cannot find module '([^']+)'|^Could not find a declaration file for module '([^']+)'|^Cannot find type definition file for '([^']+)'/

/**
 * `tsc --pretty false`, best with `--diagnostics`, whose `Files:` says how many files were looked at (libraries included) and
 * whose `Total time:` is the end mark. Without these lines the text has no end mark: it is complete when it has diagnostics and
 * every line of it is one, so a cut one is still red, never green. An empty text is `report-empty`. Errors without a file and
 * errors in a configuration file are troubles.
 */
export const tscText: ReportFormatReader<FindingsReport> = {
  format: 'tsc-text',
  open: (context) => openText(TITLE, (text) => read(withoutColours(text), context)),
}

interface Reading {
  found: Found[]
  troubles: string[]
  strange: string[]
  files: number | null
  listed: number
  open: boolean
  closed: boolean
  inTrouble: boolean
}

const read = (text: string, context: ReadContext): Result<FindingsReport> => {
  const state: Reading = {
    found: [],
    troubles: [],
    strange: [],
    files: null,
    listed: 0,
    open: false,
    closed: false,
    inTrouble: false,
  }
  for (const line of text.split(/\r?\n/)) take(line, state, context)
  const { found, troubles, strange } = state
  if (found.length + troubles.length + state.listed === 0 && state.files === null) {
    return unreadableReport(TITLE, 'no line of it is a diagnostic', strange[0])
  }
  const ended = text.endsWith('\n')
  const measured = state.files !== null
  const closed = measured ? state.closed && !state.open : found.length > 0 && strange.length + troubles.length === 0
  const complete = ended && closed
  if (!complete && strange[0] !== undefined) troubles.push(`tsc printed something else: ${strange[0]}`)
  return {
    ok: true,
    value: findingsReport('tsc-text', {
      complete,
      found,
      files: state.files ?? (state.listed > 0 ? state.listed : null),
      troubles,
      isFirstParty: scriptFirstParty,
    }),
  }
}

const take = (line: string, state: Reading, context: ReadContext): void => {
  if (line === '') return
  if (/^\s/.test(line)) {
    continued(line, state)
    return
  }
  const inFile = DIAGNOSTIC.exec(line)
  const alone = inFile === null ? WITHOUT_FILE.exec(line) : null
  if (inFile !== null) {
    const [, file = '', row, column, kind, code = '', message = ''] = inFile
    if (kind === 'message') return
    if (file.endsWith('.json') && isConfiguration(code)) trouble(line, state)
    else diagnostic(state, treePath(file, context), Number(row), Number(column), kind as 'error', code, message)
  } else if (alone !== null) {
    const [, kind, code = '', message = ''] = alone
    if (kind === 'message') return
    if (code === '2688') diagnostic(state, context.cwd, 0, 0, 'error', code, message)
    else trouble(line, state)
  } else statistic(line, state)
}

const trouble = (line: string, state: Reading): void => {
  state.troubles.push(line)
  state.inTrouble = true
}

/** TS5xxx, TS6xxx and TS18002/18003 are about options and the list of files. */
const isConfiguration = (code: string): boolean => /^[56]\d{3}$|^1800[0-9]$/.test(code)

const diagnostic = (
  state: Reading,
  file: string,
  line: number,
  column: number,
  severity: 'error' | 'warning',
  code: string,
  message: string,
): void => {
  state.inTrouble = false
  const module = UNRESOLVED.exec(message)
  const unresolved = module === null ? undefined : (module[1] ?? module[2] ?? module[3])
  state.found.push({
    tool: 'tsc',
    rule: `TS${code}`,
    file,
    line: position(line),
    column: position(column),
    severity,
    message,
    ...(unresolved === undefined ? {} : { unresolved }),
  })
}

const continued = (line: string, state: Reading): void => {
  const list = state.inTrouble ? state.troubles : undefined
  if (list !== undefined) list[list.length - 1] = `${list.at(-1) ?? ''}\n${line}`
  else {
    const last = state.found.pop()
    if (last !== undefined) state.found.push({ ...last, message: `${last.message}\n${line}` })
  }
}

const statistic = (line: string, state: Reading): void => {
  const measured = STATISTIC.exec(line)
  if (measured === null) {
    if (LISTED.test(line)) state.listed += 1
    else if (!PROGRESS.test(line)) state.strange.push(line)
    return
  }
  const [, name, value] = measured
  if (name === 'Files') {
    state.files = (state.files ?? 0) + Number(value)
    state.open = true
    state.closed = false
  } else if (name === 'Total time') {
    state.open = false
    state.closed = true
  }
}

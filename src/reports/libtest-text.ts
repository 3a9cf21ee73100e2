import type { Anomaly } from '../model/anomaly.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import { ok, type Result } from '../model/result.ts'
import type { TestCase, TestReport, Unloaded } from '../model/test-report.ts'
import { announced, type BlockTest, belongsInBlock, readBlock } from './libtest-block.ts'
import { wholeProgram } from './libtest-program.ts'
import { type Artifact, artifactsOf, doctestId, testTarget } from './libtest-targets.ts'
import { steadyName, testId, withoutColours } from './naming.ts'
import { openText, unreadableReport } from './text.ts'

const TITLE = 'cargo test'
const PROGRAM = /^\[triverdict: program (.+)\]$/
const END = /^\[triverdict: exit (\d+)\]$/
const RUNNING = /^ {5}Running (?:(?:unittests|benches) )?(.+) \((.+)\)$/
const DOCTESTS = /^ {3}Doc-tests (\S+)$/
const FAILED = /^error: (?:test|doctest|bench) failed, to rerun pass /
const UNCOMPILED = /^error: could not compile `([^`]+)`(?: \(([^)]*)\))?/

/**
 * `cargo test --no-fail-fast --message-format=json-render-diagnostics` with standard error in standard output, from
 * reporters/triverdict_cargo.sh. Each target that cargo announces must be followed by its own `running N tests` and the one closing
 * line that agrees with it; the last line is the script's. Ids are `source file of the target::path of the test`, doctests
 * `file::item #n`.
 */
export const libtestText: ReportFormatReader<TestReport> = {
  format: 'libtest-text',
  open: (context) => openText(TITLE, (text) => read(withoutColours(text).replaceAll('\r\n', '\n'), context)),
}

const isOutside = (line: string): boolean =>
  RUNNING.test(line) || DOCTESTS.test(line) || FAILED.test(line) || END.test(line)

/** What is being put together. */
interface Reading {
  readonly context: ReadContext
  readonly tests: TestCase[]
  readonly doctests: { readonly scope: string; readonly test: BlockTest }[]
  readonly unloaded: Unloaded[]
  readonly errors: string[]
  readonly anomalies: Anomaly[]
}

const read = (text: string, context: ReadContext): Result<TestReport> => {
  const lines = text.split('\n')
  const programs = new Set<string>()
  let at = 0
  for (let found = PROGRAM.exec(lines[at] ?? ''); found !== null; found = PROGRAM.exec(lines[at] ?? '')) {
    programs.add(found[1] as string)
    at += 1
  }
  const first = lines.findIndex((line, index) => index >= at && (RUNNING.test(line) || DOCTESTS.test(line)))
  const artifacts = artifactsOf(lines.slice(at, first < 0 ? lines.length : first), context)
  const end = text.endsWith('\n') ? END.exec(lines.findLast((line) => line !== '') ?? '') : null
  const state: Reading = { context, tests: [], doctests: [], unloaded: [], errors: [], anomalies: [] }
  const before = lines.slice(at, first < 0 ? lines.length : first)
  for (const line of before) {
    const failed = UNCOMPILED.exec(line)
    if (failed !== null) state.unloaded.push({ id: [failed[1], failed[2]].filter(Boolean).join(' '), message: line })
    else if (belongsInBlock(line)) state.errors.push(`a line of a test outside every target: ${line}`)
  }
  if (first >= 0) readTargets(lines, first, artifacts, programs, state)
  else if (end === null && !/^ {3,}(?:Compiling|Finished|Blocking|Updating)|^error/m.test(text))
    return unreadableReport(TITLE, 'no line of it is one of cargo', lines[0]?.slice(0, 200))
  return ok({
    kind: 'tests',
    format: 'libtest-text',
    complete: end !== null && state.unloaded.length === 0 && state.errors.length === 0,
    tests: [...state.tests, ...numbered(state)],
    unloaded: state.unloaded,
    errors: state.errors,
    claimed: null,
    ...(state.anomalies.length === 0 ? {} : { anomalies: state.anomalies }),
  })
}

const readTargets = (
  lines: readonly string[],
  from: number,
  artifacts: readonly Artifact[],
  programs: ReadonlySet<string>,
  state: Reading,
): void => {
  let at = from
  while (at < lines.length) {
    const line = lines[at] as string
    const running = RUNNING.exec(line)
    const doctests = DOCTESTS.exec(line)
    let to = at + 1
    if (running !== null)
      to = oneTarget(
        lines,
        at,
        testTarget(artifacts, running[1] ?? '', running[2] ?? '', state.context),
        programs,
        state,
      )
    else if (doctests !== null) to = docTarget(lines, at, doctests[1] ?? '', state)
    else if (belongsInBlock(line) || announced(line) !== undefined)
      state.errors.push(`a line of a test outside every target: ${line}`)
    at = to
  }
}

/** A test binary: one block, or none where the locked ref says that it has no harness. */
const oneTarget = (
  lines: readonly string[],
  at: number,
  file: string,
  programs: ReadonlySet<string>,
  state: Reading,
): number => {
  const start = nextOf(lines, at + 1, (line) => announced(line) !== undefined || isOutside(line))
  const wanted = announced(lines[start] ?? '')
  if (wanted === undefined) {
    const failed = FAILED.test(lines[start] ?? '')
    const said = lines
      .slice(at + 1, start)
      .join('\n')
      .trim()
    if (programs.has(file)) {
      const whole = wholeProgram(file, said, failed ? (lines[start] ?? '') : null, state.context)
      state.tests.push(...whole.tests)
      state.unloaded.push(...whole.unloaded)
      state.anomalies.push(...whole.anomalies)
    } else state.unloaded.push({ id: file, message: said === '' ? 'it said nothing of any test' : said })
    return start
  }
  const block = readBlock(lines, start + 1, wanted, isOutside)
  for (const { name, ...test } of block.tests)
    state.tests.push({ id: testId(file, steadyName(name, state.context)), file, ...test })
  const after = nextOf(lines, block.next, isOutside)
  const why = block.trouble ?? contradicted(block.tests, FAILED.test(lines[after] ?? ''))
  if (why !== null) state.unloaded.push({ id: file, message: [why, ...causes(lines, after)].join('\n') })
  return block.next
}

/** Doctests of one library: one block for those that run in one program, one for the others. */
const docTarget = (lines: readonly string[], at: number, crate: string, state: Reading): number => {
  let next = at + 1
  let blocks = 0
  const seen: BlockTest[] = []
  for (;;) {
    const start = nextOf(
      lines,
      next,
      (line) => announced(line) !== undefined || belongsInBlock(line) || isOutside(line),
    )
    const wanted = announced(lines[start] ?? '')
    if (wanted === undefined) break
    const block = readBlock(lines, start + 1, wanted, isOutside)
    blocks += 1
    seen.push(...block.tests)
    if (block.trouble !== null) state.unloaded.push({ id: `doctests of ${crate}`, message: block.trouble })
    next = block.next
    if (next <= start) break
  }
  for (const test of seen) state.doctests.push({ scope: crate, test })
  if (blocks === 0) state.unloaded.push({ id: `doctests of ${crate}`, message: 'it said nothing of any test' })
  const after = nextOf(lines, next, isOutside)
  const why = blocks > 0 ? contradicted(seen, FAILED.test(lines[after] ?? '')) : null
  if (why !== null) state.unloaded.push({ id: `doctests of ${crate}`, message: why })
  return next
}

/** What cargo says of the end of a target against what the target said itself. */
const contradicted = (tests: readonly BlockTest[], failed: boolean): string | null => {
  const red = tests.some(({ status }) => status === 'failed')
  if (red === failed) return null
  return red ? 'a test failed and cargo saw no failure' : 'cargo saw it fail although no test failed'
}

/** cargo's own words behind a target that failed: `process didn't exit successfully … (signal: 6, SIGABRT …)`. */
const causes = (lines: readonly string[], at: number): readonly string[] => {
  const found = lines.slice(at, at + 5).find((line) => /process didn't exit successfully/.test(line))
  return found === undefined ? [] : [found.trim()]
}

const nextOf = (lines: readonly string[], from: number, wanted: (line: string) => boolean): number => {
  let at = from
  while (at < lines.length && !wanted(lines[at] as string)) at += 1
  return at
}

/** Doctests are numbered within their item: their lines move with every edit above them. */
const numbered = ({ doctests, context }: Reading): readonly TestCase[] => {
  const placed = doctests.map(({ scope, test }, order) => ({ ...doctestId(test.name, scope, context), test, order }))
  const sorted = [...placed].sort((a, b) => a.line - b.line || a.order - b.order)
  const seen = new Map<string, number>()
  const numbers = new Map<number, number>()
  for (const { base, order } of sorted) {
    const number = (seen.get(base) ?? 0) + 1
    seen.set(base, number)
    numbers.set(order, number)
  }
  // Without a file: no runner can be given the doctests of one file, and unit tests of the same file would be run instead.
  return placed.map(({ base, line, test: { name: _, ...test }, order }) => ({
    id: `${base} #${numbers.get(order)}`,
    file: null,
    ...(line > 0 ? { line } : {}),
    ...test,
  }))
}

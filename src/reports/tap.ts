import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { TestCase, TestReport } from '../model/test-report.ts'
import { steadyName, testId, treePath, withoutColours } from './naming.ts'
import { type TapPoint, tapLine } from './tap-lines.ts'
import { emptyReport, openLines } from './text.ts'

const TITLE = 'TAP'
const INDENT = 4
const DEEPEST = 40

/** A point with what was written for it. */
interface Result {
  readonly point: TapPoint
  /** As it was written. */
  readonly text: string
  readonly children: readonly Result[]
  /** Lines of its YAML block, and of comments behind it. */
  readonly yaml: string[]
  readonly comments: string[]
}

/** One plan and its points: the stream itself, or a subtest. */
interface Level {
  plan: number | undefined
  points: Result[]
}

/**
 * TAP 12 to 14, subtests included. A level is complete when its one plan is there and as many points as it says; a stream whose
 * last line has no line feed may have been cut inside of it. A name is `parent > child`; the point of a parent counts only where
 * it says something that its children do not. Only lines are read, so output between them means nothing.
 */
export const tap: ReportFormatReader<TestReport> = {
  format: 'tap',
  open(context) {
    const levels: Level[] = [{ plan: undefined, points: [] }]
    const errors: string[] = []
    const wrong: string[] = []
    let known = 0
    let block: { readonly indent: string; readonly yaml: string[] } | undefined
    let last: Result | undefined
    let whole = true
    let ended = false

    const close = (level: Level, where: string): void => {
      if (level.plan === undefined && level.points.length > 0) wrong.push(`${where} has no plan`)
      else if (level.plan !== undefined && level.plan !== level.points.length)
        wrong.push(`${where} plans ${level.plan} tests and has ${level.points.length}`)
    }

    const take = (raw: string, isWhole: boolean): void => {
      const text = withoutColours(raw)
      if (text.trim() === '') return
      whole = isWhole
      if (block !== undefined) {
        if (text.startsWith(block.indent)) {
          if (text.trimEnd() === `${block.indent}...`) block = undefined
          else block.yaml.push(text.slice(block.indent.length))
          return
        }
        wrong.push('a YAML block is not closed')
        block = undefined
      }
      if (ended) return
      const spaces = text.length - text.trimStart().length
      if (/^ *---\s*$/.test(text) && last !== undefined && spaces % INDENT === 2) {
        block = { indent: ' '.repeat(spaces), yaml: last.yaml }
        return
      }
      const depth = spaces / INDENT
      const line = tapLine(text.trimStart())
      if (line.line === 'other' || !Number.isInteger(depth) || depth > DEEPEST) return
      if (line.line === 'comment') {
        if (
          last !== undefined &&
          !/^(?:Subtest:|(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d)/.test(line.text)
        )
          last.comments.push(line.text)
        else last = undefined
        return
      }
      // A subtest needs no opening: deeper points and plans are one.
      if (line.line === 'version' && depth > 0) return
      known += 1
      while (levels.length <= depth) levels.push({ plan: undefined, points: [] })
      if (line.line === 'bail') {
        errors.push(`Bail out!${line.reason === '' ? '' : ` ${line.reason}`}`)
        ended = true
        return
      }
      if (line.line === 'version') return
      const level = levels[depth] as Level
      if (line.line === 'plan') {
        if (level.plan !== undefined) wrong.push('there are two plans')
        level.plan = line.last
        return
      }
      let children: readonly Result[] = []
      while (levels.length > depth + 1) {
        const inner = levels.pop() as Level
        close(inner, `the subtest \`${line.point.name}\``)
        children = inner.points
      }
      const { number } = line.point
      if (number !== undefined && number < 1) wrong.push(`the point ${number} is outside of every plan`)
      last = { point: line.point, text: text.trim(), children, yaml: [], comments: [] }
      level.points.push(last)
    }

    const lines = openLines(take)
    return {
      write: (chunk) => lines.write(chunk),
      end() {
        const read = lines.end()
        if (!read.ok) return read
        if (read.value.characters === 0) return emptyReport(TITLE)
        // On standard output other programs speak too: without a line of TAP nothing was said, and nothing was forged.
        if (known === 0) return emptyReport(TITLE)
        if (block !== undefined || !whole) wrong.push('it is cut off before its end')
        if (levels.length > 1) wrong.push('a subtest has no result')
        const [top] = levels
        if (top !== undefined) {
          if (top.plan === undefined) wrong.push('it has no plan')
          else close(top, 'it')
        }
        const tests = (top?.points ?? []).flatMap((one, index) => flatten(one, index, [], context, false))
        const report: TestReport = {
          kind: 'tests',
          format: 'tap',
          complete: wrong.length === 0 && errors.length === 0,
          tests,
          unloaded: [],
          errors: [...errors, ...wrong.map((reason) => `the TAP report is not whole: ${reason}`)],
          claimed: null,
        }
        return { ok: true, value: report }
      },
    }
  },
}

/** The tests of a point: its children, and itself where it has none or fails without one of them failing. */
const flatten = (
  one: Result,
  at: number,
  above: readonly string[],
  context: ReadContext,
  todo: boolean,
): readonly TestCase[] => {
  const own = one.point.name === '' ? `test ${one.point.number ?? at + 1}` : one.point.name
  const names = [...above, own]
  const excused = todo || one.point.directive === 'todo'
  const children = one.children.flatMap((child, index) => flatten(child, index, names, context, excused))
  const red = !one.point.good && one.point.directive !== 'todo' && !todo
  if (children.length > 0 && !(red && !children.some(({ status }) => status === 'failed'))) return children
  return [...children, testOf(one, names, context, todo)]
}

const testOf = (
  { point, text, yaml, comments }: Result,
  names: readonly string[],
  context: ReadContext,
  todo: boolean,
): TestCase => {
  const status =
    todo || point.directive === 'todo'
      ? 'todo'
      : !point.good
        ? 'failed'
        : point.directive === 'skip'
          ? 'skipped'
          : 'passed'
  const location = yaml.flatMap((line) => /^location:\s*['"]?(.+?):(\d+):\d+['"]?\s*$/.exec(line) ?? [])
  const file = location[1] === undefined ? null : treePath(location[1], context)
  const details = yaml.length > 0 ? yaml : comments
  const message = withoutColours(details.length > 0 ? details.join('\n') : text)
  const duration = Number(yaml.flatMap((line) => /^duration_ms:\s*([\d.]+)\s*$/.exec(line)?.[1] ?? [])[0] ?? Number.NaN)
  return {
    // Node says where a test stands only when it failed: the place is no part of its identity.
    id: testId(null, steadyName(names.join(' > '), context)),
    status,
    file,
    ...(location[2] === undefined ? {} : { line: Number(location[2]) }),
    ...(status === 'failed' ? { message } : {}),
    ...(Number.isNaN(duration) ? {} : { duration_ms: duration }),
    ...(status === 'skipped' && point.reason !== undefined ? { reason: point.reason } : {}),
  }
}

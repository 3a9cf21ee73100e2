import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import type { TestReport, Unloaded } from '../model/test-report.ts'
import { packageDirectory } from './go-packages.ts'
import { type GoEnd, GoPackage } from './go-test-package.ts'
import { steadyName, withoutColours } from './naming.ts'
import { emptyReport, foreignReport, openLines, truncatedReport } from './text.ts'

const TITLE = 'go test JSON'
const ENDS: Readonly<Record<string, GoEnd>> = { pass: 'pass', fail: 'fail', skip: 'skip' }

/**
 * The stream of `go test -json`, between a line that our call writes before it (`triverdict-start`) and one behind it
 * (`triverdict-end`), since the stream itself has no end mark: without that one it is not complete. Rules: `go doc test2json`.
 *
 * A package is whole when it started, ended, and its test binary printed its own closing PASS or FAIL. A test without an end, or with
 * one that the runner did not print itself, counts as failed. Packages that do not build are `unloaded` with the compiler's words
 * (build events of Go 1.24 and later). Lines that are no JSON are kept as errors. Ids: `directory::TestName/sub`.
 */
export const goTestJson: ReportFormatReader<TestReport> = {
  format: 'go-test-json',
  open(context) {
    const stream = new GoStream(context)
    const lines = openLines((text, whole) => stream.take(text, whole))
    return {
      write: (chunk) => lines.write(chunk),
      end() {
        const read = lines.end()
        return read.ok ? stream.report() : read
      },
    }
  },
}

type Line = Readonly<Record<string, unknown>>

class GoStream {
  private readonly packages = new Map<string, GoPackage>()
  private readonly builds = new Map<string, string[]>()
  private readonly strange: string[] = []
  private readonly contradictions: string[] = []
  private rounds = 1
  private race = ''
  private started = false
  private ended = false
  private stopped: Result<never> | undefined
  private anything = false

  constructor(private readonly context: ReadContext) {}

  take(text: string, whole: boolean): void {
    if (this.stopped !== undefined || text.trim() === '') return
    const first = !this.anything
    this.anything = true
    const line = lineOf(first && text.startsWith('\ufeff') ? text.slice(1) : text)
    if (line === undefined) {
      if (!whole) this.stopped = truncatedReport(TITLE)
      else if (first) this.stopped = foreignReport(TITLE, 'its first line is not an event')
      else this.strange.push(withoutColours(text))
    } else if (!whole) this.stopped = truncatedReport(TITLE)
    else this.event(line)
  }

  private event(line: Line): void {
    const action = line.Action
    if (this.ended) this.contradictions.push('something was written after the end of the stream')
    else if (action === 'triverdict-start') {
      if (this.started || this.packages.size > 0) this.contradictions.push('the stream starts twice')
      this.started = true
      this.rounds = Math.max(1, numberOr(line.Rounds, 1))
      this.race = typeof line.Race === 'string' ? line.Race : ''
    } else if (action === 'triverdict-end') this.ended = true
    else if (typeof line.ImportPath === 'string' && typeof line.Package !== 'string') this.build(line.ImportPath, line)
    else if (typeof line.Package === 'string') this.ofPackage(line.Package, line)
  }

  private build(path: string, line: Line): void {
    if (line.Action !== 'build-output' && line.Action !== 'build-fail') return
    const words = this.builds.get(path) ?? []
    this.builds.set(path, words)
    if (typeof line.Output === 'string') words.push(line.Output)
  }

  private ofPackage(path: string, line: Line): void {
    const known = this.packages.get(path)
    const found = known ?? new GoPackage(packageDirectory(path, this.context), this.rounds)
    this.packages.set(path, found)
    const name = typeof line.Test === 'string' ? line.Test : null
    const action = String(line.Action)
    const end = ENDS[action]
    if (action === 'start' && known !== undefined) found.denied.push(`the package ${found.directory} started twice`)
    else if (found.end !== null) found.denied.push(`the package ${found.directory} went on after its end`)
    else if (action === 'output' && typeof line.Output === 'string') found.output(name, line.Output)
    else if (action === 'run' && name !== null) found.run(name)
    else if (end !== undefined && name !== null) found.finish(name, end, numberOr(line.Elapsed, null))
    else if (end !== undefined) {
      found.end = end
      if (typeof line.FailedBuild === 'string') found.failedBuild = line.FailedBuild
    }
  }

  report(): Result<TestReport> {
    if (this.stopped !== undefined) return this.stopped
    if (!this.anything) return emptyReport(TITLE)
    const all = [...this.packages.values()]
    const unloaded: Unloaded[] = []
    const errors = this.strange.length === 0 ? [] : [this.strange.join('\n')]
    const anomalies: Anomaly[] = raceNote(this.race)
    for (const found of all) {
      const built = this.buildTrouble(found)
      if (built !== null) unloaded.push({ id: found.directory, message: built })
      else errors.push(...endTrouble(found))
      if (found.end === 'pass' && found.closing === null && found.attempts.length === 0 && !found.withoutTests) {
        const detail = `the package ${found.directory} passed without running a test: its own code ended the process`
        anomalies.push(anomaly('package-ran-no-test', 'medium', detail, { path: found.directory }))
      }
    }
    // What a package that is not in the stream could not be built for.
    const blamed = new Set(all.flatMap(({ failedBuild }) => failedBuild ?? []))
    for (const [path, words] of this.builds) {
      if (words.length === 0 || blamed.has(path) || unloaded.length > 0) continue
      unloaded.push({ id: packageDirectory(path, this.context), message: plainWords(words) })
    }
    const denied = [...this.contradictions, ...all.flatMap((found) => found.denied)]
    return {
      ok: true,
      value: {
        kind: 'tests',
        format: 'go-test-json',
        complete: this.ended,
        tests: all.flatMap((found) => found.cases((name) => steadyName(name, this.context))),
        unloaded,
        errors,
        claimed: null,
        ...(denied.length === 0 ? {} : { contradictions: [...new Set(denied)] }),
        ...(anomalies.length === 0 ? {} : { anomalies }),
      },
    }
  }

  /** The compiler's words about a package whose tests were not built; null for one that was. */
  private buildTrouble({ failedBuild, end, words }: GoPackage): string | null {
    const said = words.join('').trimEnd()
    if (failedBuild === null && !(end === 'fail' && /\[(?:build|setup) failed\]$/.test(said))) return null
    const compiler = failedBuild === null ? undefined : this.builds.get(failedBuild)
    return plainWords(compiler === undefined || compiler.length === 0 ? [said] : compiler)
  }
}

/** Why what a package said is not all that it had to say: a sentence, and the package's own words where there are more than its summary. */
const endTrouble = (found: GoPackage): readonly string[] => {
  const { directory, end, closing, words } = found
  const said = withoutColours(words.join('').trimEnd())
  const told = (sentence: string): readonly string[] => [
    `${directory} ${sentence}`,
    ...(said.includes('\n') ? [said] : []),
  ]
  if (end === null) return told('has no end: its process was gone before')
  if (end === 'skip') return []
  const [open] = found.unfinished
  if (open !== undefined) return told(`was gone while ${open} ran`)
  if (closing === null && (found.attempts.length > 0 || end === 'fail'))
    return told('did not run to the end of its tests')
  if (end === 'fail' && closing === 'PASS') return told('failed after its tests had passed')
  if (end === 'fail' && !found.anyRed) return told('failed outside every test')
  if (end === 'pass' && closing === 'FAIL' && !found.anyRed) return told('passed over a failure outside every test')
  return []
}

/** Without the headers of packages in front (`# m/pkg [m/pkg.test]`), so that the first line says what is wrong. */
const plainWords = (words: readonly string[]): string => {
  const text = withoutColours(words.join('').trimEnd())
  const plain = text.replace(/^(?:# .*\n)+/, '')
  return plain === '' ? text : plain
}

const raceNote = (race: string): Anomaly[] =>
  race === 'absent'
    ? [
        anomaly(
          'race-not-run',
          'medium',
          'The module uses goroutines, and the race detector needs cgo and a C compiler, which are not here.',
          {
            remedy: 'Install a C compiler, and leave CGO_ENABLED alone.',
          },
        ),
      ]
    : []

const lineOf = (text: string): Line | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    const known = typeof value === 'object' && value !== null && !Array.isArray(value)
    return known && typeof (value as Line).Action === 'string' ? (value as Line) : undefined
  } catch {
    return undefined
  }
}

const numberOr = <T>(value: unknown, other: T): number | T => (typeof value === 'number' && value >= 0 ? value : other)

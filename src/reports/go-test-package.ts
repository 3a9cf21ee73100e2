import type { TestCase, TestStatus } from '../model/test-report.ts'
import { withoutColours } from './naming.ts'

/** How a test, or a package, ended in the stream of go test. */
export type GoEnd = 'pass' | 'fail' | 'skip'

const STATUS: Readonly<Record<GoEnd, TestStatus>> = { pass: 'passed', fail: 'failed', skip: 'skipped' }
const WORDS: Readonly<Record<string, GoEnd>> = { PASS: 'pass', FAIL: 'fail', SKIP: 'skip' }
/** Lines by which the runner frames what a test prints. */
const FRAME = /^=== (?:RUN|PAUSE|CONT|NAME|ATTR|ARTIFACTS)\b/
const VERDICT = /^\s*--- (PASS|FAIL|SKIP): (.+) \(\d+(?:\.\d+)?s\)\s*$/
/** The line by which go sums up a package. */
const SUMMARY = /^(?:ok {2}|FAIL)\t\S+\t/
const POSITION = /^\s+([^\s:]+\.go):(\d+): /m
/** Characters of output that are kept of one test. */
const KEPT = 64 * 1024

interface Attempt {
  readonly name: string
  end: GoEnd | null
  /** The runner itself printed how the test ended; an end without that is only what the converter made of a process that was gone. */
  said: GoEnd | null
  output: string[]
  kept: number
  elapsed: number | null
}

/** What one package of a stream has said so far. */
export class GoPackage {
  readonly attempts: Attempt[] = []
  private readonly last = new Map<string, Attempt>()
  private readonly counts = new Map<string, number>()
  /** Sentences about events that do not fit: each is a contradiction. */
  readonly denied: string[] = []
  end: GoEnd | null = null
  /** What the test binary printed at the end of its own run; null when it never came so far. */
  closing: 'PASS' | 'FAIL' | null = null
  /** The key of the build that failed. */
  failedBuild: string | null = null
  /** What was printed outside every test. */
  readonly words: string[] = []
  private kept = 0

  constructor(
    readonly directory: string,
    private readonly rounds: number,
  ) {}

  run(name: string): void {
    const before = this.last.get(name)
    const count = (this.counts.get(name) ?? 0) + 1
    this.counts.set(name, count)
    if (before !== undefined && before.end === null) this.denied.push(`${this.idOf(name)} was started while it ran`)
    else if (count > this.rounds) this.denied.push(`${this.idOf(name)} ran ${count} times`)
    const attempt: Attempt = { name, end: null, said: null, output: [], kept: 0, elapsed: null }
    this.attempts.push(attempt)
    this.last.set(name, attempt)
  }

  output(name: string | null, text: string): void {
    // What go itself prints about the package is put to the test that ran, where the process was gone.
    const attempt = name === null || SUMMARY.test(text) ? undefined : this.last.get(name)
    if (attempt === undefined) {
      const line = text.trimEnd()
      if (name === null && (line === 'PASS' || line === 'FAIL')) this.closing = line
      this.kept = keep(this.words, this.kept, text)
      return
    }
    const verdict = VERDICT.exec(text)
    if (verdict !== null && verdict[2] === name) attempt.said = WORDS[verdict[1] as string] ?? null
    if (!FRAME.test(text)) attempt.kept = keep(attempt.output, attempt.kept, text)
  }

  finish(name: string, end: GoEnd, elapsed: number | null): void {
    const attempt = this.last.get(name)
    const word = STATUS[end]
    if (attempt === undefined) this.denied.push(`${this.idOf(name)} ${word} without having run`)
    else if (attempt.end !== null)
      this.denied.push(`${this.idOf(name)} ended twice: ${STATUS[attempt.end]}, then ${word}`)
    else {
      attempt.end = end
      attempt.elapsed = elapsed
      if (end === 'pass' && attempt.said === 'pass') attempt.output = []
    }
    // Whatever was said first, red stays.
    if (attempt !== undefined && end === 'fail') attempt.end = 'fail'
  }

  /** `directory::TestName/sub`. */
  idOf(name: string): string {
    return `${this.directory}::${name}`
  }

  /** True for a test of this attempt that did not end by the runner's own word. */
  private open({ end, said }: Attempt): boolean {
    return end === null || (end !== 'fail' && said !== end)
  }

  /** Tests that never came to their end: the process was gone. */
  get unfinished(): readonly string[] {
    return this.attempts.filter((attempt) => this.open(attempt)).map(({ name }) => name)
  }

  /** With coverage, go says of a package without test files that it passed, in a line of its own (Go 1.22). */
  get withoutTests(): boolean {
    return this.words.some((text) => /^\t\S+\t\tcoverage: 0\.0% of statements\s*$/.test(text))
  }

  get anyRed(): boolean {
    return this.attempts.some((attempt) => this.open(attempt) || attempt.end === 'fail')
  }

  /**
   * The tests. One that only holds others is not counted; it is left out where it failed because of them and printed nothing of its
   * own. `steady` gives a name that is the same in every run.
   */
  cases(steady: (name: string) => string): readonly TestCase[] {
    const red = new Set(this.attempts.filter((one) => this.open(one) || one.end === 'fail').map(({ name }) => name))
    const parents = new Set([...this.last.keys()].flatMap(ancestors))
    const blamed = new Set([...red].flatMap(ancestors))
    return this.attempts.flatMap((attempt): readonly TestCase[] => {
      const { name } = attempt
      const status: TestStatus = this.open(attempt) ? 'failed' : STATUS[attempt.end as GoEnd]
      const text = withoutColours(attempt.output.join('')).trimEnd()
      const position = POSITION.exec(text)
      if (status === 'failed' && blamed.has(name) && position === null) return []
      const file = status === 'failed' && position?.[1]?.endsWith('_test.go') ? position[1] : null
      return [
        {
          id: this.idOf(steady(name)),
          status,
          file: file === null ? this.directory : this.directory === '.' ? file : `${this.directory}/${file}`,
          ...(file === null ? {} : { line: Number(position?.[2]) }),
          ...(status === 'failed' && text !== '' ? { message: text } : {}),
          ...(status === 'skipped' && text !== '' ? { reason: reasonIn(text) } : {}),
          ...(attempt.elapsed === null ? {} : { duration_ms: Math.round(attempt.elapsed * 1000) }),
          ...(parents.has(name) ? { counted: false } : {}),
        },
      ]
    })
  }
}

const keep = (list: string[], kept: number, text: string): number => {
  if (kept < KEPT) list.push(text)
  return kept + text.length
}

/** `T/a/b` → `T`, `T/a`. */
const ancestors = (name: string): readonly string[] => {
  const found: string[] = []
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) found.push(name.slice(0, at))
  return found
}

/** `    x_test.go:10: later` before `--- SKIP: …` → `later`. */
const reasonIn = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !VERDICT.test(line))
    .map((line) => line.trim().replace(/^[^\s:]+\.go:\d+: /, ''))
    .join('\n')
    .trim()

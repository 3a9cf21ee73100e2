import { z } from 'zod'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import type { TestCase, TestReport, Unloaded } from '../model/test-report.ts'
import { steadyName, testId, treePath, withoutColours } from './naming.ts'
import { emptyReport, foreignReport, openLines, truncatedReport, unreadableReport } from './text.ts'

const count = z.number().int().nonnegative()
const suite = z.object({
  file: z.string().nullable(),
  status: z.enum(['loaded', 'unloaded']),
  message: z.string().optional(),
})
const test = z.object({
  file: z.string().nullable(),
  name: z.string(),
  status: z.enum(['passed', 'failed', 'skipped', 'todo', 'hollow']),
  line: z.number().nullish(),
  message: z.string().nullish(),
  duration_ms: z.number().nullish(),
  attempts: count.nullish(),
  reason: z.string().nullish(),
})
const SCHEMAS = {
  start: z.object({ tool: z.string(), version: z.string().nullish() }),
  suite,
  test,
  error: z.object({ message: z.string() }),
  contradiction: z.object({ message: z.string() }),
  modules: z.object({ modules: z.record(z.string(), z.string()) }),
  end: z.object({ passed: count, failed: count, skipped: count.optional() }),
}
const record = z.looseObject({ event: z.string() })

const TITLE = 'events'

/**
 * The stream of our own reporters, one JSON object a line. Strict: it begins with `start`, a second `start` or anything after
 * `end` makes it unreadable (a second session or a late write), a malformed line too; a cut last line is `report-truncated`.
 * Unknown events are skipped. Without `end` every record is kept and `complete` is false.
 */
export const events: ReportFormatReader<TestReport> = {
  format: 'events',
  open(context) {
    const state = new EventState(context)
    const lines = openLines((text, whole) => state.take(text, whole))
    return {
      write: (chunk) => lines.write(chunk),
      end() {
        const read = lines.end()
        return read.ok ? state.report() : read
      },
    }
  },
}

class EventState {
  private readonly context: ReadContext
  private readonly tests: TestCase[] = []
  private readonly unloaded: Unloaded[] = []
  private readonly errors: string[] = []
  private readonly contradictions: string[] = []
  private modules: Record<string, string> | undefined
  private claimed: { passed: number; failed: number } | null = null
  private phase: 'before' | 'running' | 'ended' = 'before'
  private number = 0
  private stopped: Result<never> | undefined

  constructor(context: ReadContext) {
    this.context = context
  }

  take(text: string, whole: boolean): void {
    this.number += 1
    if (this.stopped !== undefined || text.trim() === '') return
    let value: unknown
    try {
      value = JSON.parse(this.number === 1 && text.startsWith('\ufeff') ? text.slice(1) : text)
    } catch {
      this.stopped = whole ? this.unreadable('is not JSON', text) : truncatedReport(TITLE)
      return
    }
    const parsed = record.safeParse(value)
    if (!parsed.success) {
      this.stopped =
        this.phase === 'before'
          ? foreignReport(TITLE, 'its first line is not an event')
          : this.unreadable('is not an event', text)
      return
    }
    this.event(parsed.data.event, parsed.data, text)
  }

  private event(name: string, value: object, text: string): void {
    if (this.phase === 'ended') {
      this.stopped = unreadableReport(
        TITLE,
        `something was written after its end (line ${this.number}): a second session or a late write`,
        text,
      )
    } else if (name === 'start' && this.phase === 'running') {
      this.stopped = unreadableReport(
        TITLE,
        `it has two starts (line ${this.number}): two sessions wrote to one file`,
        text,
      )
    } else if (name !== 'start' && this.phase === 'before') {
      this.stopped = this.unreadable('comes before the start', text)
    } else if (Object.hasOwn(SCHEMAS, name)) {
      const problem = this.known(name as keyof typeof SCHEMAS, value)
      if (problem !== undefined) this.stopped = this.unreadable(problem, text)
    }
  }

  /** Takes in one known event; returns what is wrong with it. */
  private known(name: keyof typeof SCHEMAS, value: object): string | undefined {
    const parsed = SCHEMAS[name].safeParse(value)
    if (!parsed.success) return `is not a valid \`${name}\` event (\`${parsed.error.issues[0]?.path.join('.') ?? ''}\`)`
    switch (name) {
      case 'start':
        this.phase = 'running'
        return
      case 'end': {
        const { passed, failed } = parsed.data as z.infer<(typeof SCHEMAS)['end']>
        this.claimed = { passed, failed }
        this.phase = 'ended'
        return
      }
      case 'suite': {
        const { file, status, message } = parsed.data as z.infer<typeof suite>
        if (status === 'unloaded') {
          const id = file === null ? '(no file)' : treePath(file, this.context)
          this.unloaded.push({ id, message: withoutColours(message ?? '') })
        }
        return
      }
      case 'error':
        this.errors.push(withoutColours((parsed.data as z.infer<(typeof SCHEMAS)['error']>).message))
        return
      case 'contradiction':
        this.contradictions.push(withoutColours((parsed.data as z.infer<(typeof SCHEMAS)['contradiction']>).message))
        return
      case 'modules':
        this.modules = { ...this.modules, ...(parsed.data as z.infer<(typeof SCHEMAS)['modules']>).modules }
        return
      case 'test':
        this.tests.push(testCase(parsed.data as z.infer<typeof test>, this.context))
    }
  }

  private unreadable(what: string, text: string): Result<never> {
    return unreadableReport(TITLE, `line ${this.number} ${what}`, text.slice(0, 2_000))
  }

  report(): Result<TestReport> {
    if (this.stopped !== undefined) return this.stopped
    if (this.phase === 'before') return emptyReport(TITLE)
    return {
      ok: true,
      value: {
        kind: 'tests',
        format: 'events',
        complete: this.phase === 'ended',
        tests: this.tests,
        unloaded: this.unloaded,
        errors: this.errors,
        claimed: this.claimed,
        ...(this.contradictions.length === 0 ? {} : { contradictions: this.contradictions }),
        ...(this.modules === undefined ? {} : { modules: this.modules }),
      },
    }
  }
}

const testCase = (from: z.infer<typeof test>, context: ReadContext): TestCase => {
  const file = from.file === null ? null : treePath(from.file, context)
  return {
    id: testId(file === null ? null : steadyName(file, context), steadyName(from.name, context)),
    status: from.status,
    file,
    ...(from.line != null && from.line > 0 ? { line: from.line } : {}),
    ...(from.message == null ? {} : { message: withoutColours(from.message) }),
    ...(from.duration_ms == null ? {} : { duration_ms: Math.max(0, from.duration_ms) }),
    ...(from.attempts == null ? {} : { attempts: from.attempts }),
    ...(from.reason == null ? {} : { reason: withoutColours(from.reason) }),
  }
}

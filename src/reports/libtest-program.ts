import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { ReadContext } from '../model/reader.ts'
import type { TestCase, TestReport, Unloaded } from '../model/test-report.ts'
import { testId } from './naming.ts'
import { tapOutput } from './tap-output.ts'

/** The name of a target without a harness: the program is its own only test. */
const WHOLE = '(program)'

/** The TAP that a program speaks; undefined for one that announces none. */
const tapOf = (said: string, context: ReadContext): TestReport | undefined => {
  const reading = tapOutput.open(context)
  reading.write(`${said}\n`)
  const read = reading.end()
  return read.ok ? read.value : undefined
}

/**
 * A target of cargo without libtest (`harness = false`). One that announces TAP is held to it; of any other the exit code is the only
 * witness, and a program that the product ended early with 0 looks like one that did its work: that is said. `failed`: cargo's own line
 * on a target that did not end well; null where it did.
 */
export const wholeProgram = (
  file: string,
  said: string,
  failed: string | null,
  context: ReadContext,
): {
  readonly tests: readonly TestCase[]
  readonly unloaded: readonly Unloaded[]
  readonly anomalies: readonly Anomaly[]
} => {
  const test = { id: testId(file, WHOLE), file }
  const program: TestCase =
    failed !== null
      ? { ...test, status: 'failed', message: said === '' ? failed : said }
      : said !== ''
        ? { ...test, status: 'passed' }
        : // A program that ended well and said nothing may have done nothing.
          { ...test, status: 'hollow', reason: 'a program without a harness that said nothing' }
  const tap = said === '' ? undefined : tapOf(said, context)
  if (tap === undefined) {
    const note = anomaly(
      'pass-by-exit-code',
      'medium',
      `${file} is a program without a harness that names no tests: only its exit code was judged`,
      { path: file, remedy: 'Let it print TAP, or what libtest prints (libtest-mimic), so that an early end shows.' },
    )
    return { tests: [program], unloaded: [], anomalies: program.status === 'passed' ? [note] : [] }
  }
  if (!tap.complete || tap.errors.length > 0)
    return { tests: [], unloaded: [{ id: file, message: [...tap.errors, said].join('\n') }], anomalies: [] }
  const points = tap.tests.map((one): TestCase => ({ ...one, id: testId(file, one.id), file }))
  return { tests: [...points, { ...program, counted: false }], unloaded: [], anomalies: [] }
}

import { z } from 'zod'
import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Registration } from '../model/registrations.ts'
import type { Result } from '../model/result.ts'
import type { TestCase, TestReport, TestStatus, Unloaded } from '../model/test-report.ts'
import { deniedByFramework } from './framework-summary.ts'
import { jsonReader, parseJson, shaped } from './json-document.ts'
import { steadyName, testId, withoutColours } from './naming.ts'
import { programFailure } from './program-failure.ts'
import { sanitizerReport } from './sanitizer.ts'
import { openText, truncatedReport } from './text.ts'

const TITLE = 'meson testlog.json'

const test = z.object({
  name: z.string(),
  result: z.string(),
  duration: z.number().nullish(),
  stdout: z.string().nullish(),
  stderr: z.string().nullish(),
})
const end = z.object({ triverdict: z.literal('end'), code: z.number() })

/**
 * `meson-logs/testlog.json`: a line for each test as it ended, and a last one of ours. Results: mesonbuild/mtest.py, `TestResult`. A test
 * that is expected to fail is another question than the same one that is not: its id says so.
 */
export const mesonTestlog: ReportFormatReader<TestReport> = {
  format: 'meson-testlog',
  open: (context) => openText(TITLE, (text) => read(text, context)),
}

const STATUS: Readonly<Record<string, TestStatus>> = {
  OK: 'passed',
  EXPECTEDFAIL: 'passed',
  FAIL: 'failed',
  UNEXPECTEDPASS: 'failed',
  TIMEOUT: 'failed',
  SKIP: 'skipped',
  IGNORED: 'skipped',
}

const read = (text: string, context: ReadContext): Result<TestReport> => {
  const lines = text.split('\n')
  if (lines.pop() !== '') return truncatedReport(TITLE)
  const tests: TestCase[] = []
  const unloaded: Unloaded[] = []
  let complete = false
  for (const line of lines) {
    const json = parseJson(TITLE, line)
    if (!json.ok) return json
    if (end.safeParse(json.value).success) {
      complete = true
      continue
    }
    const found = shaped(TITLE, json.value, test)
    if (!found.ok) return found
    complete = false
    const { name, result, stdout, stderr, duration } = found.value
    const expected = result === 'EXPECTEDFAIL' || result === 'UNEXPECTEDPASS' ? ' (should fail)' : ''
    const id = testId(null, `${steadyName(name, context)}${expected}`)
    const printed = withoutColours([stdout, stderr].filter(Boolean).join('\n'))
    const status = STATUS[result]
    if (status === undefined) unloaded.push({ id, message: `${result}: ${printed}`.trim() })
    else
      tests.push({
        ...case_(id, status, result, printed),
        ...(duration == null ? {} : { duration_ms: duration * 1000 }),
      })
  }
  return {
    ok: true,
    value: { kind: 'tests', format: 'meson-testlog', complete, tests, unloaded, errors: [], claimed: null },
  }
}

const case_ = (id: string, status: TestStatus, result: string, printed: string): TestCase => {
  const plain: TestCase = { id, status, file: null }
  if (status === 'failed') {
    const message = programFailure(printed) ?? (printed.trim() === '' ? result : printed)
    return { ...plain, message }
  }
  if (result !== 'OK') return status === 'skipped' ? { ...plain, reason: result } : plain
  const message = sanitizerReport(printed)
  if (message !== undefined) return { ...plain, status: 'failed', message, tentative: true }
  const denial = deniedByFramework(printed)
  if (denial === undefined) return plain
  return denial.status === 'hollow'
    ? { ...plain, status: 'hollow', reason: denial.words }
    : { ...plain, status: 'failed', message: denial.words, tentative: true }
}

const registered = z.array(
  z.looseObject({ name: z.string(), suite: z.array(z.string()).optional(), cmd: z.array(z.string()) }),
)
/** Order, length and surroundings of a run say nothing about what it asks. */
const ORDER = new Set(['timeout', 'is_parallel', 'priority', 'depends', 'extra_paths', 'name', 'suite'])

/** As testlog.json has it: with the suites in front where there are several (mesonbuild/mtest.py, `get_pretty_suite`). */
const prettyName = ({ name, suite = [] }: z.infer<typeof registered>[number], several: boolean): string => {
  const [first] = suite
  if (!several || first === undefined) return name
  const project = first.split(':')[0] as string
  const suites = suite.map((each) => each.split(':')[1] ?? '').filter((each) => each !== '')
  return `${suites.length === 0 ? '' : `${suites.join('+')} - `}${project}:${name}`
}

/** Tests that a Meson build registers (`meson introspect --tests`), under the names that testlog.json has. */
export const mesonTests = jsonReader('meson-tests', 'meson introspect --tests', registered, (tests, context) => {
  const several = new Set(tests.flatMap(({ suite }) => suite ?? [])).size > 1
  const registrations = tests.map((one): Registration => {
    const kept = Object.entries(one)
      .filter(([key]) => !ORDER.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const text = JSON.stringify(kept).replaceAll(context.root, '')
    return { group: 'check', id: testId(null, steadyName(prettyName(one, several), context)), text, file: null }
  })
  return {
    ok: true,
    value: { kind: 'registrations' as const, format: 'meson-tests' as const, complete: true, registrations },
  }
})

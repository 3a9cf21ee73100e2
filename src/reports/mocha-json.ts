import { z } from 'zod'
import type { ReadContext } from '../model/reader.ts'
import type { TestCase, TestReport, TestStatus, Unloaded } from '../model/test-report.ts'
import { jsonReader } from './json-document.ts'
import { steadyName, testId, treePath, withoutColours } from './naming.ts'

const count = z.number().int().nonnegative()
const entry = z.object({
  title: z.string(),
  fullTitle: z.string(),
  file: z.string().nullish(),
  duration: z.number().nullish(),
  currentRetry: z.number().nullish(),
  err: z.object({ message: z.unknown(), stack: z.unknown() }).partial().nullish(),
})
const schema = z.object({
  stats: z.object({ passes: count, pending: count, failures: count }),
  tests: z.array(entry),
  pending: z.array(entry),
  failures: z.array(entry),
  passes: z.array(entry),
})
type Entry = z.infer<typeof entry>

/**
 * `mocha --reporter json`. It knows the titles of suites only joined by blanks, so a name is `suites > title`. Failing hooks are
 * `unloaded`: their suites ended early. A test that passed on a retry is failed.
 */
export const mochaJson = jsonReader('mocha-json', 'mocha JSON', schema, (report, context) => ({
  ok: true,
  value: fromMocha(report, context),
}))

const fromMocha = (report: z.infer<typeof schema>, context: ReadContext): TestReport => {
  const left = {
    failed: multiset(report.failures),
    skipped: multiset(report.pending),
    passed: multiset(report.passes),
  }
  const tests: TestCase[] = []
  const errors: string[] = []
  for (const found of report.tests) {
    const status = (['failed', 'skipped', 'passed'] as const).find(
      (list) => takeOne(left[list], keyOf(found)) !== undefined,
    )
    if (status === undefined) errors.push(`\`${found.fullTitle}\` is listed as a test and has no result`)
    else tests.push(testCase(found, status, context))
  }
  const unloaded: Unloaded[] = []
  for (const found of [...left.failed.values()].flat()) {
    const id = testId(found.file == null ? null : treePath(found.file, context), steadyName(found.fullTitle, context))
    unloaded.push({ id, message: messageOf(found) ?? 'it failed' })
  }
  const extra = [...left.passed.values(), ...left.skipped.values()].flat()
  // A test that called done() twice is in two lists: it already counts as failed.
  const doubled = new Set(tests.filter((test) => test.status === 'failed').map((test) => test.id))
  for (const found of extra) {
    const test = testCase(found, 'passed', context)
    if (!doubled.has(test.id)) errors.push(`\`${found.fullTitle}\` has a result and is not listed as a test`)
  }
  if (report.stats.failures !== report.failures.length) {
    errors.push(`the report counts ${report.stats.failures} failures and lists ${report.failures.length}`)
  }
  const claimed = { passed: report.stats.passes, failed: report.stats.failures }
  return { kind: 'tests', format: 'mocha-json', complete: true, tests, unloaded, errors, claimed }
}

const keyOf = (found: Entry): string => JSON.stringify([found.file ?? null, found.fullTitle])

const multiset = (entries: readonly Entry[]): Map<string, Entry[]> => {
  const sets = new Map<string, Entry[]>()
  for (const found of entries) {
    const same = sets.get(keyOf(found))
    if (same === undefined) sets.set(keyOf(found), [found])
    else same.push(found)
  }
  return sets
}

const takeOne = (from: Map<string, Entry[]>, key: string): Entry | undefined => {
  const found = from.get(key)?.shift()
  if (from.get(key)?.length === 0) from.delete(key)
  return found
}

const messageOf = (found: Entry): string | undefined => {
  const { stack, message } = found.err ?? {}
  const text = typeof stack === 'string' && stack !== '' ? stack : typeof message === 'string' ? message : undefined
  return text === undefined || text === '' ? undefined : withoutColours(text)
}

const testCase = (found: Entry, status: TestStatus, context: ReadContext): TestCase => {
  const file = found.file == null ? null : treePath(found.file, context)
  const suites = found.fullTitle.endsWith(` ${found.title}`) ? found.fullTitle.slice(0, -found.title.length - 1) : ''
  const retries = found.currentRetry ?? 0
  const message = messageOf(found)
  return {
    id: testId(
      file === null ? null : steadyName(file, context),
      steadyName(suites === '' ? found.title : `${suites} > ${found.title}`, context),
    ),
    status: status === 'passed' && retries > 0 ? 'failed' : status,
    file,
    ...(message === undefined ? {} : { message }),
    ...(typeof found.duration === 'number' ? { duration_ms: found.duration } : {}),
    ...(retries > 0 ? { attempts: retries + 1 } : {}),
  }
}

import { type Anomaly, anomaly } from '../model/anomaly.ts'
import { unreachable } from '../model/result.ts'
import type { Item } from '../model/run-facts.ts'
import type { TestCase, TestReport, TestStatus, Unloaded } from '../model/test-report.ts'
import type { ChannelReports } from './channel-reports.ts'
import { firstErrorLine } from './error-line.ts'
import { sortedIds } from './multiset.ts'
import { hearWitness } from './witness.ts'

/** What the reports of one run say, before the exit code is heard. */
export interface ReportFacts {
  readonly items: readonly Item[]
  readonly unloaded?: readonly Unloaded[]
  readonly incomplete: readonly string[]
  readonly contradictions: readonly string[]
  readonly anomalies: readonly Anomaly[]
}

const stateOf = (status: TestStatus): Item['state'] => {
  switch (status) {
    case 'passed':
      return 'green'
    case 'failed':
      return 'red'
    case 'skipped':
    case 'todo':
    case 'hollow':
      return 'skipped'
    default:
      return unreachable(status)
  }
}

const itemOf = (test: TestCase): Item => {
  const state = stateOf(test.status)
  const message = state === 'red' ? (test.message ?? null) : null
  return {
    id: test.id,
    state,
    file: test.file,
    message,
    ...(test.line === undefined ? {} : { line: test.line }),
    ...(test.counted === undefined ? {} : { counted: test.counted }),
    ...(test.tentative ? { tentative: 'new' as const } : {}),
  }
}

/** Totals that the report printed itself, against the tests that it lists. */
const deniedByTotals = (report: TestReport): string[] => {
  const { claimed } = report
  if (claimed === null) return []
  const count = (status: TestStatus): number => report.tests.filter((test) => test.status === status).length
  if (report.format === 'events') {
    return (['passed', 'failed'] as const).flatMap((word) => {
      const total = claimed[word]
      return total === null || total === count(word)
        ? []
        : [`the event stream ends with ${total} ${word} and lists ${count(word)}`]
    })
  }
  // Attributes of foreign formats are often wrong; only a red total over a green list is worth a word, and suites that did not load explain it.
  const explained = report.unloaded.length > 0 || report.errors.length > 0
  return (claimed.failed ?? 0) > 0 && count('failed') === 0 && !explained
    ? [`the ${report.format} report counts ${claimed.failed} failed and lists none`]
    : []
}

const hollow = (reports: readonly TestReport[]): Anomaly[] => {
  const ids = sortedIds(
    reports.flatMap((report) => report.tests.flatMap((test) => (test.status === 'hollow' ? [test.id] : []))),
  )
  return ids.length === 0
    ? []
    : [
        anomaly(
          'hollow-tests',
          'high',
          `${ids.length} tests passed without being able to fail; they are not counted as passed`,
          {
            evidence: ids.join('\n'),
            remedy: 'Await or return what the test checks, and assert on it.',
          },
        ),
      ]
}

/** Where a message says something, its one line behind a colon. */
const firstWords = (message: string): string => {
  const line = firstErrorLine(message)
  return line === '' ? '' : `: ${line}`
}

/** Each file or suite once: several accounts of one run may tell of it, and the first that says something has the word. */
const unloadedIn = (reports: readonly TestReport[]): readonly Unloaded[] => {
  const known = new Map<string, Unloaded>()
  for (const one of reports.flatMap((report) => report.unloaded)) {
    const before = known.get(one.id)
    if (before === undefined || before.message.trim() === '') known.set(one.id, one)
  }
  return [...known.values()]
}

/** Facts of a test run from the reports that decide, with the witnesses heard against them. */
export const testFacts = ({ deciding, witnesses }: ChannelReports): ReportFacts => {
  const all = [...deciding, ...witnesses]
  const heard = deciding.flatMap((stream) => witnesses.map((witness) => hearWitness(stream, witness)))
  const items = deciding.flatMap((report) => report.tests.map(itemOf))
  // A second account calls the same files by other names: it has the word only where it knows of more.
  const [own, theirs] = [unloadedIn(deciding), unloadedIn(witnesses)]
  const unloaded = own.length >= theirs.length ? own : unloadedIn(all)
  const executed = items.some((item) => item.state !== 'skipped')
  return {
    items,
    unloaded,
    incomplete: [
      ...unloaded.map(({ id, message }) => `${id} did not load${firstWords(message)}`),
      ...new Set(
        all.flatMap((report) => report.errors.map((error) => `an error outside every test${firstWords(error)}`)),
      ),
      ...deciding
        .filter((report) => !report.complete)
        .map(({ format }) => (format === 'events' ? 'its event stream has no end' : `its ${format} report has no end`)),
      ...(deciding.length > 0 && !executed ? ['no test ran'] : []),
      ...heard.flatMap((disagreement) => disagreement.incomplete),
    ],
    contradictions: [
      ...deciding.flatMap((report) => report.contradictions ?? []),
      ...deciding.flatMap(deniedByTotals),
      ...heard.flatMap((disagreement) => disagreement.contradictions),
    ],
    anomalies: [...hollow(deciding), ...all.flatMap((report) => report.anomalies ?? [])],
  }
}

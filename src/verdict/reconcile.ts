import { anomaly } from '../model/anomaly.ts'
import type { CheckKind } from '../model/check.ts'
import type { Outcome } from '../model/outcome.ts'
import type { RunFacts } from '../model/run-facts.ts'
import type { ExitRow } from '../model/stack.ts'
import { type ReadChannel, sortChannels } from './channel-reports.ts'
import { findingFacts } from './finding-facts.ts'
import { type FirstPartyRoots, foreignModules } from './loaded-modules.ts'
import { countSkipped } from './red-items.ts'
import { endSentence, type RunEnd, readEnd } from './run-end.ts'
import { testFacts } from './test-facts.ts'

/** Everything one run of one check left behind. Text that was only printed is not in it: log text is never guessed at. */
export interface ReconcileInput {
  readonly kind: CheckKind
  /** Id of the tool; null for an opaque command. Named in sentences only. */
  readonly tool: string | null
  readonly outcome: Outcome
  readonly exits: readonly ExitRow[]
  readonly channels: readonly ReadChannel[]
  readonly firstPartyRoots?: FirstPartyRoots
  /** What is said where no report is there at all. */
  readonly silence?: string
}

/** What the exit code says against the reports: null when they agree, or when the run did not exit by itself. */
const exitSentence = (
  input: ReconcileInput,
  { meaning, note }: RunEnd,
  red: boolean,
  whole: boolean,
): string | null => {
  const code = input.outcome.exit_code
  const means = note === '' ? '' : ` (${note})`
  if (meaning === 'not-complete') {
    return !red && whole
      ? `exit code ${code}${means} over a green report`
      : `exit code ${code}${means} says that the run is not complete`
  }
  if (meaning === 'red' && !red) {
    if (input.kind !== 'tests' && whole) return `exit code ${code}${means} without a finding`
    return whole
      ? `exit code ${code}${means} over a green report`
      : `exit code ${code}${means} without a ${input.kind === 'tests' ? 'failing test' : 'finding'}`
  }
  return null
}

/** Holds the end of the process, its exit code and its reports against each other. A contradiction is never resolved in the green direction. */
export const reconcile = (input: ReconcileInput): RunFacts => {
  const { kind, tool, outcome, channels, firstPartyRoots } = input
  const reports = sortChannels(channels)
  const found = kind !== 'tests' && reports.findings.length > 0
  const exitedRed = input.exits.some((row) => row.code === outcome.exit_code && row.meaning === 'red')
  const judged = found ? findingFacts(reports.findings, exitedRed) : testFacts(reports)
  const silent = !found && reports.deciding.length === 0 && reports.missing.length === 0
  const red = judged.items.some((item) => item.state === 'red')
  const trusted = judged.incomplete.length === 0 && reports.missing.length === 0 && !silent
  const end = readEnd(outcome, input.exits, red && trusted)
  const modules = [...reports.deciding, ...reports.witnesses].flatMap((report) =>
    firstPartyRoots === undefined || report.modules === undefined
      ? []
      : foreignModules(report.modules, firstPartyRoots),
  )
  const sentence = endSentence(outcome, end)
  const incomplete = [
    sentence,
    ...reports.missing,
    silent ? (input.silence ?? 'no report tells what it did') : null,
    ...modules,
    ...judged.incomplete,
    exitSentence(input, end, red, trusted),
  ].filter((line) => line !== null)
  const certain = judged.items.some((item) => item.state === 'red' && item.tentative === undefined)
  const overridden = certain && end.meaning === 'green'
  return {
    kind,
    end: end.end,
    exit_code: outcome.exit_code,
    signal: end.signal,
    duration_ms: outcome.duration_ms,
    complete: incomplete.length === 0,
    incomplete,
    contradictions: [...reports.contradictions, ...judged.contradictions],
    items: judged.items,
    ...(judged.unloaded === undefined || judged.unloaded.length === 0 ? {} : { unloaded: judged.unloaded }),
    ...(reports.registrations === undefined ? {} : { registrations: reports.registrations }),
    skipped: countSkipped(judged.items),
    anomalies: [
      ...judged.anomalies,
      ...(overridden
        ? [
            anomaly(
              'exit-overridden',
              'high',
              `${tool ?? 'the command'} exited ${outcome.exit_code} over a report that names failures`,
              {
                remedy: 'Find what sets the exit code; the failures count.',
              },
            ),
          ]
        : []),
      ...modules.map((detail) =>
        anomaly('wrong-module', 'high', detail, { remedy: 'Install the project from the tree that is tested.' }),
      ),
    ],
  }
}

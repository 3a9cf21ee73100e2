import type { FindingsReport } from '../model/findings.ts'
import type { Report } from '../model/reader.ts'
import type { Registration } from '../model/registrations.ts'
import type { Result } from '../model/result.ts'
import type { Channel } from '../model/stack.ts'
import type { TestReport } from '../model/test-report.ts'

/** One channel of a run and what was read from it; `absent` when nothing was left there. */
export interface ReadChannel {
  readonly channel: Channel
  readonly read: Result<Report> | 'absent'
}

/** The readable reports of a run by what they are for, and a sentence for each required one that is not there. */
export interface ChannelReports {
  /** What decides about tests: our own streams, or the runner's reports where there is no stream. */
  readonly deciding: readonly TestReport[]
  /** The runner's own reports beside a stream: they may only contradict. */
  readonly witnesses: readonly TestReport[]
  readonly findings: readonly FindingsReport[]
  /** Undefined where no channel tells of any. */
  readonly registrations: readonly Registration[] | undefined
  readonly missing: readonly string[]
  /** A report that is not of this run is a lie, not an absence. */
  readonly contradictions: readonly string[]
}

/** Kinds of trouble that say a report was written by somebody else or at another time. */
const NOT_OF_THIS_RUN: ReadonlySet<string> = new Set(['report-foreign', 'report-late', 'report-stale', 'report-forged'])

/** Formats that runners write for others: what decides is a report then, and no stream of ours. */
const REPORTS: ReadonlySet<string> = new Set(['junit', 'tap', 'tap-output', 'ctrf'])

const nameOf = ({ role, format }: Channel): string =>
  role === 'events' && !REPORTS.has(format) ? 'event stream' : `${format} report`

const kindFor = (channel: Channel): Report['kind'] =>
  channel.role === 'events' || channel.role === 'summary' ? 'tests' : channel.role

/** What was found where nobody promised a report: text of another kind is none of ours, but a report that cannot be read tells of a run. */
const isNothing = ({ channel, read }: ReadChannel): boolean =>
  read === 'absent' ||
  channel.role !== 'events' ||
  (!read.ok &&
    (NOT_OF_THIS_RUN.has(read.trouble.kind) || (channel.fallback === true && read.trouble.kind === 'report-empty')))

const missingSentence = ({ channel, read }: ReadChannel): string | null => {
  if (!channel.required && isNothing({ channel, read })) return null
  if (read === 'absent') return `it left no ${nameOf(channel)}`
  if (!read.ok) return `its ${nameOf(channel)} cannot be read: ${read.trouble.message}`
  return read.value.kind === kindFor(channel) ? null : `its ${nameOf(channel)} is a report of ${read.value.kind}`
}

/** A compiler or linter that crashes prints its crash where its findings should be: foreign text is absence there, and a lie among test reports. */
const lieSentence = ({ channel, read }: ReadChannel): string | null => {
  if (read === 'absent' || read.ok || !NOT_OF_THIS_RUN.has(read.trouble.kind)) return null
  const isOurs = kindFor(channel) === 'tests' && (channel.required || channel.role !== 'events')
  if (read.trouble.kind === 'report-foreign' && !isOurs) return null
  return `the ${nameOf(channel)} is not of this run: ${read.trouble.message}`
}

/** Sorts the channels of one run by their roles. A report of another kind than its channel promises counts as missing. */
export const sortChannels = (all: readonly ReadChannel[]): ChannelReports => {
  const heard = all.filter(({ channel, read }) => channel.fallback !== true && read !== 'absent' && read.ok)
  const channels = all.filter(
    ({ channel }) => channel.fallback !== true || !heard.some((other) => other.channel.role === channel.role),
  )
  const readable = channels.flatMap(({ channel, read }) =>
    read !== 'absent' && read.ok && read.value.kind === kindFor(channel) ? [{ channel, report: read.value }] : [],
  )
  const tests = (role: Channel['role']): TestReport[] =>
    readable.flatMap(({ channel, report }) => (channel.role === role && report.kind === 'tests' ? [report] : []))
  const streams = tests('events')
  const summaries = tests('summary')
  return {
    deciding: streams.length > 0 ? streams : summaries,
    witnesses: streams.length > 0 ? summaries : [],
    findings: readable.flatMap(({ report }) => (report.kind === 'findings' ? [report] : [])),
    registrations: channels.some(({ channel }) => channel.role === 'registrations')
      ? readable.flatMap(({ report }) => (report.kind === 'registrations' ? report.registrations : []))
      : undefined,
    missing: channels.flatMap((channel) => missingSentence(channel) ?? []),
    contradictions: channels.flatMap((channel) => lieSentence(channel) ?? []),
  }
}

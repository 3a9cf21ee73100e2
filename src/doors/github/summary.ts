import type { Anomaly } from '../../model/anomaly.ts'
import type { CheckReport, StackReport } from '../../model/branch-report.ts'
import type { Verdict } from '../../model/verdict.ts'

const MARK = { pass: '✅ pass', fail: '❌ fail', error: '⚠️ error' } as const

/** Text that Markdown and HTML leave alone, on one line. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s*[\r\n]\s*/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~#!@$]/g, (character) => `&#${character.codePointAt(0)};`)

/** A fence that is longer than any in the text. */
const block = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

const seconds = (ms: unknown): string => (typeof ms === 'number' ? `${(ms / 1000).toFixed(1)} s` : '')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0 ? [] : ['', ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)]

const textOr = (value: unknown): string => (typeof value === 'string' ? plain(value) : '')

const counted = ({ metrics }: Verdict): string => {
  const { tests_run: run, tests_failed: failed, findings } = metrics
  if (typeof run === 'number')
    return `${run} tests${typeof failed === 'number' && failed > 0 ? `, ${failed} failed` : ''}`
  return typeof findings === 'number' ? `${findings} findings` : ''
}

const layerRows = (verdict: Verdict): readonly (readonly string[])[] => [
  ...Object.entries(verdict.layers ?? {}).map(([id, layer]) => {
    const { duration_ms } = (layer.run ?? {}) as { readonly duration_ms?: number }
    const { log } = (layer.evidence ?? {}) as { readonly log?: unknown }
    return [plain(id), MARK[layer.status], counted(layer), seconds(duration_ms), textOr(log)]
  }),
  ...Object.entries((verdict.precluded ?? {}) as Readonly<Record<string, string>>).map(([id, cause]) => [
    ...[plain(id), `not run, since ${plain(cause)} did not pass`, '', '', ''],
  ]),
]

const checkRows = (verdict: Verdict): readonly (readonly string[])[] =>
  ((verdict.stacks ?? []) as readonly StackReport[])
    .flatMap((stack) => stack.checks)
    .map((check: CheckReport) => [
      ...[plain(check.id), MARK[check.status], plain(check.command), seconds(check.duration_ms), textOr(check.log)],
    ])

const list = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `**${title}**`, '', ...lines.map((line) => `- ${line}`)]

const anomalyLine = ({ kind, severity, path, line, detail, remedy }: Anomaly): string => {
  const where = path === null ? '' : ` ${plain(path)}${line === null ? '' : `:${line}`}`
  return `${severity} ${plain(kind)}${where}: ${plain(detail)}${remedy === null ? '' : ` → ${plain(remedy)}`}`
}

/** A verdict as a job summary: what ran, why it is no pass, what was not verified. It shows what `verdict` has and nothing else. */
export const summaryOf = (name: string, verdict: Verdict): string => {
  const { failure_detail: detail, not_verified, confidence_qualifier, remedy } = verdict
  const head = typeof confidence_qualifier === 'string' ? ` — ${plain(confidence_qualifier)}` : ''
  const unverified = Array.isArray(not_verified) ? not_verified.map((line) => plain(String(line))) : []
  return [
    `### ${plain(name)}: ${MARK[verdict.status]}${head}`,
    ...list('Why', [...verdict.blocking.map(plain), ...(typeof remedy === 'string' ? [`→ ${plain(remedy)}`] : [])]),
    ...table(['layer', 'verdict', 'counted', 'time', 'log'], layerRows(verdict)),
    ...table(['check', 'verdict', 'command', 'time', 'log'], checkRows(verdict)),
    ...(typeof detail === 'string' && detail !== '' ? ['', '**First failure**', '', block(detail)] : []),
    ...list('Not verified', unverified),
    ...list('Anomalies', ((verdict.anomalies ?? []) as readonly Anomaly[]).map(anomalyLine)),
    '',
    '',
  ].join('\n')
}

const CUT = '\n\n… cut off here: the summary of a step holds 1 MiB.\n'

/** A text of at most so many bytes, cut between lines where it is longer; the block is closed. Null where nothing fits. */
export const fitting = (text: string, bytes: number): string | null => {
  if (Buffer.byteLength(text) <= bytes) return text
  const room = bytes - Buffer.byteLength(CUT) - 1024
  if (room <= 0) return null
  const kept = Buffer.from(text).subarray(0, room).toString('utf8')
  const whole = kept.slice(0, Math.max(0, kept.lastIndexOf('\n')))
  const open = /^(`{3,})text$/m.exec(whole)
  const isOpen =
    open !== null &&
    !whole
      .slice(open.index)
      .split('\n')
      .includes(open[1] ?? '')
  return `${whole}${isOpen ? `\n${open[1]}` : ''}${CUT}`
}

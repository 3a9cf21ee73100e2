import type { Anomaly } from '../../model/anomaly.ts'
import type { BranchReport } from '../../model/branch-report.ts'
import { oneLine } from '../../verdict/one-line.ts'

/** How words are coloured; every function returns its text unchanged where there is no terminal. */
export interface Paint {
  bold(text: string): string
  dim(text: string): string
  green(text: string): string
  red(text: string): string
  yellow(text: string): string
}

const seconds = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`)
const short = (sha: string | null): string => sha?.slice(0, 10) ?? 'unknown'

const DETAIL_LINES = 30
const order = ['critical', 'high', 'medium', 'low', 'info']

const heading = (report: BranchReport, paint: Paint): string => {
  const word = report.status.toUpperCase()
  const painted = { pass: paint.green, fail: paint.red, error: paint.yellow }[report.status](word)
  return `${paint.bold(painted)}  ${paint.bold(report.branch_id)}  ${report.confidence_qualifier}`
}

const anomalyLine = (anomaly: Anomaly, paint: Paint): string => {
  const where =
    anomaly.path === null ? '' : ` ${oneLine(anomaly.path)}${anomaly.line === null ? '' : `:${anomaly.line}`}`
  const grave = anomaly.severity === 'critical' || anomaly.severity === 'high'
  const severity = grave ? paint.red(anomaly.severity) : paint.dim(anomaly.severity)
  return `  ${severity} ${anomaly.kind}${where}: ${oneLine(anomaly.detail)}${anomaly.remedy === null ? '' : `\n      → ${anomaly.remedy}`}`
}

const counts = (report: BranchReport): string =>
  report.tests_run === null
    ? 'no complete test run'
    : `${report.tests_run} tests run, ${report.tests_passed} passed, ${report.tests_failed} failed, ${report.tests_skipped ?? 0} skipped`

/** The report for people: verdict first, then reasons, what was not verified, anomalies, and what ran and how long. */
export const renderReport = (report: BranchReport, paint: Paint): string => {
  const lines: string[] = [heading(report, paint)]
  lines.push(
    paint.dim(`      locked at ${short(report.locked_ref)}, branch at ${short(report.branch_ref)}; ${counts(report)}`),
  )
  if (report.blocking.length > 0) {
    lines.push('', paint.bold('Why'))
    for (const reason of report.blocking) lines.push(`  ${reason}`)
    if (typeof report.remedy === 'string') lines.push(`  → ${report.remedy}`)
  }
  if (report.failure_detail !== null) {
    const detail = report.failure_detail.split('\n')
    lines.push('', paint.bold(`First failure (verbatim, from the ${report.failure_source ?? 'log'})`))
    for (const line of detail.slice(0, DETAIL_LINES)) lines.push(`  ${line}`)
    if (detail.length > DETAIL_LINES)
      lines.push(paint.dim(`  … ${detail.length - DETAIL_LINES} more lines with --json`))
  }
  if (report.branch_tests !== null)
    lines.push('', paint.bold('Tests of the branch itself (not counted)'), `  ${report.branch_tests.summary}`)
  if (report.not_verified.length > 0) {
    lines.push('', paint.bold('Not verified'))
    for (const sentence of report.not_verified) lines.push(`  ${sentence}`)
  }
  if (report.anomalies.length > 0) {
    lines.push('', paint.bold('Anomalies'))
    const sorted = [...report.anomalies].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    for (const anomaly of sorted) lines.push(anomalyLine(anomaly, paint))
  }
  const checks = report.stacks.flatMap((stack) => stack.checks)
  if (checks.length > 0) {
    lines.push('', paint.bold('What ran'))
    for (const check of checks) {
      const mark = { pass: paint.green('pass '), fail: paint.red('fail '), error: paint.yellow('error') }[check.status]
      lines.push(
        `  ${mark} ${check.id}  ${seconds(check.duration_ms)}  ${paint.dim(`${check.command}  (${check.why})`)}`,
      )
      if (check.status !== 'pass' && check.log !== null) lines.push(paint.dim(`        log: ${check.log}`))
    }
  }
  const total = report.run?.duration_ms
  if (total !== undefined) lines.push('', paint.dim(`${seconds(total)} in all`))
  return `${lines.join('\n')}\n`
}

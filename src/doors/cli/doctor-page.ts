import type { Anomaly } from '../../model/anomaly.ts'
import type { MetricValue, Verdict } from '../../model/verdict.ts'
import { oneLine } from '../../verdict/one-line.ts'
import type { Paint } from './report-page.ts'

type Values = Readonly<Record<string, MetricValue>>

const values = (value: MetricValue | undefined): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {}

/** A doctor's verdict for people: what cannot run and what to do, then what else should be known, then what was found. */
export const renderDoctor = (verdict: Verdict, paint: Paint): string => {
  const word = verdict.status === 'pass' ? paint.green('PASS') : paint.yellow(verdict.status.toUpperCase())
  const lines = [`${paint.bold(word)}${paint.bold('  doctor')}`]
  for (const reason of verdict.blocking) lines.push(`  ${reason}`)
  const anomalies = (verdict.anomalies ?? []) as readonly Anomaly[]
  if (anomalies.length > 0) lines.push('', paint.bold('Anomalies'))
  for (const { severity, kind, path, line, detail, remedy } of anomalies) {
    const where = path === null ? '' : ` ${oneLine(path)}${line === null ? '' : `:${line}`}`
    const grave = severity === 'critical' || severity === 'high'
    lines.push(`  ${grave ? paint.red(severity) : paint.dim(severity)} ${kind}${where}: ${oneLine(detail)}`)
    if (remedy !== null) lines.push(`      → ${remedy}`)
  }
  const programs = Object.entries(values(verdict.metrics.programs))
  if (programs.length > 0) lines.push('', paint.bold('Programs'))
  for (const [name, found] of programs) {
    const { state, version } = values(found)
    lines.push(`  ${String(state).padEnd(8)} ${name}${version === null ? '' : `  ${version}`}`)
  }
  return `${lines.join('\n')}\n`
}

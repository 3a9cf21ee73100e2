import type { GateReport } from '../../gate.ts'
import type { Anomaly } from '../../model/anomaly.ts'
import type { Verdict } from '../../model/verdict.ts'
import type { Paint } from './report-page.ts'

const PLAIN: Paint = {
  bold: (text) => text,
  dim: (text) => text,
  green: (text) => text,
  red: (text) => text,
  yellow: (text) => text,
}

const colour = (status: string, paint: Paint): ((text: string) => string) =>
  status === 'pass' ? paint.green : status === 'fail' ? paint.red : paint.yellow

const seconds = (ms: number | undefined): string => (ms === undefined ? '' : `  ${(ms / 1000).toFixed(1)} s`)

const counted = ({ metrics }: Verdict): string => {
  const { tests_run: run, tests_failed: failed, findings } = metrics
  if (typeof run === 'number')
    return `  ${run} tests${typeof failed === 'number' && failed > 0 ? `, ${failed} failed` : ''}`
  return typeof findings === 'number' && findings > 0 ? `  ${findings} findings` : ''
}

/** One line for each anomaly of a verdict, with what to do about it. */
const anomalyLines = (verdict: Verdict): readonly string[] =>
  ((verdict.anomalies ?? []) as readonly Anomaly[]).map(
    ({ severity, kind, detail, remedy }) =>
      `${severity} ${kind}: ${typeof remedy === 'string' ? `${detail.replace(/\.?$/, '.')} ${remedy}` : detail}`,
  )

/** A gate for people: a line for each layer, its anomalies, its reasons, and where it stopped, the log and the command that runs just that layer again. */
export const renderGate = (report: GateReport, paint: Paint = PLAIN): string => {
  const layers = Object.entries(report.layers ?? {})
  const precluded = Object.entries((report.precluded ?? {}) as Record<string, string>)
  const width = Math.max(0, ...[...layers, ...precluded].map(([id]) => id.length))
  const lines = [paint.bold(colour(report.status, paint)(report.status.toUpperCase())) + paint.bold('  gate')]
  for (const [id, layer] of layers) {
    const run = layer.run as { readonly duration_ms?: number } | undefined
    lines.push(
      `  ${id.padEnd(width)}  ${colour(layer.status, paint)(layer.status.padEnd(5))}${counted(layer)}${paint.dim(seconds(run?.duration_ms))}`,
    )
    for (const line of (layer.not_gated ?? []) as readonly string[]) lines.push(`      not gated: ${line}`)
    // Those of a layer that passed are the ones that matter most: nothing else says on what its pass rests.
    lines.push(...anomalyLines(layer).map((line) => `      ${id}: ${line}`))
    if (layer.status === 'pass') continue
    for (const reason of layer.blocking) lines.push(`      ${reason}`)
    const { log } = (layer.evidence ?? {}) as { readonly log?: string | null }
    if (typeof log === 'string') lines.push(paint.dim(`      log: ${log}`))
    // The rules are no layer that could be run alone.
    const again = id === 'doctor' ? 'triverdict doctor' : `triverdict gate --layer ${id}`
    if (id !== 'gates' && id !== 'exam') lines.push(paint.dim(`      again: ${again}`))
  }
  for (const [id, cause] of precluded)
    lines.push(`  ${id.padEnd(width)}  ${paint.dim(`not run, since ${cause} did not pass`)}`)
  lines.push(...anomalyLines(report).map((line) => `  ${line}`))
  if (layers.length === 0) for (const reason of report.blocking) lines.push(`  ${reason}`)
  if (layers.length === 0 && typeof report.remedy === 'string') lines.push(`  ${report.remedy}`)
  return `${lines.join('\n')}\n`
}

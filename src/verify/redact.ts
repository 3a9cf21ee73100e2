import type { BranchReport } from '../model/branch-report.ts'

const MASK = '***'
/** Shorter values would blank out half a report, and guess nothing that was not known. */
const SHORTEST = 4

/** Replaces every value of a secret in every text of a report; says how many were replaced. The report itself when there is no secret. */
export const redact = (report: BranchReport, values: readonly string[]): BranchReport => {
  const hidden = values.filter((value) => value.length >= SHORTEST).sort((a, b) => b.length - a.length)
  if (hidden.length === 0) return report
  let count = 0
  const text = (given: string): string =>
    hidden.reduce((rest, value) => {
      const parts = rest.split(value)
      count += parts.length - 1
      return parts.join(MASK)
    }, given)
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
  }
  const masked = walk(report) as BranchReport
  return { ...masked, redacted: count }
}

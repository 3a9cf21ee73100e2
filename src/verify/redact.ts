import type { BranchReport } from '../model/branch-report.ts'
import { maskable, masked } from '../model/secrets.ts'

/** Replaces every value of a secret in every text of a report; says how many were replaced. The report itself when there is no secret. */
export const redact = (report: BranchReport, values: readonly string[]): BranchReport => {
  const hidden = maskable(values)
  if (hidden.length === 0) return report
  let count = 0
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const { text, count: found } = masked(value, hidden)
      count += found
      return text
    }
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
  }
  const clean = walk(report) as BranchReport
  return { ...clean, redacted: count }
}

import type { Finding, FindingsReport } from '../model/findings.ts'
import type { Item } from '../model/run-facts.ts'
import type { ReportFacts } from './test-facts.ts'

const itemOf = ({ tool, rule, file, line, message, tentative }: Finding): Item => ({
  id: `${tool} ${rule} ${file}`,
  state: 'red',
  file,
  message,
  ...(line === null ? {} : { line }),
  ...(tentative === undefined ? {} : { tentative: tentative === 'new' ? ('new' as const) : ('clean' as const) }),
})

/**
 * Facts of a compiler, type checker or linter: every error is a red item, and nothing is ever green by name. A warning counts only where the
 * tool itself exited red without any error: then it is the warnings that block (`--max-warnings`).
 */
export const findingFacts = (reports: readonly FindingsReport[], exitedRed: boolean): ReportFacts => ({
  items: reports.flatMap((report) => {
    const errors = report.findings.filter((finding) => finding.severity === 'error')
    const tentative = report.findings.filter((finding) => finding.severity === 'warning' && finding.tentative)
    return (errors.length === 0 && exitedRed ? report.findings : [...errors, ...tentative]).map(itemOf)
  }),
  incomplete: [
    ...reports.flatMap((report) => report.troubles),
    ...reports.filter((report) => !report.complete).map(({ format }) => `its ${format} report has no end`),
    ...reports.filter((report) => report.files === 0).map(() => 'it checked no file'),
  ],
  contradictions: [],
  anomalies: [],
})

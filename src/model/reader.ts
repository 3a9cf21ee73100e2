import type { CoverageReport } from './coverage.ts'
import type { FindingsReport } from './findings.ts'
import type { RegistrationReport } from './registrations.ts'
import type { Result } from './result.ts'
import type { ReportFormat, TestReport } from './test-report.ts'

export type Report = TestReport | CoverageReport | FindingsReport | RegistrationReport

/** What a reader must know to make paths relative: the absolute root of the tree, and the directory the tool ran in. */
export interface ReadContext {
  readonly root: string
  /** Relative to `root`, `.` for the root itself. */
  readonly cwd: string
  /** The report itself, relative to `root`, where it lies in the tree: some formats do not name what they are about. */
  readonly file?: string
  /** Package path of the language → directory relative to `root`, where the format names packages instead of files; the longest that fits counts. */
  readonly packages?: Readonly<Record<string, string>>
}

/**
 * One report format, fed in pieces. Never throws: a truncated, empty or foreign text is a value
 * (`report-empty`, `report-truncated`, `report-unreadable`), and truncated ≠ empty ≠ zero tests.
 */
export interface ReportFormatReader<R extends Report = Report> {
  readonly format: ReportFormat
  open(context: ReadContext): { write(chunk: string): void; end(): Result<R> }
}

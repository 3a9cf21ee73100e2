import type { CoverageFormat } from './test-report.ts'

/** Line coverage of one measurement. Absent is null somewhere else, never a zero here. */
export interface CoverageReport {
  readonly kind: 'coverage'
  readonly format: CoverageFormat
  /** Coverable and covered lines per file, relative to the tree's root. */
  readonly files: readonly CoveredFile[]
  /** What the reader repaired to be able to read on. */
  readonly notes?: readonly string[]
}

export interface CoveredFile {
  readonly path: string
  readonly covered: number
  readonly coverable: number
}

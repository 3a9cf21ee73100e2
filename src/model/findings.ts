import type { FindingsFormat } from './test-report.ts'

/** What a compiler, type checker or linter said. */
export interface FindingsReport {
  readonly kind: 'findings'
  readonly format: FindingsFormat
  /** The tool finished its analysis: whole JSON, or the tool's own closing line. */
  readonly complete: boolean
  /** Only findings that block by the tool's own rules (errors; warnings only where the project's command makes them count). */
  readonly findings: readonly Finding[]
  /** How many files it looked at; null when the tool cannot say. 0 means that it checked nothing. */
  readonly files: number | null
  /** Configuration errors, crashed rules, unresolved third-party imports: the tool's trouble, not the code's. The run is not complete. */
  readonly troubles: readonly string[]
  /** What the reader repaired to be able to read on. */
  readonly notes?: readonly string[]
}

export interface Finding {
  readonly tool: string
  /** `TS2322`, `no-unused-vars`, `reportMissingImports`, `F401`; `syntax` where the tool gives none. */
  readonly rule: string
  /** Relative to the tree's root. */
  readonly file: string
  readonly line: number | null
  readonly column: number | null
  readonly severity: 'error' | 'warning'
  /** Verbatim. */
  readonly message: string
  /**
   * `true`: asked for by us and not by the project (`-Wall`): it counts only where the base has none of these. `new`: the project lets
   * only new ones count: it counts unless the base says the same of the same file.
   */
  readonly tentative?: true | 'new'
}

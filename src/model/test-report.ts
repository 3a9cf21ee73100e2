import type { Anomaly } from './anomaly.ts'

/** What one run of a test runner said, in one flat model for every format. */
export interface TestReport {
  readonly kind: 'tests'
  readonly format: ReportFormat
  /** The format's own end mark was seen. Formats without one (JUnit) are complete when the document is well-formed. */
  readonly complete: boolean
  readonly tests: readonly TestCase[]
  /** Files, collections or suites that did not load. Never failing tests: the run is not complete. */
  readonly unloaded: readonly Unloaded[]
  /** Errors outside every test: unhandled rejections, internal errors. The run is not complete. */
  readonly errors: readonly string[]
  /** What the reporter saw being made green: somebody changed an outcome. Never explained away. */
  readonly contradictions?: readonly string[]
  /** Totals as the report itself printed them; null where the format has none. Only ever used to contradict. */
  readonly claimed: { readonly passed: number | null; readonly failed: number | null } | null
  /** Modules of the project that were loaded: name → absolute file, where the reporter can tell (Python). */
  readonly modules?: Readonly<Record<string, string>>
  /** What the reader repaired to be able to read on (bytes that are not UTF-8, characters that XML forbids). Never a status. */
  readonly notes?: readonly string[]
  /** What the run itself said that it left out (`race-not-run`). Never a status. */
  readonly anomalies?: readonly Anomaly[]
}

/**
 * `skipped` covers deselected and pending; `todo` is an expected failure or a placeholder; `hollow` passed without being able to
 * fail (returned a value nobody looked at, was never awaited): it is never counted as passed.
 */
export type TestStatus = 'passed' | 'failed' | 'skipped' | 'todo' | 'hollow'

export interface TestCase {
  /** `file::name`, the file relative to the tree's root, POSIX separators; `name` joins suite titles by ` > `. Normalised: no addresses, no temporary paths. */
  readonly id: string
  readonly status: TestStatus
  /** Relative to the tree's root; null when the format does not say. */
  readonly file: string | null
  readonly line?: number
  /** Verbatim failure text, decoded, terminal colours removed. */
  readonly message?: string
  readonly duration_ms?: number
  /** How often it was tried. Any failed attempt makes the status `failed`. */
  readonly attempts?: number
  /** Why it was skipped, or why it is hollow. */
  readonly reason?: string
  /** False for a test that only holds others: it is required and judged like any other, and stands in no count. */
  readonly counted?: false
  /** It failed only by what it printed (a sanitizer that goes on): that counts unless the base prints it too. */
  readonly tentative?: true
}

export interface Unloaded {
  /** File or suite. */
  readonly id: string
  readonly message: string
}

/** Every format we can read. */
export type ReportFormat = TestFormat | CoverageFormat | FindingsFormat | RegistrationFormat
/** `events` is the line-delimited JSON of our own reporters (reporters/README.md). */
export type TestFormat =
  | 'events'
  | 'junit'
  | 'tap'
  /** TAP among other words of standard output. */
  | 'tap-output'
  | 'trs'
  | 'ctrf'
  | 'playwright-json'
  | 'vitest-json'
  | 'jest-json'
  | 'mocha-json'
  | 'go-test-json'
  | 'libtest-text'
  | 'nextest-junit'
  | 'ctest-junit'
  | 'meson-testlog'
export type CoverageFormat =
  | 'lcov'
  | 'istanbul'
  | 'coveragepy-json'
  | 'cobertura'
  | 'go-cover'
  | 'llvm-cov-json'
  | 'gcov-json'
export type FindingsFormat =
  | 'tsc-text'
  | 'eslint-json'
  | 'biome-json'
  | 'prettier-text'
  | 'pyright-json'
  | 'mypy-json'
  | 'mypy-text'
  | 'ruff-json'
  | 'ruff-format-text'
  | 'go-text'
  | 'gofmt-text'
  | 'golangci-json'
  | 'golangci-new-json'
  | 'staticcheck-json'
  | 'cargo-json'
  | 'rustfmt-text'
  | 'gcc-text'
export type RegistrationFormat =
  | 'ctest-show'
  | 'meson-tests'
  | 'meson-expectations'
  | 'compile-commands'
  | 'translation-units'

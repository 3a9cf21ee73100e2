import type { Toolchain } from './workflow-matrix.ts'

/** What a CI's files are read with. */
export interface CiOptions {
  readonly toolchain?: Toolchain
  /** Absent: any of the usual names counts as the default branch. */
  readonly defaultBranch?: string
  /** Names that a person passes through (`verify.secrets`) and provides (`verify.services`). */
  readonly secrets?: readonly string[]
  readonly services?: readonly string[]
}

import type { Anomaly } from '../model/anomaly.ts'
import type { NotChosen } from '../model/check.ts'
import type { Some } from '../model/result.ts'

/** A shell text of a CI job, with its expressions replaced and its place known. */
export interface CiScript {
  /** What its author calls the step. */
  readonly name?: string
  readonly text: string
  readonly file: string
  /** 1-based line of the file for a line (0-based) of the text. */
  line(index: number): number
  /** The file of a line, where lines of one text come from several. */
  fileAt?(index: number): string
  /** The argv that runs a line appended to it; null for a shell that we do not run (`pwsh`, `cmd`, `python`). */
  readonly shell: Some<string> | null
  readonly shellName: string
  /** Relative to the root of the repository; null when it is not known or lies outside. */
  readonly cwd: string | null
  readonly env: Readonly<Record<string, string>>
  /** Names that the step itself sets: what earlier steps hand on does not change these. */
  readonly own: readonly string[]
  readonly continueOnError: boolean
  /** A condition that is known only inside the CI run, or null. */
  readonly condition: string | null
  /** Why it does not run here, or null. */
  readonly skip: string | null
  /** It belongs to another job, which hands on what it makes: its checks are asked there. */
  readonly inherited?: boolean
}

/** One job of a CI in one cell of its matrix: what it runs, in order. */
export interface CiJob {
  readonly file: string
  readonly id: string
  /** What its author calls it, where that is not the id. */
  readonly name?: string
  readonly line: number
  readonly scripts: readonly CiScript[]
  /** Steps that are no shell text and not mapped. */
  readonly notChosen: readonly NotChosen[]
  /** What this machine has not, that the job would have: counts only if the job is used. */
  readonly anomalies: readonly Anomaly[]
  /** What the CI itself could not run: a part of the job is not known, whether its checks are used or not. */
  readonly broken: readonly Anomaly[]
  /** Why the whole job does not run here, or null. */
  readonly skip: string | null
}

/** Everything that a CI system's files say. */
export interface CiReading {
  readonly jobs: readonly CiJob[]
  readonly notChosen: readonly NotChosen[]
  readonly anomalies: readonly Anomaly[]
}

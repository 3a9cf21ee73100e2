import type { Anomaly } from './anomaly.ts'
import type { Some } from './result.ts'

export type CheckKind = 'tests' | 'types' | 'lint'
/** The order in which a command of a kind is looked for; the first tier that names one wins. */
export type Tier = 'config' | 'ci' | 'make' | 'manifest' | 'default'

/** Where a command was read, so that a person can look. */
export interface Evidence {
  readonly tier: Tier
  /** Relative to the root of the repository; null for a convention. */
  readonly file: string | null
  /** 1-based; null when the whole file is meant. */
  readonly line: number | null
  /** The words that were read there. */
  readonly text: string
}

/** Something to execute. An argv, unless a person's own configuration wrote a shell line that cannot be taken apart. */
export type Command = {
  /** Relative to the tree's root. */
  readonly cwd: string
  /** Added to the environment; never the whole of it. */
  readonly env: Readonly<Record<string, string>>
} /** `globs`: words of `argv` that the shell would expand and that match nothing at the locked ref (built files): expanded where it runs. */ & (
  | { readonly form: 'argv'; readonly argv: Some<string>; readonly globs?: Some<string> }
  /** `shell` is the argv that runs `line` when the line is appended: `['bash','-e','-c']`. */
  | { readonly form: 'shell'; readonly shell: Some<string>; readonly line: string }
)

/** A command that is not itself judged: code generation, a build before the tests. */
export interface Step {
  readonly command: Command
  readonly evidence: Evidence
}

/** One question to the project: one tool, one project. */
export interface Check {
  /** `node:.:tests:vitest`; unique in a plan. */
  readonly id: string
  readonly kind: CheckKind
  readonly stack: string
  /** Directory of the project, relative to the root of the repository. */
  readonly project: string
  /** Id of the tool that was recognised; null for an opaque command. */
  readonly tool: string | null
  readonly command: Command
  /** Lines of the same script that stand before and after the command (`pretest`, `a && b`): run in order, all must exit 0. */
  readonly before: readonly Step[]
  readonly after: readonly Step[]
  readonly evidence: Evidence
  /** Where a person named the report (`verify.report`): `junit:out/junit.xml`. */
  readonly declaredReport: string | null
}

export interface NotChosen {
  readonly kind: CheckKind | 'prepare' | 'project'
  readonly text: string
  readonly evidence: Evidence
  /** One sentence. */
  readonly reason: string
}

export interface ProjectPlan {
  readonly stack: string
  /** Relative to the root of the repository, `.` for the root. */
  readonly directory: string
  /** Test files exist at the locked ref, by the stack's patterns or by a command that says so. */
  readonly hasTests: boolean
  /** Steps before the checks, in order. */
  readonly prepare: readonly Step[]
  readonly checks: readonly Check[]
}

/** What would run and why; what not and why. Plain JSON, sorted, deterministic. */
export interface Plan {
  readonly projects: readonly ProjectPlan[]
  readonly notChosen: readonly NotChosen[]
  readonly anomalies: readonly Anomaly[]
}

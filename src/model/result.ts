/** A list with at least one element. */
export type Some<T> = readonly [T, ...T[]]

/** Something about the world (not about the user's code) that kept a check from being judged. Always ends as `error`. */
export interface Trouble {
  /** Short stable word, kebab-case, e.g. `not-a-repository`, `report-missing`. */
  readonly kind: string
  /** One clear sentence: what happened. */
  readonly message: string
  /** What to do about it, one sentence. */
  readonly remedy?: string
  /** Verbatim output that shows it, if any. */
  readonly detail?: string
  /** Where a step of an install failed. */
  readonly step?: FailedStep
}

/** A step of an install that did not end well. */
export interface FailedStep {
  /** `install`: of the dependencies; `project`: of the project itself, in one tree. */
  readonly of: 'install' | 'project'
  /** The manager of the plan. */
  readonly manager: string
  /** Relative to the tree's root. */
  readonly cwd: string
  /** Null unless it exited by itself. */
  readonly exit_code: number | null
}

/** A value, or the trouble that kept us from having it. Expected failures are values; only bugs are thrown. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly trouble: Trouble }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const trouble = (
  kind: string,
  message: string,
  more: Omit<Trouble, 'kind' | 'message'> = {},
): Result<never> => ({
  ok: false,
  trouble: { kind, message, ...more },
})

/** The end of every exhaustive switch: the compiler refuses it while a case is missing. */
export const unreachable = (value: never): never => {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}

import type { Step } from '../../model/check.ts'

/** Installs the dependencies of a project, without the project, into an environment that exists. */
export interface DependencyPlan {
  readonly manager: string
  readonly steps: readonly Step[]
  readonly pinned: boolean
  /** Programs whose version counts, beside Python's. */
  readonly programs: readonly string[]
}

import type { Anomaly } from '../model/anomaly.ts'
import type { NotChosen, Step, Tier } from '../model/check.ts'
import type { FoundCheck } from './expansion.ts'
import type { Project } from './projects.ts'

/** A check that a tier names, with what its job ran before it. */
export interface TierCheck {
  readonly check: FoundCheck
  /** Commands of the same CI job that came first, in order. Empty outside of CI. */
  readonly preceding: readonly Step[]
  /** Name of the job, so that notes about it are said once; null outside of CI. */
  readonly job: string | null
}

/** Everything that one tier says, whether it will be used or not. */
export interface TierReading {
  readonly tier: Tier
  readonly checks: readonly TierCheck[]
  /** What must be said of a job if one of its checks is used. */
  readonly jobs: ReadonlyMap<
    string,
    { readonly notChosen: readonly NotChosen[]; readonly anomalies: readonly Anomaly[] }
  >
  readonly notChosen: readonly NotChosen[]
  readonly anomalies: readonly Anomaly[]
}

/** Identity of a step: what it runs and where. */
export const stepKey = (step: Step): string => JSON.stringify(step.command)

/** Steps without repetitions, the first of each kept. */
export const distinctSteps = (steps: readonly Step[]): readonly Step[] => {
  const seen = new Set<string>()
  return steps.filter((step) => {
    const key = stepKey(step)
    const first = !seen.has(key)
    seen.add(key)
    return first
  })
}

/** A project's name in maps: `python:backend`. */
export const projectKey = (project: Project): string => `${project.stack.id}:${project.directory}`

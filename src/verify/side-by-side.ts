import type { Check } from '../model/check.ts'
import type { World } from '../model/world.ts'
import { inOrder } from './check-order.ts'
import type { Examined } from './examine.ts'
import type { Planned } from './plan-branch.ts'
import { heardBeside } from './probe.ts'
import type { CheckRun, Limits } from './run-check.ts'
import type { Trees } from './trees.ts'

type Project = Planned['projects'][number]

/** Projects by stack: those of one stack share caches, ports and habits, and keep their turns. */
const lanesOf = (projects: readonly Project[]): readonly (readonly Project[])[] => {
  const lanes = new Map<string, Project[]>()
  for (const project of projects) {
    if (project.plan.checks.length === 0) continue
    lanes.set(project.stack.id, [...(lanes.get(project.stack.id) ?? []), project])
  }
  return [...lanes.values()]
}

/**
 * The branch's first answers of repositories with several stacks, one lane a stack, side by side in one tree. What one lane does may
 * disturb another, so such an answer may support a pass only: everything else is asked again alone (see `examine`).
 * Empty where there is but one stack.
 */
export const askSideBySide = async (
  planned: Planned,
  trees: Trees,
  limits: Limits,
  world: Pick<World, 'say'>,
): Promise<ReadonlyMap<Check, CheckRun>> => {
  const lanes = lanesOf(planned.projects)
  const answers = new Map<Check, CheckRun>()
  if (lanes.length < 2) return answers
  world.say({ kind: 'step', text: `${lanes.length} stacks side by side` })
  await Promise.all(
    lanes.map(async (lane) => {
      for (const { plan: project } of lane) {
        for (const check of inOrder(project.checks)) {
          world.say({ kind: 'check', text: check.id })
          answers.set(check, await trees.run(project, check, 'branch', limits, null, 'beside'))
        }
      }
    }),
  )
  return answers
}

/** What probes of several stacks answer side by side, one lane a stack. Only checks whose probes all answered rightly: the others are asked alone. */
export const probeSideBySide = async (
  trees: Trees,
  examined: readonly Examined[],
  limits: Limits,
): Promise<ReadonlyMap<Check, Examined>> => {
  const lanes = new Map<string, Examined[]>()
  for (const one of examined) lanes.set(one.check.stack, [...(lanes.get(one.check.stack) ?? []), one])
  const heard = new Map<Check, Examined>()
  await Promise.all(
    [...lanes.values()].map(async (lane) => {
      for (const one of lane) {
        const answer = await heardBeside(trees, one, limits)
        if (answer !== null) heard.set(one.check, answer)
      }
    }),
  )
  return heard
}

import { settingsOf } from '../../discovery/config.ts'
import { discover } from '../../discovery/plan.ts'
import { layersOf } from '../../gate/layers.ts'
import { distinctNeeds, programsOfLayers, programsOfPlan } from '../../gate/needed-programs.ts'
import type { ProgramNeed } from '../../model/machine-facts.ts'
import type { RepoView } from '../../model/repo-view.ts'
import { ok, type Result } from '../../model/result.ts'
import { other, stacks } from '../../stacks/index.ts'

/**
 * The programs that a repository needs: of the layers that are asked for (none: all), and of what discovery finds. Trouble where its settings
 * cannot be read; a repository in which nothing is found needs nothing.
 */
export const needsOf = async (view: RepoView, asked: readonly string[]): Promise<Result<readonly ProgramNeed[]>> => {
  const settings = settingsOf(view)
  if (!settings.ok) return settings
  const layers = settings.value?.config.layers === undefined ? ok([]) : layersOf(settings.value, asked)
  if (!layers.ok) return layers
  const plan = await discover(view, stacks, { other })
  const projects = plan.ok ? programsOfPlan(plan.value, view, stacks) : []
  return ok(distinctNeeds([...programsOfLayers(layers.value), ...projects], view))
}

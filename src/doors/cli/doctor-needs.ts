import { discover } from '../../discovery/plan.ts'
import { gateSettings } from '../../gate/gate-settings.ts'
import { layersOf } from '../../gate/layers.ts'
import { distinctNeeds, programsOfLayers, programsOfPlan } from '../../gate/needed-programs.ts'
import { within } from '../../io/doctor/within.ts'
import { toolchainVersions } from '../../io/toolchain-versions.ts'
import type { Machine } from '../../io/toolchains.ts'
import type { ProgramNeed } from '../../model/machine-facts.ts'
import type { RepoView } from '../../model/repo-view.ts'
import { ok, type Result } from '../../model/result.ts'
import { other, stacks } from '../../stacks/index.ts'

const VERSIONS_MS = 4_000

/** What a repository needs of a machine: programs, and the ids of the layers of its gate that call them. */
export interface Needs {
  readonly programs: readonly ProgramNeed[]
  readonly layers: readonly string[]
}

/**
 * What the layers that are asked for (none: all) need, and what discovery finds. Trouble where the settings cannot be read; a repository in
 * which nothing is found needs nothing.
 */
export const needsOf = async (view: RepoView, asked: readonly string[], machine: Machine): Promise<Result<Needs>> => {
  // One that hangs is found when it is asked by itself; here it only chooses among the cells of a matrix.
  const versions = await within(() => toolchainVersions(machine), VERSIONS_MS)
  const toolchain = versions.end === 'answered' ? versions.found : {}
  const read = await gateSettings(view, { toolchain: async () => toolchain })
  if (!read.ok && read.trouble.kind === 'config-invalid') return read
  const layers = read.ok ? layersOf(read.value.settings, asked) : ok([])
  if (!layers.ok) return layers
  const plan = await discover(view, stacks, { toolchain, other })
  const projects = plan.ok ? programsOfPlan(plan.value, view, stacks) : []
  return ok({
    programs: distinctNeeds([...programsOfLayers(layers.value), ...projects], view),
    layers: layers.value.map(({ id }) => id),
  })
}

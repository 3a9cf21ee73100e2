import { settingsOf } from '../../discovery/config.ts'
import { discover } from '../../discovery/plan.ts'
import { gateSettings } from '../../gate/gate-settings.ts'
import { type Layer, layersOf } from '../../gate/layers.ts'
import { distinctNeeds, programsOfLayers, programsOfPlan } from '../../gate/needed-programs.ts'
import { within } from '../../io/doctor/within.ts'
import { type ToolchainVersions, toolchainVersions } from '../../io/toolchain-versions.ts'
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

/** Whose needs are asked for. */
export interface NeedsAsked {
  /** Layers by name, with those that they need; none: all. */
  readonly layers: readonly string[]
  /** A gate is about to run here: where nobody wrote layers, those that discovery finds are run in the tree as it is, and count. */
  readonly gate: boolean
}

/** The layers that would run. Trouble where the settings cannot be read; where discovery cannot say what to run, the gate says so itself. */
const layersToRun = async (
  view: RepoView,
  { layers, gate }: NeedsAsked,
  toolchain: ToolchainVersions,
): Promise<Result<readonly Layer[]>> => {
  const written = settingsOf(view)
  if (!written.ok) return written
  if (written.value?.config.layers !== undefined) return layersOf(written.value, layers)
  const found = gate ? await gateSettings(view, { toolchain: async () => toolchain }) : null
  return found?.ok ? layersOf(found.value.settings, layers) : ok([])
}

/** What layers need, and what discovery finds. A repository in which nothing is found needs nothing. */
export const needsOf = async (view: RepoView, asked: NeedsAsked, machine: Machine): Promise<Result<Needs>> => {
  // One that hangs is found when it is asked by itself; here it only chooses among the cells of a matrix.
  const versions = await within(() => toolchainVersions(machine), VERSIONS_MS)
  const toolchain = versions.end === 'answered' ? versions.found : {}
  const layers = await layersToRun(view, asked, toolchain)
  if (!layers.ok) return layers
  const plan = await discover(view, stacks, { toolchain, other })
  const projects = plan.ok ? programsOfPlan(plan.value, view, stacks) : []
  return ok({
    programs: distinctNeeds([...programsOfLayers(layers.value), ...projects], view),
    layers: layers.value.map(({ id }) => id),
  })
}

import { discover } from '../discovery/plan.ts'
import { readGrounds } from '../discovery/projects.ts'
import { readSettings, SETTINGS_FILES, type Settings } from '../discovery/settings.ts'
import type { GateWorld } from '../model/gate-world.ts'
import type { RepoView } from '../model/repo-view.ts'
import { type Result, trouble } from '../model/result.ts'
import { other, stacks } from '../stacks/index.ts'
import { firstSettings } from './first-settings.ts'

/** The text that `init` would write for a repository without triverdict.yaml: a layer for each check that discovery finds. */
export const foundText = async (
  view: RepoView,
  toolchain: Awaited<ReturnType<GateWorld['toolchain']>>,
): Promise<Result<string | null>> => {
  const grounds = readGrounds(view, stacks, undefined, other)
  if (!grounds.ok) return grounds
  const plan = await discover(view, stacks, { toolchain, other })
  if (!plan.ok) return plan
  const heard = ({ tool, kind }: { readonly tool: string | null; readonly kind: string }) =>
    tool !== null || kind !== 'tests'
  return { ok: true, value: firstSettings(plan.value, grounds.value, heard) }
}

/** The gate of a repository that has no triverdict.yaml. Trouble `no-gate` where nothing is found: a gate without layers judges nothing. */
export const foundSettings = async (view: RepoView, world: GateWorld): Promise<Result<Settings>> => {
  const text = await foundText(view, await world.toolchain())
  if (!text.ok) return text
  if (text.value === null)
    return trouble('no-gate', 'no gate is configured: there is no triverdict.yaml, and no check was found', {
      remedy: '`triverdict plan` says what was seen and not chosen.',
    })
  return readSettings(SETTINGS_FILES[0], text.value)
}

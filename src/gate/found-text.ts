import { discover } from '../discovery/plan.ts'
import { readGrounds } from '../discovery/projects.ts'
import type { RepoView } from '../model/repo-view.ts'
import { ok, type Result } from '../model/result.ts'
import type { World } from '../model/world.ts'
import { other, stacks } from '../stacks/index.ts'
import { firstSettings } from './first-settings.ts'

/**
 * The text of triverdict.yaml that `init` writes for a repository: a layer for each check that discovery finds; null where it finds none.
 * Tests that only an exit code would speak for are left out. Trouble: what discovery cannot read.
 */
export const foundText = async (
  view: RepoView,
  toolchain: Awaited<ReturnType<World['toolchain']>>,
): Promise<Result<string | null>> => {
  const grounds = readGrounds(view, stacks, undefined, other)
  if (!grounds.ok) return grounds
  const plan = await discover(view, stacks, { toolchain, other })
  if (!plan.ok) return plan
  return ok(firstSettings(plan.value, grounds.value, ({ tool, kind }) => tool !== null || kind !== 'tests'))
}

import { readConfig, settingsOf } from '../discovery/config.ts'
import { discover } from '../discovery/plan.ts'
import type { Settings } from '../discovery/settings.ts'
import { compose } from '../locked/compose.ts'
import { type Move, viewOfMoved } from '../locked/moves.ts'
import type { Plan, ProjectPlan } from '../model/check.ts'
import type { VerifyConfig } from '../model/config.ts'
import type { CommitView } from '../model/repo-view.ts'
import { ok, type Result } from '../model/result.ts'
import type { Stack } from '../model/stack.ts'
import type { ComposedTree } from '../model/tree.ts'
import type { Subject, VerifyRequest, World } from '../model/world.ts'
import { other, stacks } from '../stacks/index.ts'
import { affectedBy } from './affected.ts'
import { readKnownRed } from './known-red.ts'
import { movesOf } from './moves-of.ts'

/** What will be asked, and of which tree. */
export interface Planned {
  readonly config: VerifyConfig
  readonly plan: Plan
  readonly projects: readonly { readonly plan: ProjectPlan; readonly stack: Stack }[]
  /** Projects that `--affected` left out, and the sentence on it; null without that option. */
  readonly affected: { readonly left: readonly ProjectPlan[]; readonly because: string | null }
  readonly composed: ComposedTree
  /** Packages and tests that the branch moved as a whole. */
  readonly moves: readonly Move[]
  /** Those that it moved though the commands of the lock name the old place: nothing follows them. */
  readonly leftNamed: readonly Move[]
  /** The locked ref with `moves` where the branch has them: what the composed tree is made of. */
  readonly locked: CommitView
  /** Ids that a person approved as red at the base. */
  readonly knownRed: readonly string[]
}

/** True where tests are run by a command that the stack knows nothing of: they may be of any language, so that its own patterns are not enough. */
const isUnknown = (plan: ProjectPlan, stack: Stack): boolean =>
  stack !== other &&
  stack.instrumentOpaque === undefined &&
  plan.checks.some((check) => check.kind === 'tests' && check.tool === null)

/** The files that judge for a layer of the gate are locked as tests are. */
const withGateFiles = (config: VerifyConfig, settings: Settings | null): VerifyConfig => {
  const named = Object.values(settings?.config.layers ?? {}).flatMap(({ locked }) => locked ?? [])
  return named.length === 0
    ? config
    : { ...config, lock: { ...config.lock, tests: [...(config.lock?.tests ?? []), ...named] } }
}

/** Reads the locked ref for commands and configuration, and composes the tree. Never reads the branch for how to verify it. */
export const planBranch = async (subject: Subject, request: VerifyRequest, world: World): Promise<Result<Planned>> => {
  const read = readConfig(subject.lock.view)
  if (!read.ok) return read
  const settings = settingsOf(subject.lock.view)
  if (!settings.ok) return settings
  const config = withGateFiles(read.value?.config ?? {}, settings.value)
  const narrowed = request.projects.length > 0 ? [...request.projects] : undefined
  const toolchain = await world.toolchain()
  const discovery = (only: string[] | undefined) =>
    discover(subject.lock.view, stacks, { ...(only === undefined ? {} : { projects: only }), toolchain, other })
  const discovered = await discovery(narrowed)
  if (!discovered.ok) return discovered
  const all = request.affected === true && narrowed !== undefined ? await discovery(undefined) : discovered
  if (!all.ok) return all
  const affected =
    request.affected === true
      ? affectedBy(discovered.value.projects, subject.lock.view, subject.branch.view, all.value.projects)
      : { projects: discovered.value.projects, left: [], because: null }
  const projects = affected.projects.flatMap((plan) => {
    const stack = [...stacks, other].find((candidate) => candidate.id === plan.stack)
    return stack === undefined ? [] : [{ plan, stack }]
  })
  const { moves, leftNamed, said } = movesOf(subject, projects, config)
  const locked = viewOfMoved(subject.lock.view as CommitView, moves)
  const composed = compose({
    lock: locked,
    branch: subject.branch.view,
    projects: projects.flatMap(({ plan, stack }) => {
      const view = plan.directory === '.' ? locked : locked.under(plan.directory)
      const own = { directory: plan.directory, stack: { ...stack, locked: stack.lockedIn?.(view) ?? stack.locked } }
      return isUnknown(plan, stack) ? [own, { directory: plan.directory, stack: other }] : [own]
    }),
    checks: projects.flatMap(({ plan }) => plan.checks),
    config,
  })
  if (!composed.ok) return composed
  const knownRed = readKnownRed(subject.lock.view, config.known_red)
  if (!knownRed.ok) return knownRed
  const plan = { ...discovered.value, projects: affected.projects }
  const tree = { ...composed.value, anomalies: [...said, ...composed.value.anomalies] }
  return ok({ config, plan, affected, projects, moves, leftNamed, locked, composed: tree, knownRed: knownRed.value })
}

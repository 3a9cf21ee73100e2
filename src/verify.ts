import { movedPath } from './locked/moves.ts'
import type { BranchReport } from './model/branch-report.ts'
import { milliseconds } from './model/config-words.ts'
import type { VerifyRequest, World } from './model/world.ts'
import { assemble, unverifiable } from './verify/assemble.ts'
import { blamedOnMoves } from './verify/blamed-on-moves.ts'
import { runBranchTests } from './verify/branch-tests.ts'
import { entriesOf, viewOf } from './verify/composed-view.ts'
import { examineAll } from './verify/examine-all.ts'
import { planBranch } from './verify/plan-branch.ts'
import { blamedOnPutBack } from './verify/put-back.ts'
import { namingSplitModules } from './verify/split-module.ts'
import { isolationDegraded, strictReasons } from './verify/strict.ts'
import { Trees } from './verify/trees.ts'

const DEFAULT_TIMEOUT_MS = 10 * 60_000
const DEFAULT_STALL_MS = 5 * 60_000

/** Verifies one branch: look → plan → compose → run → judge → report. Never throws for anything but a bug. */
export const verify = async (request: VerifyRequest, world: World): Promise<BranchReport> => {
  const started = world.now()
  const [refusal, ...more] = strictReasons(request)
  if (refusal !== undefined) {
    const report = await unverifiable(request, null, { kind: 'strict', message: refusal }, started, world)
    return { ...report, blocking: [refusal, ...more], anomalies: [...report.anomalies, isolationDegraded] }
  }
  const looked = await world.look(request)
  if (!looked.ok) return await unverifiable(request, null, looked.trouble, started, world)
  const subject = looked.value
  const planned = await planBranch(subject, request, world)
  if (!planned.ok) return await unverifiable(request, subject, planned.trouble, started, world)
  const { config, projects, composed, plan, locked } = planned.value
  const limits = {
    timeout_ms: config.timeout === undefined ? DEFAULT_TIMEOUT_MS : milliseconds(config.timeout),
    timeoutWritten: config.timeout !== undefined,
    stall_ms: config.stall === undefined ? DEFAULT_STALL_MS : milliseconds(config.stall),
  }
  for (const { plan: project } of projects) {
    for (const check of project.checks) world.say({ kind: 'plan', text: `${check.id} (${check.evidence.tier})` })
  }
  const secrets = world.secrets(config.secrets ?? [])
  const opened = await world.workshop(subject, Object.values(secrets))
  if (!opened.ok) return await unverifiable(request, subject, opened.trouble, started, world)
  const workshop = opened.value
  try {
    const { lock, branch } = subject
    const trees = new Trees({
      world,
      workshop,
      lock: { sha: lock.sha, view: locked },
      sources: {
        branch: {
          entries: composed.entries,
          view: viewOf(composed.entries, locked, branch.view),
          parent: branch.sha,
        },
        control: { entries: entriesOf(lock.view, 'lock'), view: lock.view, parent: lock.sha },
        own: { entries: entriesOf(branch.view, 'branch'), view: branch.view, parent: branch.sha },
      },
      projects,
      // Also where the lock had them: the control has them there.
      lockedPaths: new Set(composed.lockedPaths.flatMap((path) => [path, movedPath(planned.value.moves, path, true)])),
      env: { ...config.env, ...secrets },
      limits,
    })
    const asked = await examineAll(planned.value, request, subject, trees, limits, world)
    const blamed = blamedOnPutBack(composed, locked, branch.view, blamedOnMoves(planned.value.leftNamed, asked))
    const examined = namingSplitModules(projects, locked, branch.view, blamed)
    const branchTests = await runBranchTests(trees, examined, composed.branchTestFiles, limits)
    return await assemble({
      request,
      subject,
      planned: planned.value,
      plan,
      examined,
      branchTests,
      trees,
      workshop,
      started,
      world,
    })
  } finally {
    await workshop.close()
  }
}

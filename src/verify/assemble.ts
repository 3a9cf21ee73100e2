import type { Anomaly } from '../model/anomaly.ts'
import type { BranchReport, StackReport } from '../model/branch-report.ts'
import type { Plan } from '../model/check.ts'
import type { Trouble } from '../model/result.ts'
import type { Status } from '../model/verdict.ts'
import type { Subject, VerifyRequest, Workshop, World } from '../model/world.ts'
import { limitBlocking } from '../verdict/blocking.ts'
import { lineCoverage, qualify } from '../verdict/qualifier.ts'
import { doubtfulTests } from './doubtful.ts'
import type { Examined } from './examine.ts'
import { type Failure, failingName, failureOf } from './failure.ts'
import { interruptedReport } from './interrupted.ts'
import { isMeasured, leavesPartsOut, notVerified, partlyUnreadKinds, unreadKinds } from './not-verified.ts'
import type { Planned } from './plan-branch.ts'
import { redact } from './redact.ts'
import { lostTests, RELOCK } from './relock.ts'
import { isolationDegraded } from './strict.ts'
import { checkReport, clean, ownReasons, testCounts } from './summary.ts'
import type { Trees } from './trees.ts'
import { unpinned } from './unpinned.ts'

const worst = (statuses: readonly Status[]): Status =>
  statuses.includes('error') ? 'error' : statuses.includes('fail') ? 'fail' : 'pass'

/** Keys that every branch report has, whatever was reached. */
const frame = (request: VerifyRequest, started: Date, world: World) => {
  const finished = world.now()
  const refs = world.resolved()
  return {
    version: 1 as const,
    confidence: 1,
    metrics: {},
    check: 'verify',
    run: {
      id: world.runId,
      started_at: started.toISOString(),
      finished_at: finished.toISOString(),
      // A clock that was set back must not make a negative duration.
      duration_ms: Math.max(0, finished.getTime() - started.getTime()),
    },
    branch_id: request.id ?? refs?.name ?? refs?.branch ?? request.branch ?? 'HEAD',
    locked_ref: refs?.lock ?? null,
    branch_ref: refs?.branch ?? null,
  }
}

const nothing = {
  has_tests: false,
  verified: false,
  coverage: null,
  tests_run: null,
  tests_passed: null,
  tests_failed: null,
  tests_skipped: null,
  type_check_clean: null,
  lint_clean: null,
  failure_detail: null,
  failure_source: null,
  stacks: [],
  excluded: [],
  base_red: [],
  unstable: [],
  branch_tests: null,
  controls: [],
}

/** The report of a verification that could not begin. */
export const unverifiable = async (
  request: VerifyRequest,
  subject: Subject | null,
  trouble: Trouble,
  started: Date,
  world: World,
): Promise<BranchReport> => {
  const report: BranchReport = {
    ...frame(request, started, world),
    ...nothing,
    status: 'error',
    blocking: [trouble.message],
    confidence_qualifier: `not verified: ${trouble.kind}`,
    failure_detail: trouble.detail ?? null,
    failure_source: trouble.detail === undefined ? null : 'log',
    anomalies: [...(subject?.anomalies ?? [])],
    not_verified: ['Nothing was verified.'],
    remedy: trouble.remedy ?? null,
    trouble: trouble.kind,
  }
  const notes = await world.record(subject, report)
  return { ...report, anomalies: [...report.anomalies, ...notes] }
}

export interface Evidence {
  readonly request: VerifyRequest
  readonly subject: Subject
  readonly planned: Planned
  readonly plan: Plan
  readonly examined: readonly Examined[]
  readonly branchTests: BranchReport['branch_tests']
  readonly trees: Trees
  readonly workshop: Workshop
  readonly started: Date
  readonly world: World
}

const projectName = (examined: Examined, several: boolean): string =>
  several && examined.project.directory !== '.'
    ? `${examined.check.stack} ${examined.project.directory}`
    : examined.check.stack

/** Several checks may note one thing, word for word. */
const isSame = (one: Anomaly, other: Anomaly): boolean =>
  one.kind === other.kind && one.detail === other.detail && one.path === other.path && one.line === other.line

/** Puts one report together from everything that was examined. */
export const assemble = async (evidence: Evidence): Promise<BranchReport> => {
  const { request, subject, planned, plan, examined, branchTests, trees, workshop, started, world } = evidence
  // A tier that cannot be read may ask for more than the one below it, which then decides.
  const unread = ({ kind, severity }: Anomaly): boolean =>
    (kind === 'ci-not-read' || kind === 'tier-not-read') && severity !== 'info'
  const strict = (found: Anomaly): Anomaly =>
    request.strict && (found.severity === 'critical' || unread(found)) ? { ...found, blocking: true } : found
  const anomalies = [
    ...subject.anomalies,
    ...planned.composed.anomalies,
    ...plan.anomalies,
    ...unpinned(planned.projects, subject.lock.view),
    ...examined.flatMap((one) => one.anomalies),
    ...trees.anomalies,
    ...doubtfulTests(planned.composed.doubtful, examined),
    ...(await world.refsMoved(request, subject)),
    isolationDegraded,
  ]
    .filter((found, at, all) => all.findIndex((other) => isSame(other, found)) === at)
    .map(strict)

  const tests = examined.filter(({ check }) => check.kind === 'tests')
  // A command that is called test proves nothing: files that hold tests, or tests that ran, do.
  const seen = (one: Examined) => one.run.facts.items.length > 0 || (one.inventory?.required.length ?? 0) > 0
  const written = planned.projects.some(({ plan: project, stack }) => stack.hasTests(trees.lockedProject(project)))
  const hasTests = tests.length > 0 && (written || tests.some(seen))
  const several = planned.projects.length > 1
  const unmeasured = [...new Set(tests.filter((one) => !isMeasured(one, tests)).map((one) => one.check.stack))]
  const total = lineCoverage(tests.flatMap((one) => one.run.coverage))
  const coverage = unmeasured.length > 0 ? null : total
  const unreadByCi = unreadKinds(plan.anomalies)
  // Clean is what the project's own check says: one in its place can only say that something is wrong.
  const cleanOf = (kind: 'types' | 'lint') => {
    const said = clean(examined, kind)
    return said === true && unreadByCi.includes(kind) ? null : said
  }
  const judged = {
    has_tests: hasTests,
    type_check_clean: cleanOf('types'),
    lint_clean: cleanOf('lint'),
    coverage,
  }
  const own = ownReasons(evidence, judged, anomalies)
  const status = worst([...examined.map((one) => one.status), ...(own.length > 0 ? (['error'] as const) : [])])
  const reasonsOf = (wanted: Status) =>
    examined
      .filter((one) => one.status === wanted)
      .flatMap((one) => one.blocking.map((reason) => `${projectName(one, several)}: ${reason}`))
  const culprit = examined.find((one) => one.status === status && status !== 'pass') ?? null
  const failure: Failure | null =
    culprit === null ? null : await failureOf(culprit, trees.toolOf(culprit.check), workshop)
  const stagedBranch = await trees.staged('branch')

  const stackReports: StackReport[] = planned.projects.map(({ plan: project }) => ({
    stack: project.stack,
    project: project.directory,
    checks: examined.filter((one) => one.project === project).map(checkReport),
    coverage: lineCoverage(examined.filter((one) => one.project === project).flatMap((one) => one.run.coverage)),
  }))
  const report: BranchReport = {
    ...frame(request, started, world),
    status,
    blocking: limitBlocking([...new Set([...own, ...reasonsOf('error'), ...reasonsOf('fail')])]),
    subject: {
      commit: subject.branch.sha,
      tree: stagedBranch?.treeId ?? null,
      branch: subject.branch.name,
      dirty: subject.anomalies.some(({ kind }) => kind === 'dirty-worktree'),
    },
    has_tests: hasTests,
    verified: status === 'pass' && unreadByCi.length === 0 && !leavesPartsOut(plan.anomalies),
    coverage,
    ...testCounts(examined),
    type_check_clean: judged.type_check_clean,
    lint_clean: judged.lint_clean,
    confidence_qualifier: qualify({
      status,
      hasTests,
      coverage,
      unmeasured: several ? unmeasured : [],
      typesChecked: judged.type_check_clean !== null,
      lintChecked: judged.lint_clean !== null,
      unread: unreadByCi,
      partlyUnread: partlyUnreadKinds(plan.anomalies),
      partsLeftOut: leavesPartsOut(plan.anomalies),
      failing: culprit === null ? null : failingName(culprit),
    }),
    failure_detail: failure?.detail ?? null,
    failure_source: failure?.source ?? null,
    ...(failure?.truncated ? { failure_truncated: true } : {}),
    stacks: stackReports,
    excluded: planned.composed.excluded.map((one) => ({ ...one })),
    base_red: [...new Set(examined.flatMap((one) => one.base_red))],
    unstable: [...new Set(examined.flatMap((one) => one.inventory?.unstable ?? []))],
    branch_tests: branchTests,
    controls: examined.flatMap((one) => one.controls ?? []),
    anomalies,
    not_verified: notVerified(planned, examined, request),
    ...(status === 'fail' && examined.some(lostTests) ? { remedy: RELOCK } : {}),
    evidence: {
      attribution: culprit?.attribution ?? null,
      log: culprit?.run.log ?? null,
      exit_code: culprit?.run.facts.exit_code ?? null,
    },
  }
  const told = world.interrupted() ? interruptedReport(report) : report
  const masked = redact(told, Object.values(world.secrets(planned.config.secrets ?? [])))
  const notes = await world.record(subject, masked)
  return { ...masked, anomalies: [...masked.anomalies, ...notes] }
}

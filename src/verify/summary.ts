import type { Anomaly } from '../model/anomaly.ts'
import type { BranchReport, CheckReport } from '../model/branch-report.ts'
import type { CheckKind } from '../model/check.ts'
import type { VerifyRequest } from '../model/world.ts'
import { other } from '../stacks/index.ts'
import type { Examined } from './examine.ts'
import { goalIds, nearGoal } from './goals.ts'
import { wordsOf } from './words.ts'

/** One check, as the report has it. */
export const checkReport = (examined: Examined): CheckReport => {
  const { check, run } = examined
  const { evidence } = check
  const where =
    evidence.file === null ? evidence.text : `${evidence.file}${evidence.line === null ? '' : `:${evidence.line}`}`
  return {
    id: check.id,
    kind: check.kind,
    tool: check.tool,
    command: wordsOf(check.command),
    argv: [...run.argv],
    cwd: check.command.cwd,
    why: `${evidence.tier}: ${where}`,
    status: examined.status,
    blocking: [...examined.blocking],
    attribution: examined.attribution,
    duration_ms: run.facts.duration_ms,
    exit_code: run.facts.exit_code,
    report: run.reportDirectory === '' ? null : run.reportDirectory,
    log: run.log,
  }
}

/** True for a check that asks about the tree, and not about what its kind is about. */
export const isBeside = ({ tool }: Examined['check']): boolean =>
  other.tools.some(({ id, beside }) => beside === true && id === tool)

/** True when every check of the kind passed, false when one failed; null when none was judged. */
export const clean = (examined: readonly Examined[], kind: CheckKind): boolean | null => {
  // A comparison of the tree speaks of steps: of its kind it says nothing.
  const asked = examined.filter(({ check }) => check.kind === kind && !isBeside(check))
  const statuses = asked.map(({ status }) => status)
  if (statuses.length === 0 || statuses.includes('error')) return statuses.includes('fail') ? false : null
  return !statuses.includes('fail')
}

/** Counts over all test checks; null unless every one ran completely. */
export const testCounts = (examined: readonly Examined[]) => {
  const runs = examined.filter(({ check }) => check.kind === 'tests').map(({ run }) => run.facts)
  if (runs.length === 0 || runs.some((facts) => !facts.complete)) {
    return { tests_run: null, tests_passed: null, tests_failed: null, tests_skipped: null }
  }
  const count = (state: 'green' | 'red') =>
    runs.reduce(
      (sum, facts) => sum + facts.items.filter((item) => item.state === state && item.counted !== false).length,
      0,
    )
  const [passed, failed] = [count('green'), count('red')]
  return {
    tests_run: passed + failed,
    tests_passed: passed,
    tests_failed: failed,
    tests_skipped: runs.reduce((sum, facts) => sum + facts.skipped, 0),
  }
}

/** Reasons that no single check can give: no tests, what was required, what blocks by itself. */
export const ownReasons = (
  evidence: { readonly request: VerifyRequest; readonly examined: readonly Examined[] },
  report: Pick<BranchReport, 'has_tests' | 'type_check_clean' | 'lint_clean' | 'coverage'>,
  anomalies: readonly Anomaly[],
): string[] => {
  const { request, examined } = evidence
  const reasons: string[] = []
  if (!report.has_tests) reasons.push('no tests exist at the locked ref: UNVERIFIED')
  for (const found of anomalies) if (found.blocking) reasons.push(`${found.kind}: ${found.detail}`)
  for (const goal of request.goals) {
    const matched = examined.some((one) => one.check.kind === 'tests' && goalIds([goal], one.inventory).length > 0)
    if (matched) continue
    const near = nearGoal(
      goal,
      examined.filter(({ check }) => check.kind === 'tests').map(({ inventory }) => inventory),
    )
    const offer = near === null ? '' : `; a star stops at a slash of the path: did you mean '${near}'?`
    reasons.push(`--goal ${goal} matches no test that exists at the locked ref${offer}`)
  }
  const required = new Set(request.require)
  if (required.has('tests') && !examined.some(({ check }) => check.kind === 'tests'))
    reasons.push('tests are required and none ran')
  if (required.has('types') && report.type_check_clean === null) reasons.push('types are required and were not judged')
  if (required.has('lint') && report.lint_clean === null) reasons.push('lint is required and was not judged')
  if (required.has('coverage') && report.coverage === null) reasons.push('coverage is required and was not measured')
  return reasons
}

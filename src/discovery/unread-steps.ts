import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Evidence, NotChosen } from '../model/check.ts'
import type { CiJob } from './ci-job.ts'
import { kindOfName } from './kind-words.ts'
import type { Unread } from './preparing.ts'

/**
 * The rule for what a job that blocks merging runs. Each of its commands is exactly one of these:
 * - *read*: it became a check, or is named as one that cannot run here (`unreadCheck`);
 * - *preparing*: it is known to install, build, fetch or set something up, and runs before the checks;
 * - *harmless*: it only shows, uploads, caches or reports;
 * - *unread*: no rule knows what it does. It runs before the checks, since they may need it, is named in the plan, and where it may be the tests of
 *   the CI a pass is not called verified.
 */
export interface UnreadStep {
  readonly unread: Unread
  readonly evidence: Evidence
  /** What its author calls the step. */
  readonly name: string
}

/** What names of jobs and steps say that are about something else than whether the product is right. */
const OTHER_PURPOSE =
  /(?:^|[^a-z])(?:docs?|documentation|site|website|pages|builds?|compile|packag\w*|bundle|dist|wheels?|deploy\w*|preview|releas\w*|publish\w*|images?|docker|containers?|lint\w*|format\w*|style|fmt|label\w*|bench\w*|perf\w*|size|coverage|report\w*|notify|notification|changelog|changes|version\w*|bump|setup|install|prepare|init|security|audit|codeql|scan|licen[sc]es?|generat\w*|sync|upload|artifacts?|cache|clean\w*|matrix|detect|filter|comment|approve|merge|stale|triage|assign|welcome|greet\w*|translations?|i18n)(?:$|[^a-z])/i

/** Words of checks that may be of any kind: `./check.sh`, `cargo xtask ci`. */
const CHECK_WORDS =
  /(?:^|[^a-z])(?:checks?|ci|verif(?:y|ies)|validate|suite|harness|conformance|regress\w*)(?:$|[^a-z])/i

const REASON =
  'no rule of this version knows what it does: it runs here before the checks, and what it checks is not judged'

/** True when the words or the names around an unread step are those of tests, or the job reads nothing and is named for nothing else. */
const maybeTests = (job: CiJob, one: UnreadStep, readsTests: boolean, readsAny: boolean): boolean => {
  if (one.unread === 'tests') return true
  const names = [job.id, job.name ?? '', one.name]
  if (!readsTests && names.some((name) => kindOfName(name) === 'tests')) return true
  const elsewhere = names.some((name) => OTHER_PURPOSE.test(name))
  const checks = CHECK_WORDS.test(one.evidence.text) && !OTHER_PURPOSE.test(one.evidence.text)
  return !elsewhere && (!readsAny || (!readsTests && checks))
}

/** What must be said of the unread steps of a job that runs on a change. `reads`: kinds of which the job names something. */
export const sayUnread = (
  job: CiJob,
  steps: readonly UnreadStep[],
  reads: readonly string[],
): { readonly notChosen: readonly NotChosen[]; readonly anomalies: readonly Anomaly[] } => {
  const tests = (one: UnreadStep): boolean => maybeTests(job, one, reads.includes('tests'), reads.length > 0)
  const firstLine = (text: string): string => {
    const [first = '', ...more] = text.trim().split('\n')
    return more.length === 0 ? first : `${first} …`
  }
  return {
    notChosen: steps.map((one) => ({
      kind: tests(one) ? 'tests' : 'prepare',
      text: one.evidence.text,
      evidence: one.evidence,
      reason: REASON,
    })),
    anomalies: steps.filter(tests).map(({ evidence }) =>
      anomaly(
        'ci-not-read',
        'high',
        `A step of the CI that may be its tests is not read: ${firstLine(evidence.text)} (job ${job.id})`,
        {
          path: evidence.file,
          line: evidence.line,
          remedy: 'Name the commands under `verify.commands` in triverdict.yaml.',
          check: 'tests',
        },
      ),
    ),
  }
}

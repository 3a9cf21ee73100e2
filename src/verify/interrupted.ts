import type { BranchReport } from '../model/branch-report.ts'
import type { Check } from '../model/check.ts'
import type { World } from '../model/world.ts'
import type { CheckRun } from './run-check.ts'
import { failedRun } from './unready.ts'

/** The reason of everything that a person's (or a system's) wish to stop kept from being judged. */
export const INTERRUPTED = 'interrupted: nothing is judged by a run that was told to stop'

/** A run during which we were told to stop, however it looks: what it ended by was not its own. */
export const asCancelled = (run: CheckRun): CheckRun => ({
  ...run,
  facts: {
    ...run.facts,
    end: 'cancelled',
    complete: false,
    incomplete: [INTERRUPTED, ...run.facts.incomplete],
    contradictions: [],
  },
  instrument: [],
})

/** A run that began or ended after we were told to stop says nothing, however it looks. */
export const unlessInterrupted = async (
  world: Pick<World, 'interrupted'>,
  check: Check,
  work: () => Promise<CheckRun>,
): Promise<CheckRun> => {
  const run = world.interrupted() ? failedRun(check, { kind: 'cancelled', message: 'it was not begun' }) : await work()
  return world.interrupted() ? asCancelled(run) : run
}

/** The report of a verification that was told to stop before it was written: an error, whatever was judged by then. */
export const interruptedReport = (report: BranchReport): BranchReport =>
  report.status === 'error' && report.blocking.some((reason) => reason.includes('interrupted'))
    ? report
    : {
        ...report,
        status: 'error',
        verified: false,
        blocking: [INTERRUPTED, ...report.blocking].slice(0, 20),
        confidence_qualifier: 'not verified: interrupted',
      }

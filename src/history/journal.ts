import type { BranchReport } from '../model/branch-report.ts'
import type { HistoryDatabase } from './database.ts'

/** Who is running: enough to tell later whether that process is still there. */
export interface Owner {
  readonly pid: number
  readonly started: string
}

/** Marks runs whose process is gone as died, so that every run reaches an end even after a kill. */
export const reap = async (
  database: HistoryDatabase,
  alive: (owner: Owner) => boolean,
  now: string,
): Promise<readonly string[]> => {
  const running = await database
    .selectFrom('runs')
    .select(['id', 'pid', 'pid_started'])
    .where('state', '=', 'running')
    .execute()
  const dead = running.filter((run) => !alive({ pid: run.pid, started: run.pid_started })).map((run) => run.id)
  for (const id of dead) {
    await database
      .updateTable('runs')
      .set({ state: 'died', status: 'error', finished_at: now })
      .where('id', '=', id)
      .execute()
  }
  return dead
}

/** Writes that a run began. */
export const beginRun = async (
  database: HistoryDatabase,
  run: { readonly id: string; readonly command: string; readonly started_at: string; readonly owner: Owner },
): Promise<void> => {
  await database
    .insertInto('runs')
    .values({
      id: run.id,
      command: run.command,
      state: 'running',
      pid: run.owner.pid,
      pid_started: run.owner.started,
      started_at: run.started_at,
      finished_at: null,
      status: null,
      branch_id: null,
      locked_ref: null,
      branch_ref: null,
      report: null,
    })
    .execute()
}

/** Writes how a run ended, and its death verbatim when it failed. */
export const finishRun = async (
  database: HistoryDatabase,
  id: string,
  report: BranchReport,
  at: string,
): Promise<void> => {
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('runs')
      .set({
        state: 'finished',
        finished_at: at,
        status: report.status,
        branch_id: report.branch_id,
        locked_ref: report.locked_ref,
        branch_ref: report.branch_ref,
        report: JSON.stringify(report),
      })
      .where('id', '=', id)
      .execute()
    if (report.status === 'pass' || report.failure_detail === null) return
    const check = report.stacks.flatMap((stack) => stack.checks).find((candidate) => candidate.status === report.status)
    await transaction
      .insertInto('deaths')
      .values({
        run_id: id,
        branch_id: report.branch_id,
        check_id: check?.id ?? '',
        item: report.confidence_qualifier,
        symptom: report.failure_detail,
        at,
      })
      .execute()
  })
}

import type { Verdict } from '../model/verdict.ts'
import type { HistoryDatabase } from './database.ts'

/** So many of the last runs of a layer say how long it takes. */
const LAST_RUNS = 5

/** A layer of a gate that ended. */
export interface LayerRow {
  readonly run_id: string
  /** Repositories may share one history. */
  readonly repository: string
  readonly layer: string
  readonly status: Verdict['status']
  readonly started_at: string
  readonly duration_ms: number
}

/** Writes that a layer ended, also of a gate that is killed later. */
export const addLayer = async (database: HistoryDatabase, row: LayerRow): Promise<void> => {
  await database.insertInto('layers').values(row).execute()
}

/** Milliseconds of the last runs of each layer that passed or failed, newest first, at most five; a layer without any is left out. An error says nothing of how long it takes. */
export const lastDurations = async (
  database: HistoryDatabase,
  repository: string,
  layers: readonly string[],
): Promise<Readonly<Record<string, readonly number[]>>> => {
  const found: Record<string, readonly number[]> = {}
  for (const layer of layers) {
    const rows = await database
      .selectFrom('layers')
      .select('duration_ms')
      .where('repository', '=', repository)
      .where('layer', '=', layer)
      .where('status', 'in', ['pass', 'fail'])
      .orderBy('id', 'desc')
      .limit(LAST_RUNS)
      .execute()
    if (rows.length > 0) found[layer] = rows.map((row) => row.duration_ms)
  }
  return found
}

/** Writes how a gate ended. `seen`: what programs may see of it. */
export const finishGate = async (database: HistoryDatabase, id: string, seen: Verdict, at: string): Promise<void> => {
  const commit = (seen.subject as { readonly commit?: string | null } | undefined)?.commit ?? null
  await database
    .updateTable('runs')
    .set({
      state: 'finished',
      finished_at: at,
      status: seen.status,
      branch_ref: commit,
      report: JSON.stringify(seen),
    })
    .where('id', '=', id)
    .execute()
}

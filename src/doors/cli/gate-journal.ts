import path from 'node:path'
import { withAnomalies } from '../../gate/progress.ts'
import { firstLayers, median, withEnded, withStarted } from '../../gate/progress-state.ts'
import { type HistoryDatabase, openDatabase } from '../../history/database.ts'
import { addLayer, finishGate, lastDurations } from '../../history/gates.ts'
import { beginRun, reap } from '../../history/journal.ts'
import { isRunning } from '../../io/descendants.ts'
import { writeWhole } from '../../io/files.ts'
import { type GateRecord, gatePlaces, makeLatest, writeRecord } from '../../io/gate-records.ts'
import { thisProcess } from '../../io/locks.ts'
import { type Anomaly, anomaly } from '../../model/anomaly.ts'
import type { GateJournal, GatePlan, GateWorld } from '../../model/gate-world.ts'
import type { Result } from '../../model/result.ts'
import type { Verdict } from '../../model/verdict.ts'

export interface JournalSetting {
  readonly runId: string
  /** Somebody waits for the record alone: a gate that cannot write it does not run. */
  readonly background: boolean
  readonly interrupted: () => boolean
  say(text: string): void
}

/** Where the gate runs; known once its tree is open. */
export interface JournalPlace {
  readonly state: string
  readonly worktree: string
  readonly repositoryId: string
}

const now = (): string => new Date().toISOString()

/** The history of a gate. What it cannot do is one anomaly, and from then on it does nothing. */
const makeHistory = (runId: string) => {
  let database: HistoryDatabase | null = null
  let failure: Anomaly | null = null
  const failed = (message: string, remedy: string | null = null): void => {
    failure ??= anomaly('history-unavailable', 'low', message, { remedy })
    database = null
  }
  const within = async <T>(what: (open: HistoryDatabase) => Promise<T>): Promise<T | null> => {
    if (database === null) return null
    try {
      return await what(database)
    } catch (error) {
      failed(`the history cannot be written: ${(error as Error).message}`)
      return null
    }
  }
  return {
    async begin(place: JournalPlace, plan: GatePlan, at: string): Promise<Readonly<Record<string, number>>> {
      const opened = await openDatabase(path.join(place.state, 'history.sqlite'))
      if (!opened.ok) {
        failed(opened.trouble.message, opened.trouble.remedy ?? null)
        return {}
      }
      database = opened.value
      const last = await within(async (open) => {
        await reap(open, ({ pid, started }) => isRunning(pid, started), at)
        const { pid, started } = thisProcess()
        await beginRun(open, {
          ...{ id: runId, command: 'gate', started_at: at },
          owner: { pid, started: String(started) },
        })
        return await lastDurations(
          open,
          place.repositoryId,
          plan.layers.map(({ id }) => id),
        )
      })
      return Object.fromEntries(Object.entries(last ?? {}).map(([id, durations]) => [id, median(durations) ?? 0]))
    },
    layer: (row: Parameters<typeof addLayer>[1]) => within((open) => addLayer(open, row)),
    async finish(seen: Verdict): Promise<readonly Anomaly[]> {
      await within((open) => finishGate(open, runId, seen, now()))
      const open = database
      database = null
      await (open as HistoryDatabase | null)?.destroy().catch(() => undefined)
      return failure === null ? [] : [failure]
    },
  }
}

/** Writes how far a gate is, its history and its verdict below the state directory. `place` gives null until the tree is open. */
export const makeGateJournal = (
  setting: JournalSetting,
  place: () => JournalPlace | null,
): Required<Pick<GateWorld, 'journal' | 'record'>> => {
  const { runId, background } = setting
  const history = makeHistory(runId)
  let record: GateRecord | null = null
  let writing: Promise<unknown> = Promise.resolve()
  const tell = (what: string, written: Result<void>): void => {
    if (!written.ok) setting.say(`${what}: ${written.trouble.message}`)
  }
  /** One after another, so that the last word stays. */
  const write = (next: GateRecord): Promise<unknown> => {
    record = next
    const state = place()?.state ?? ''
    writing = writing.then(async () => tell('how far the gate is cannot be written', await writeRecord(state, next)))
    return writing
  }
  const journal: GateJournal = {
    async began(plan) {
      const where = place()
      if (where === null) return
      const { lock } = gatePlaces(where.state, where.worktree)
      const started_at = now()
      const expected = await history.begin(where, plan, started_at)
      record = {
        ...plan,
        ...{ version: 1, run: runId, worktree: where.worktree, owner: thisProcess(), lock, background, started_at },
        ...{ layers: firstLayers(plan, expected), verdict: null },
      }
      const written = await writeRecord(where.state, record)
      const pointed = written.ok ? await makeLatest(where.state, record) : written
      if (!pointed.ok && background) throw new Error(pointed.trouble.message)
      tell('how far the gate is cannot be written', pointed)
    },
    async started(layer) {
      if (record !== null) await write({ ...record, layers: withStarted(record.layers, layer, now()) })
    },
    async ended(layer, { status, run }) {
      const where = place()
      if (record === null || where === null) return
      const { started_at = now(), duration_ms = 0 } = (run ?? {}) as { started_at?: string; duration_ms?: number }
      await write({ ...record, layers: withEnded(record.layers, layer, status, duration_ms) })
      await history.layer({
        ...{ run_id: runId, repository: where.repositoryId, layer, status },
        ...{ started_at, duration_ms: Math.round(duration_ms) },
      })
    },
  }
  return {
    journal,
    async record(whole, seen) {
      const where = place()
      if (where === null) return []
      const said = (verdict: Verdict): Verdict =>
        setting.interrupted() ? { ...verdict, status: 'error', blocking: ['interrupted: nothing is known'] } : verdict
      const more = record === null ? [] : await history.finish(said(seen))
      const file = path.join(gatePlaces(where.state, where.worktree).run(runId), 'gate.json')
      const text = `${JSON.stringify(withAnomalies(said(whole), more), null, 2)}\n`
      tell('the verdict is not kept', await writeWhole(file, text, 0o600))
      // Last: whoever waits may take it from now on.
      if (record !== null) await write({ ...record, verdict: withAnomalies(said(seen), more) })
      return more
    },
  }
}

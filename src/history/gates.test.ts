import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HistoryDatabase, openDatabase } from './database.ts'
import { addLayer, finishGate, lastDurations } from './gates.ts'
import { beginRun } from './journal.ts'

let directory: string
let database: HistoryDatabase

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'history-'))
  const opened = await openDatabase(join(directory, 'history.sqlite'))
  if (!opened.ok) throw new Error(opened.trouble.message)
  database = opened.value
  await beginRun(database, { id: 'g', command: 'gate', started_at: 'x', owner: { pid: 1, started: '1' } })
})
afterEach(async () => {
  await database.destroy()
  rmSync(directory, { recursive: true })
})

test('how long a layer takes is known of its last passes and fails in this repository', async () => {
  const add = (repository: string, layer: string, status: 'pass' | 'fail' | 'error', duration_ms: number) =>
    addLayer(database, { run_id: 'g', repository, layer, status, started_at: 'x', duration_ms })
  for (const duration of [1, 2, 3, 4, 5, 6]) await add('here', 'unit', 'pass', duration)
  await add('here', 'unit', 'fail', 7)
  await add('here', 'unit', 'error', 800)
  await add('there', 'unit', 'pass', 900)
  await add('here', 'broken', 'error', 5)
  expect(await lastDurations(database, 'here', ['unit', 'broken', 'new'])).toEqual({ unit: [7, 6, 5, 4, 3] })
})

test('a gate ends with its verdict', async () => {
  const seen = { status: 'fail' as const, blocking: ['unit: x'], metrics: {}, subject: { commit: 'c' } }
  await finishGate(database, 'g', seen, 'later')
  expect(await database.selectFrom('runs').selectAll().execute()).toEqual([
    expect.objectContaining({ state: 'finished', status: 'fail', branch_ref: 'c', report: JSON.stringify(seen) }),
  ])
})

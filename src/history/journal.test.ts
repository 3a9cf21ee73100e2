import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BranchReport } from '../model/branch-report.ts'
import { type HistoryDatabase, openDatabase } from './database.ts'
import { beginRun, finishRun, reap } from './journal.ts'

let directory: string
let database: HistoryDatabase

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'history-'))
  const opened = await openDatabase(join(directory, 'history.sqlite'))
  if (!opened.ok) throw new Error(opened.trouble.message)
  database = opened.value
})
afterEach(async () => {
  await database.destroy()
  rmSync(directory, { recursive: true })
})

const owner = { pid: 4242, started: '77' }
const failed = {
  status: 'fail',
  branch_id: 'b1',
  locked_ref: 'a'.repeat(40),
  branch_ref: 'b'.repeat(40),
  failure_detail: 'AssertionError: 1 != 2',
  confidence_qualifier: 'failed: t::x',
  stacks: [{ checks: [{ id: 'python:.:tests:pytest', status: 'fail' }] }],
} as unknown as BranchReport

test('a run begins, ends, and leaves its death verbatim', async () => {
  await beginRun(database, { id: 'r1', command: 'verify', started_at: '2026-01-01T00:00:00Z', owner })
  await finishRun(database, 'r1', failed, '2026-01-01T00:01:00Z')
  expect(await database.selectFrom('runs').select(['state', 'status']).execute()).toEqual([
    { state: 'finished', status: 'fail' },
  ])
  expect(await database.selectFrom('deaths').select(['check_id', 'symptom']).execute()).toEqual([
    { check_id: 'python:.:tests:pytest', symptom: 'AssertionError: 1 != 2' },
  ])
})

test('a run whose process is gone is died, a living one stays', async () => {
  await beginRun(database, { id: 'dead', command: 'verify', started_at: 'x', owner })
  await beginRun(database, { id: 'alive', command: 'verify', started_at: 'x', owner: { pid: 1, started: '1' } })
  expect(await reap(database, ({ pid }) => pid === 1, '2026-01-02T00:00:00Z')).toEqual(['dead'])
  expect(await database.selectFrom('runs').select(['id', 'state', 'status']).orderBy('id').execute()).toEqual([
    { id: 'alive', state: 'running', status: null },
    { id: 'dead', state: 'died', status: 'error' },
  ])
})

test('a finished run without a status is refused by the database itself', async () => {
  await beginRun(database, { id: 'r', command: 'verify', started_at: 'x', owner })
  await expect(
    database.updateTable('runs').set({ state: 'finished' }).where('id', '=', 'r').execute(),
  ).rejects.toThrow()
})

test('a file that is no database is a trouble, not an exception', async () => {
  const opened = await openDatabase(join(directory, 'no', 'such', 'place.sqlite'))
  expect(opened.ok).toBe(false)
})

test('the history is readable by its user alone, also one that was open to all', async () => {
  const modes = () => readdirSync(directory).map((name) => statSync(join(directory, name)).mode & 0o777)
  expect(new Set(modes())).toEqual(new Set([0o600]))
  for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644)
  const again = await openDatabase(join(directory, 'history.sqlite'))
  expect(new Set(modes())).toEqual(new Set([0o600]))
  if (again.ok) await again.value.destroy()
})

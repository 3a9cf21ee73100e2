import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { GatePlan, LayerProgress } from '../model/gate-world.ts'
import { ok, type Result, trouble } from '../model/result.ts'
import { type Verdict, verdictSchema } from '../model/verdict.ts'
import { attempt, writeWhole } from './files.ts'
import { isAlive, type Owner } from './locks.ts'
import { errno, systemTrouble } from './trouble.ts'

/** What is known of one gate: how far it is, or the verdict that it gave, as programs may see it. */
export interface GateRecord extends Omit<GatePlan, 'layers'> {
  readonly version: 1
  readonly run: string
  readonly worktree: string
  readonly owner: Omit<Owner, 'token'>
  /** The lock of the tree, which the gate holds while it runs. */
  readonly lock: string
  readonly background: boolean
  readonly started_at: string
  readonly layers: readonly LayerProgress[]
  /** Null while it runs, and for ever when it was killed. */
  readonly verdict: Verdict | null
}

/** What became of a gate: `killed` when its process is gone and it said nothing. */
export type GateState =
  | { readonly state: 'running' | 'killed'; readonly record: GateRecord }
  | { readonly state: 'ended'; readonly record: GateRecord; readonly verdict: Verdict }

/** The last gates of a working tree; `whole`: the last one that no layers were picked for. */
interface Latest {
  readonly latest: string | null
  readonly whole: string | null
}

const PRIVATE = 0o600

/** Where the gates of one working tree are known. All absolute, below the state directory. */
export const gatePlaces = (state: string, worktree: string) => {
  const tree = createHash('sha256').update(worktree).digest('hex').slice(0, 16)
  return {
    lock: path.join(state, 'locks', `gate-${tree}`),
    latest: path.join(state, 'gates', `${tree}.json`),
    run: (id: string) => path.join(state, 'runs', id),
  }
}

const recordFile = (state: string, run: string): string => path.join(state, 'runs', run, 'progress.json')

const readJson = async (file: string): Promise<Result<unknown>> => {
  try {
    return ok(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (errno(error) === 'ENOENT') return ok(null)
    if (error instanceof SyntaxError) return trouble('record-unreadable', `${file} is no JSON`)
    return { ok: false, trouble: systemTrouble(`cannot read ${file}`, error) }
  }
}

/** Writes what is known of a gate, whole, for this user alone. */
export const writeRecord = (state: string, record: GateRecord): Promise<Result<void>> =>
  writeWhole(recordFile(state, record.run), `${JSON.stringify(record, null, 2)}\n`, PRIVATE)

const isRecord = (value: unknown, run: string): value is GateRecord => {
  const record = value as Partial<GateRecord> | null
  return (
    record?.version === 1 &&
    record.run === run &&
    typeof record.owner?.pid === 'number' &&
    typeof record.lock === 'string' &&
    Array.isArray(record.layers) &&
    Array.isArray(record.request?.layers)
  )
}

/** The record of a run; null where there is none. */
const readRecord = async (state: string, run: string): Promise<Result<GateRecord | null>> => {
  if (!/^[\w-]+$/.test(run)) return ok(null)
  const read = await readJson(recordFile(state, run))
  if (!read.ok || read.value === null) return read.ok ? ok(null) : read
  return isRecord(read.value, run)
    ? ok(read.value)
    : trouble('record-unreadable', `the record of the gate ${run} cannot be read`, { remedy: 'Run the gate again.' })
}

const readLatest = async (file: string): Promise<Latest> => {
  const read = await readJson(file)
  const found = (read.ok ? read.value : null) as Partial<Latest> | null
  const word = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return { latest: word(found?.latest), whole: word(found?.whole) }
}

/** The last gates that began in a working tree. */
export const latestGates = (state: string, worktree: string): Promise<Latest> =>
  readLatest(gatePlaces(state, worktree).latest)

/** Makes a gate that began the last one of its tree. Only who holds the lock of the tree may. */
export const makeLatest = async (state: string, record: GateRecord): Promise<Result<void>> => {
  const { latest: file } = gatePlaces(state, record.worktree)
  const before = await readLatest(file)
  const whole = record.request.layers.length === 0 && record.tree !== null ? record.run : before.whole
  const made = await attempt(`cannot make ${path.dirname(file)}`, () =>
    mkdir(path.dirname(file), { recursive: true, mode: 0o700 }),
  )
  return made.ok ? writeWhole(file, `${JSON.stringify({ latest: record.run, whole })}\n`, PRIVATE) : made
}

const stateOf = (record: GateRecord): Result<GateState | null> => {
  if (record.verdict === null) return ok(null)
  const verdict = verdictSchema.safeParse(record.verdict)
  return verdict.success
    ? ok({ state: 'ended', record, verdict: verdict.data })
    : trouble('record-unreadable', `the verdict of the gate ${record.run} cannot be read`, {
        remedy: 'Run the gate again.',
      })
}

/** What became of a run; null where there is no record of it. */
export const lookAtGate = async (state: string, run: string): Promise<Result<GateState | null>> => {
  const first = await readRecord(state, run)
  if (!first.ok || first.value === null) return first.ok ? ok(null) : first
  const early = stateOf(first.value)
  if (!early.ok || early.value !== null) return early
  if (await isAlive(first.value.owner, first.value.lock)) return ok({ state: 'running', record: first.value })
  // It may have given its verdict and ended between our two looks.
  const again = await readRecord(state, run)
  if (!again.ok || again.value === null) return again.ok ? ok(null) : again
  const late = stateOf(again.value)
  return !late.ok || late.value !== null ? late : ok({ state: 'killed', record: again.value })
}

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { ok, type Result, trouble } from '../model/result.ts'
import { linkOnTheWay, markSpare, returnSpare, type Spare, takeSpare } from './dependency-spares.ts'
import { attempt, copyTree, removeTree, sizeOf, writeWhole } from './files.ts'
import { tryLock } from './locks.ts'

/** What one entry of the cache holds. */
interface Entry {
  /** Directories relative to the stage; the n-th lies in `n`. */
  readonly outputs: readonly string[]
  readonly bytes: number
  /** A new one each time that the entry is made. */
  readonly made: string
}

const MANIFEST = 'manifest.json'
const PARTIAL = '.partial'
const entriesAt = (cache: string): string => path.join(cache, 'dependencies')
const sparesOf = async (directory: string): Promise<number> =>
  (await readdir(path.join(directory, 'spares')).catch(() => [])).length
const entryAt = (cache: string, key: string): string => path.join(entriesAt(cache), key)

/** The lock under which an entry is made, copied or removed. */
export const entryLock = (cache: string, key: string): string => path.join(cache, 'locks', `dependencies-${key}`)

const readEntry = async (directory: string): Promise<Entry | null> => {
  try {
    const entry = JSON.parse(await readFile(path.join(directory, MANIFEST), 'utf8'))
    return typeof entry?.made === 'string' ? entry : null
  } catch {
    return null
  }
}

const marked = (key: string, made: string, outputs: readonly string[], stage: string): Promise<Result<Spare>> =>
  attempt(`cannot look at what lies in ${stage}`, () => markSpare(key, made, outputs, stage))

/** Keeps the directories (relative to the stage) under the key: whole or not at all. To be called under the entry's lock. */
export const store = async (
  cache: string,
  key: string,
  stage: string,
  outputs: readonly string[],
): Promise<Result<Spare>> => {
  const directory = entryAt(cache, key)
  const partial = directory + PARTIAL
  const made = randomUUID()
  const fill = async (): Promise<Result<void>> => {
    for (const [at, output] of outputs.entries()) {
      const copied = await copyTree(path.join(stage, output), path.join(partial, String(at)))
      if (!copied.ok) return copied
    }
    const entry: Entry = { outputs, bytes: await sizeOf(partial), made }
    const written = await writeWhole(path.join(partial, MANIFEST), JSON.stringify(entry))
    return written.ok ? attempt(`cannot keep ${directory}`, () => rename(partial, directory)) : written
  }
  for (const old of [partial, directory]) {
    const removed = await removeTree(old)
    if (!removed.ok) return removed
  }
  const begun = await attempt(`cannot make ${partial}`, () => mkdir(partial, { recursive: true }))
  const filled = begun.ok ? await fill() : begun
  if (!filled.ok) await removeTree(partial)
  return filled.ok ? marked(key, made, outputs, stage) : filled
}

/**
 * Puts a copy of an entry into the stage (one that waits beside it, or a new one) and marks the entry as used; null when there is none.
 * To be called under the entry's lock.
 */
export const restore = async (
  cache: string,
  key: string,
  stage: string,
  now: number,
): Promise<Result<Spare | null>> => {
  const directory = entryAt(cache, key)
  const entry = await readEntry(directory)
  if (entry === null) return ok(null)
  for (const output of entry.outputs) {
    const linked = await linkOnTheWay(stage, output)
    if (linked !== null) return trouble('install-failed', `${output} cannot be put in place: ${linked} is a link`)
    const removed = await removeTree(path.join(stage, output))
    if (!removed.ok) return removed
  }
  const used = new Date(now)
  const touched = await attempt(`cannot touch ${directory}`, () => utimes(path.join(directory, MANIFEST), used, used))
  if (!touched.ok) return touched
  const spare = await takeSpare(directory, entry.made, entry.outputs, stage)
  if (spare !== null) return ok(spare)
  for (const [at, output] of entry.outputs.entries()) {
    const copied = await copyTree(path.join(directory, String(at)), path.join(stage, output))
    if (!copied.ok) return copied
  }
  return marked(key, entry.made, entry.outputs, stage)
}

/** Gives the copies of a stage that is no longer needed back to the cache. Whatever goes wrong, it only costs a copy later. */
export const giveBack = async (cache: string, spares: readonly Spare[], stage: string): Promise<void> => {
  for (const spare of spares) {
    const directory = entryAt(cache, spare.key)
    if ((await readEntry(directory))?.made === spare.made) await returnSpare(directory, spare, stage)
  }
}

/** What `collect` did. */
export interface Collected {
  readonly removed: readonly string[]
  /** Bytes that are left. */
  readonly bytes: number
}

/** Removes the least recently used entries until at most `maxBytes` are left, and what a crash left half made. Entries in use stay. */
export const collect = async (cache: string, maxBytes: number): Promise<Result<Collected>> =>
  attempt(`cannot clean ${entriesAt(cache)}`, async () => {
    const names = await readdir(entriesAt(cache)).catch(() => [])
    const entries = await Promise.all(
      names.map(async (name) => {
        const directory = path.join(entriesAt(cache), name)
        const entry = name.endsWith(PARTIAL) ? null : await readEntry(directory)
        const used = (await stat(path.join(directory, MANIFEST)).catch(() => null))?.mtimeMs ?? 0
        // Without a readable manifest nobody can use it: it goes first, whatever the limit.
        const copies = 1 + (await sparesOf(directory))
        return { name, directory, used: entry === null ? -1 : used, bytes: (entry?.bytes ?? 0) * copies }
      }),
    )
    let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
    const removed: string[] = []
    for (const entry of entries.sort((a, b) => a.used - b.used || (a.name < b.name ? -1 : 1))) {
      if (entry.used >= 0 && bytes <= maxBytes) break
      const held = await tryLock(entryLock(cache, entry.name.replace(PARTIAL, '')))
      if (!held.ok || held.value === null) continue
      const gone = await removeTree(entry.directory)
      await held.value.release()
      if (!gone.ok) continue
      bytes -= entry.bytes
      removed.push(entry.name)
    }
    return { removed, bytes }
  })

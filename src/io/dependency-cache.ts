import { lstat, mkdir, readdir, readFile, rename, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { ok, type Result, trouble } from '../model/result.ts'
import { attempt, copyTree, removeTree, sizeOf, writeWhole } from './files.ts'
import { tryLock } from './locks.ts'

/** What one entry of the cache holds. */
interface Entry {
  /** Directories relative to the stage; the n-th lies in `n`. */
  readonly outputs: readonly string[]
  readonly bytes: number
}

const MANIFEST = 'manifest.json'
const PARTIAL = '.partial'
const entriesAt = (cache: string): string => path.join(cache, 'dependencies')
const entryAt = (cache: string, key: string): string => path.join(entriesAt(cache), key)

/** The lock under which an entry is made, copied or removed. */
export const entryLock = (cache: string, key: string): string => path.join(cache, 'locks', `dependencies-${key}`)

const readEntry = async (directory: string): Promise<Entry | null> => {
  try {
    return JSON.parse(await readFile(path.join(directory, MANIFEST), 'utf8'))
  } catch {
    return null
  }
}

/** Keeps the directories (relative to the stage) under the key: whole or not at all. To be called under the entry's lock. */
export const store = async (
  cache: string,
  key: string,
  stage: string,
  outputs: readonly string[],
): Promise<Result<void>> => {
  const directory = entryAt(cache, key)
  const partial = directory + PARTIAL
  const fill = async (): Promise<Result<void>> => {
    for (const [at, output] of outputs.entries()) {
      const copied = await copyTree(path.join(stage, output), path.join(partial, String(at)))
      if (!copied.ok) return copied
    }
    const entry: Entry = { outputs, bytes: await sizeOf(partial) }
    const written = await writeWhole(path.join(partial, MANIFEST), JSON.stringify(entry))
    return written.ok ? attempt(`cannot keep ${directory}`, () => rename(partial, directory)) : written
  }
  for (const old of [partial, directory]) {
    const removed = await removeTree(old)
    if (!removed.ok) return removed
  }
  const made = await attempt(`cannot make ${partial}`, () => mkdir(partial, { recursive: true }))
  const filled = made.ok ? await fill() : made
  if (!filled.ok) await removeTree(partial)
  return filled.ok ? ok(undefined) : filled
}

/** The first part of a relative path that is a link: what is written below it would land somewhere else. Null when there is none. */
const linkOnTheWay = async (stage: string, directory: string): Promise<string | null> => {
  const parts = path.dirname(directory).split('/')
  for (let length = 1; length <= parts.length; length += 1) {
    const part = path.join(stage, ...parts.slice(0, length))
    if ((await lstat(part).catch(() => null))?.isSymbolicLink()) return part
  }
  return null
}

/** Copies an entry into the stage and marks it as used; false when there is none. To be called under the entry's lock. */
export const restore = async (cache: string, key: string, stage: string, now: number): Promise<Result<boolean>> => {
  const directory = entryAt(cache, key)
  const entry = await readEntry(directory)
  if (entry === null) return ok(false)
  for (const [at, output] of entry.outputs.entries()) {
    const target = path.join(stage, output)
    const linked = await linkOnTheWay(stage, output)
    if (linked !== null) return trouble('install-failed', `${output} cannot be put in place: ${linked} is a link`)
    const removed = await removeTree(target)
    if (!removed.ok) return removed
    const copied = await copyTree(path.join(directory, String(at)), target)
    if (!copied.ok) return copied
  }
  const used = new Date(now)
  const touched = await attempt(`cannot touch ${directory}`, () => utimes(path.join(directory, MANIFEST), used, used))
  return touched.ok ? ok(true) : touched
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
        return { name, directory, used: entry === null ? -1 : used, bytes: entry?.bytes ?? 0 }
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

import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Collected, collect } from './dependency-cache.ts'
import { writeWhole } from './files.ts'

const DAY_MS = 24 * 60 * 60_000
const LARGEST = 20 * 2 ** 30
const SHARE_OF_DISK = 0.1

/** What the dependency cache may hold without anybody asking: 20 GiB, or a tenth of its disk where that is less. Bytes. */
export const defaultBound = async (cache: string): Promise<number> => {
  const disk = await statfs(cache)
  return Math.min(LARGEST, Math.floor(disk.blocks * disk.bsize * SHARE_OF_DISK))
}

/**
 * Keeps the dependency cache bounded, at most once a day (a marker in the cache says when). Null when it was not its time, or when
 * it went wrong: that costs room, never a verdict.
 */
export const boundCache = async (
  cache: string,
  now: number,
  bound: (cache: string) => Promise<number> = defaultBound,
): Promise<Collected | null> => {
  const marker = path.join(cache, 'last-collected')
  try {
    const last = (await stat(marker).catch(() => null))?.mtimeMs ?? 0
    if (Math.abs(now - last) < DAY_MS) return null
    const marked = await writeWhole(marker, `${new Date(now).toISOString()}\n`)
    if (!marked.ok) return null
    const collected = await collect(cache, await bound(cache))
    return collected.ok ? collected.value : null
  } catch {
    return null
  }
}

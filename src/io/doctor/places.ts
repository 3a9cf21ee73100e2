import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PlaceFact } from '../../model/machine-facts.ts'
import { makeDirectory, removeEmpty } from '../directories.ts'
import { systemTrouble } from '../trouble.ts'

const PROBE_BYTES = 4096

const sentence = (doing: string, error: unknown): string => {
  const { message, remedy } = systemTrouble(doing, error)
  return remedy === undefined ? message : `${message}. ${remedy}`
}

/** The directory itself, or the nearest above it that is there: on the same file system, as far as anybody can tell. */
const nearest = async (directory: string): Promise<string> => {
  for (let at = directory; ; at = path.dirname(at)) {
    const found = await stat(at).catch(() => null)
    if (found?.isDirectory() || at === path.dirname(at)) return at
  }
}

const spaceOf = async (directory: string): Promise<Pick<PlaceFact, 'free_bytes' | 'total_bytes' | 'free_inodes'>> => {
  const found = await statfs(await nearest(directory)).catch(() => null)
  if (found === null) return { free_bytes: null, total_bytes: null, free_inodes: null }
  return {
    free_bytes: found.bavail * found.bsize,
    total_bytes: found.blocks * found.bsize,
    free_inodes: found.files === 0 ? null : found.ffree,
  }
}

/** Writes a file and reads its time; gives how far the file system's clock is ahead of ours. */
const write = async (directory: string): Promise<number> => {
  const file = path.join(directory, `.triverdict-${randomBytes(6).toString('hex')}`)
  const before = Date.now()
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES), { flag: 'wx' })
    const { mtimeMs } = await stat(file)
    const after = Date.now()
    return Math.round(mtimeMs < before ? mtimeMs - before : Math.max(0, mtimeMs - after))
  } finally {
    await rm(file, { force: true })
  }
}

/** Whether a directory can be written to, and what room it has. What had to be made for the question is removed again. A repository is only looked at. */
export const probePlace = async (name: PlaceFact['name'], directory: string): Promise<PlaceFact> => {
  const doing = `${directory} cannot be written to`
  const fact = { name, path: directory }
  if (name === 'repository') {
    const refused = await access(directory, constants.W_OK).then(
      () => null,
      (error) => sentence(doing, error),
    )
    return { ...fact, writable: refused === null, reason: refused, ...(await spaceOf(directory)), ahead_ms: null }
  }
  let made: readonly string[] = []
  try {
    made = name === 'temporary' ? [] : await makeDirectory(directory)
    const ahead_ms = await write(directory)
    return { ...fact, writable: true, reason: null, ...(await spaceOf(directory)), ahead_ms }
  } catch (error) {
    return { ...fact, writable: false, reason: sentence(doing, error), ...(await spaceOf(directory)), ahead_ms: null }
  } finally {
    await removeEmpty(made)
  }
}

import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import { ok, type Result, trouble } from '../model/result.ts'
import { readText } from './read-text.ts'

/** Coarse clocks of file systems are not ours: FAT counts in steps of two seconds. */
const SLACK_MS = 2000

/** True for a file whose date is before a time (ms): it was moved there and not written since. A date after it proves nothing. */
export const isDatedBefore = (mtimeMs: number, since: number): boolean => mtimeMs < since - SLACK_MS

/** True where a file's directory, links resolved, lies inside of a tree; also where it does not exist yet. `tree` is resolved. */
export const isInside = async (tree: string, file: string): Promise<boolean> => {
  for (let directory = path.dirname(file); ; directory = path.dirname(directory)) {
    const real = await realpath(directory).catch(() => null)
    if (real !== null) return real === tree || real.startsWith(`${tree}${path.sep}`)
  }
}

/** The text of a result below a tree, and whether its date is before the time (ms) at which it was cleared. Null where there is none. */
export const readResultFile = async (
  tree: string,
  name: string,
  cleared: number,
): Promise<Result<{ readonly text: string; readonly old: boolean } | null>> => {
  const file = path.join(tree, name)
  const found = await lstat(file).catch(() => null)
  if (found === null) return ok(null)
  if (!(await isInside(await realpath(tree), file)) || !found.isFile())
    return trouble('result-foreign', `${name} is no regular file of the repository`)
  const text = await readText(file)
  return text.ok ? ok({ text: text.value, old: isDatedBefore(found.mtimeMs, cleared) }) : text
}

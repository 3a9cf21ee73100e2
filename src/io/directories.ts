import { lstat, mkdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { errno } from './trouble.ts'

const isThere = (directory: string): Promise<boolean> =>
  lstat(directory).then(
    () => true,
    (error) => {
      if (errno(error) === 'ENOENT') return false
      throw error
    },
  )

/**
 * Makes a directory and those above it, and gives the ones that were not there, outermost first. Throws the system's error, and then
 * leaves none behind. `mode` is that of those it makes, less the umask. The system's own recursive call never comes back where directories cannot be made at all (below /proc).
 */
export const makeDirectory = async (directory: string, mode = 0o777): Promise<readonly string[]> => {
  const missing: string[] = []
  for (let at = path.resolve(directory); !(await isThere(at)); at = path.dirname(at)) missing.unshift(at)
  const made: string[] = []
  try {
    for (const each of missing) {
      try {
        await mkdir(each, { mode })
        made.push(each)
      } catch (error) {
        // Somebody else made it meanwhile.
        if (errno(error) !== 'EEXIST') throw error
      }
    }
    return made
  } catch (error) {
    await removeEmpty(made)
    throw error
  }
}

/** Removes directories that `makeDirectory` made, as far as they are empty. */
export const removeEmpty = async (made: readonly string[]): Promise<void> => {
  for (const directory of [...made].reverse()) await rmdir(directory).catch(() => undefined)
}

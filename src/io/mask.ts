import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const SHORTEST = 4
const LARGEST_BYTES = 256 * 1024 * 1024

/** Replaces values of secrets by `***` in a file, or in every file below a directory. Missing and very large files are left. */
export const maskFiles = async (target: string, hidden: readonly string[]): Promise<void> => {
  const values = hidden.filter((value) => value.length >= SHORTEST).sort((a, b) => b.length - a.length)
  if (values.length === 0) return
  const found = await stat(target).catch(() => null)
  if (found?.isDirectory()) {
    for (const name of await readdir(target)) await maskFiles(path.join(target, name), values)
    return
  }
  if (found === null || !found.isFile() || found.size > LARGEST_BYTES) return
  // Latin-1 keeps every byte as it is, whatever the encoding of the file.
  const before = await readFile(target, 'latin1')
  const after = values.reduce((text, value) => text.split(Buffer.from(value).toString('latin1')).join('***'), before)
  if (after !== before) await writeFile(target, after, 'latin1')
}

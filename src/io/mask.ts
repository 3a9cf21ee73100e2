import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { maskable, masked } from '../model/secrets.ts'

const LARGEST_BYTES = 256 * 1024 * 1024

const maskBelow = async (target: string, values: readonly string[]): Promise<void> => {
  const found = await stat(target).catch(() => null)
  if (found?.isDirectory()) {
    for (const name of await readdir(target)) await maskBelow(path.join(target, name), values)
    return
  }
  if (found === null || !found.isFile() || found.size > LARGEST_BYTES) return
  const before = await readFile(target, 'latin1')
  const { text, count } = masked(before, values)
  if (count > 0) await writeFile(target, text, 'latin1')
}

/** Replaces values of secrets by `***` in a file, or in every file below a directory. Missing and very large files are left. */
export const maskFiles = async (target: string, hidden: readonly string[]): Promise<void> => {
  // Latin-1 keeps every byte of a file as it is, whatever its encoding; a value is looked for by its bytes in UTF-8.
  const values = maskable(hidden).map((value) => Buffer.from(value).toString('latin1'))
  if (values.length > 0) await maskBelow(target, values)
}

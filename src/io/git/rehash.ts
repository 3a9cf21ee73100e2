import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { blobId } from './dirty.ts'
import type { WrittenEntry } from './write-tree.ts'

/**
 * Paths of `entries` that are not as they were written: content, executable bit, kind of file, deleted, or reached through a
 * symlink. Sorted. New files are not looked at.
 */
export const rehash = (directory: string, entries: readonly WrittenEntry[]): readonly string[] => {
  const real = new Map<string, boolean>([[directory, true]])
  return entries
    .filter((entry) => isChanged(directory, entry, real))
    .map((entry) => entry.path)
    .sort()
}

const isChanged = (directory: string, entry: WrittenEntry, real: Map<string, boolean>): boolean => {
  const file = join(directory, entry.path)
  if (!isRealDirectory(dirname(file), real)) return true
  try {
    const facts = lstatSync(file)
    if (entry.mode === '120000')
      return !facts.isSymbolicLink() || blobId(Buffer.from(readlinkSync(file)), entry.oid) !== entry.oid
    const executable = (facts.mode & 0o100) !== 0
    return (
      !facts.isFile() || executable !== (entry.mode === '100755') || blobId(readFileSync(file), entry.oid) !== entry.oid
    )
  } catch {
    return true
  }
}

const isRealDirectory = (path: string, known: Map<string, boolean>): boolean => {
  const before = known.get(path)
  if (before !== undefined) return before
  const real =
    isRealDirectory(dirname(path), known) && (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
  known.set(path, real)
  return real
}

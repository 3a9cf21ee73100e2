import { rm } from 'node:fs/promises'
import path from 'node:path'
import { rehash } from './git/rehash.ts'
import type { WrittenEntry } from './git/write-tree.ts'
import { reportFiles } from './report-files.ts'

/** What came with a tree: path → what was written there. */
export type Brought = ReadonlyMap<string, WrittenEntry>

/** Of some files below a tree those that are as they came with it: nobody wrote them since. */
const asBrought = (tree: string, files: readonly string[], brought: Brought | undefined): ReadonlySet<string> => {
  const own = files.flatMap((file) => brought?.get(file) ?? [])
  const changed = new Set(own.length === 0 ? [] : rehash(tree, own))
  return new Set(own.flatMap(({ path: name }) => (changed.has(name) ? [] : name)))
}

/** Removes everything below a tree that the globs mean, but for what is as it came with the tree: that may be data of tests. */
export const sweepReports = async (
  tree: string,
  globs: readonly string[],
  brought: Brought | undefined,
): Promise<void> => {
  for (const glob of globs) {
    const found = await reportFiles(tree, glob)
    const kept = asBrought(tree, found, brought)
    for (const file of found) if (!kept.has(file)) await rm(path.join(tree, file), { force: true })
  }
}

/** Files below a tree that a glob means and that were written since it was swept, relative to it. */
export const freshReports = async (
  tree: string,
  glob: string,
  brought: Brought | undefined,
): Promise<readonly string[]> => {
  const found = await reportFiles(tree, glob)
  const old = asBrought(tree, found, brought)
  return found.filter((file) => !old.has(file))
}

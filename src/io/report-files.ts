import { readdir } from 'node:fs/promises'
import path from 'node:path'
import picomatch from 'picomatch'

/** More files than any run leaves: a glob that takes in half of the tree is a mistake. */
const LIMIT = 10_000
const ASIDE = new Set(['.git', 'node_modules'])

/** Files below a tree that a glob means, relative to it and sorted; symlinks are not gone through. Empty when there are none. */
export const reportFiles = async (tree: string, glob: string): Promise<readonly string[]> => {
  const { base } = picomatch.scan(glob)
  const matches = picomatch(glob, { dot: true })
  const found: string[] = []
  const look = async (directory: string): Promise<void> => {
    const entries = await readdir(path.join(tree, directory), { withFileTypes: true }).catch(() => [])
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = directory === '' ? entry.name : `${directory}/${entry.name}`
      if (found.length >= LIMIT) return
      if (entry.isDirectory()) {
        if (!ASIDE.has(entry.name)) await look(name)
      } else if (matches(name)) found.push(name)
    }
  }
  await look(base)
  return found
}

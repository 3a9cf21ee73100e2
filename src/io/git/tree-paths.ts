import { type Result, trouble } from '../../model/result.ts'
import type { TreeEntry } from '../../model/tree.ts'

/** The first path that must not be written, as Trouble; undefined when all may be. `directory` is where they would go. */
export const refusedPath = (entries: readonly TreeEntry[], directory: string): Result<never> | undefined => {
  const folds = process.platform === 'darwin' || process.platform === 'win32'
  const files = new Set(entries.map((entry) => entry.path))
  const folded = new Map<string, string>()
  for (const { path } of entries) {
    const bad = path.split('/').find(isRefused)
    if (bad !== undefined)
      return refuse(
        'path-refused',
        `${JSON.stringify(path)} cannot be written below ${directory}: ${JSON.stringify(bad)} is no name of a file.`,
      )
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const above = path.slice(0, at)
      if (files.has(above)) return refuse('path-collision', `${above} is a file, and ${path} lies below it.`)
      if (folds && collides(folded, above))
        return refuse('path-collision', `${above} and ${folded.get(fold(above))} are one path on this disk.`)
    }
    if (folds && collides(folded, path))
      return refuse('path-collision', `${path} and ${folded.get(fold(path))} are one path on this disk.`)
  }
  return files.size === entries.length ? undefined : refuse('path-collision', 'The same path is in the tree twice.')
}

const fold = (path: string): string => path.normalize('NFC').toLowerCase()

const collides = (seen: Map<string, string>, path: string): boolean => {
  const first = seen.get(fold(path))
  if (first === undefined) seen.set(fold(path), path)
  return first !== undefined && first !== path
}

/** Also the spellings that some file systems take for `.git`. */
const isRefused = (name: string): boolean =>
  name === '' ||
  name === '.' ||
  name === '..' ||
  name.includes('\0') ||
  (process.platform === 'win32' && name.includes('\\')) ||
  /^(\.git|git~\d+)[. ]*$/i.test(name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, ''))

const refuse = (kind: string, message: string): Result<never> =>
  trouble(kind, message, { remedy: 'Remove or rename that path in the commit.' })

import { type CommitView, plainView } from '../model/repo-view.ts'
import type { FileMode } from '../model/tree.ts'

/** A file of a `memoryView`: its text, an executable, or a symlink with its target. */
export type MemoryFile = string | { readonly text: string; readonly executable: true } | { readonly link: string }

/** A commit that was never committed: for tests, and for looking at text that is already in memory. Same text, same `oid`. */
export const memoryView = (
  files: Readonly<Record<string, MemoryFile>>,
  more: Partial<Pick<CommitView, 'submodules' | 'lfs'>> = {},
): CommitView => {
  const text = (path: string): string | undefined => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined
    return typeof file === 'string' ? file : file && 'text' in file ? file.text : undefined
  }
  const target = (path: string): string | undefined => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined
    return typeof file === 'object' && 'link' in file ? file.link : undefined
  }
  const has = (path: string): boolean => Object.hasOwn(files, path)
  const oid = (path: string): string | undefined =>
    has(path) ? contentId(text(path) ?? target(path) ?? '') : undefined
  const mode = (path: string): FileMode | undefined => {
    const file = has(path) ? files[path] : undefined
    if (file === undefined) return undefined
    if (typeof file === 'string') return '100644'
    return 'link' in file ? '120000' : '100755'
  }
  const whole = plainView(Object.keys(files).sort(), { has, read: text, oid, mode })
  return { ...whole, mode, target, submodules: more.submodules ?? [], lfs: more.lfs ?? [] }
}

/** 40 hexadecimal digits that depend on the text alone. Not a git object id, and no defence against forgery. */
const contentId = (text: string): string => {
  const lane = (seed: number): string => {
    let hash = seed
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619) >>> 0
    return (hash >>> 0).toString(16).padStart(8, '0')
  }
  return [2166136261, 374761393, 668265263, 2246822519, 3266489917].map(lane).join('')
}

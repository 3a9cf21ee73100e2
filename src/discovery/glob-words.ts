import picomatch from 'picomatch'
import type { RepoView } from '../model/repo-view.ts'
import { join } from './paths.ts'

const LIMIT = 500

/**
 * What a POSIX shell would make of a word with `*`, `?` or `[…]`: files and directories of the view, sorted, relative to `cwd`;
 * the word itself when nothing matches. Undefined when it is too many, or lies outside of the repository.
 */
export const expandGlob = (view: RepoView, cwd: string, word: string): readonly string[] | undefined => {
  const pattern = join(cwd, word)
  if (pattern === null || (cwd !== '.' && !pattern.startsWith(`${cwd}/`))) return undefined
  // picomatch knows only `[^…]`.
  const matches = picomatch(pattern.replaceAll('[!', '[^'), {
    noglobstar: true,
    noextglob: true,
    nobrace: true,
    nonegate: true,
    dot: false,
  })
  const slashes = pattern.split('/').length
  const found = new Set<string>()
  for (const path of view.paths) {
    const segments = path.split('/')
    if (segments.length < slashes) continue
    const candidate = segments.slice(0, slashes).join('/')
    if (!found.has(candidate) && matches(candidate)) found.add(candidate)
    if (found.size > LIMIT) return undefined
  }
  if (found.size === 0) return [word]
  return [...found].sort().map((path) => (cwd === '.' ? path : path.slice(cwd.length + 1)))
}

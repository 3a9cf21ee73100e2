import { readdir } from 'node:fs/promises'
import path from 'node:path'
import picomatch from 'picomatch'
import type { Some } from '../model/result.ts'

/** `**` is no more than `*` to a POSIX shell, and braces and extended patterns are plain text. */
const POSIX = { noglobstar: true, noextglob: true, nobrace: true, nonegate: true, dot: false } as const

/** Files and directories below `directory` whose path has these segments; symlinked directories are not gone into. */
const matching = async (directory: string, [segment, ...rest]: readonly string[]): Promise<readonly string[]> => {
  if (segment === undefined) return []
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => [])
  const matches = /[*?[]/.test(segment)
    ? picomatch(segment.replaceAll('[!', '[^'), POSIX)
    : (name: string) => name === segment
  const here = entries.filter((entry) => matches(entry.name))
  if (rest.length === 0) return here.map(({ name }) => name)
  const inner = here
    .filter((entry) => entry.isDirectory())
    .map(async ({ name }) => (await matching(path.join(directory, name), rest)).map((found) => `${name}/${found}`))
  return (await Promise.all(inner)).flat()
}

/**
 * The argv as a POSIX shell in `cwd` (absolute) would start it: each word of `globs` becomes what it matches there, sorted; it stays as
 * it is when nothing matches, is absolute or leaves `cwd`.
 */
export const expandGlobs = async (argv: Some<string>, globs: readonly string[], cwd: string): Promise<Some<string>> => {
  const [program, ...words] = argv
  const expanded = await Promise.all(
    words.map(async (word) => {
      const segments = word.split('/').filter((segment) => segment !== '' && segment !== '.')
      if (!globs.includes(word) || word.startsWith('/') || segments.includes('..')) return [word]
      const prefix = /^(?:\.\/)+/.exec(word)?.[0] ?? ''
      const found = await matching(cwd, segments)
      return found.length === 0 ? [word] : [...found].sort().map((name) => `${prefix}${name}`)
    }),
  )
  return [program, ...expanded.flat()]
}

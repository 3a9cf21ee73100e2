import { type LockfileFormat, lockfileFormats, type Pin, requirements } from './lockfile-formats.ts'
import { isTestTool } from './test-tools.ts'

/** Test tools of a lockfile: name → what is installed, one line per version, sorted. */
export type LockedTools = ReadonlyMap<string, readonly string[]>

/** True for files that pin what is installed and that we can read; requirements files are among them. */
export const isLockfile = (path: string): boolean => lockfileFormats.some(([pattern]) => pattern.test(path))

/** True for a lockfile proper, which its package manager wrote, whether or not we can read it (`bun.lockb`). */
export const isWholeLockfile = (path: string): boolean =>
  /(?:^|\/)bun\.lockb$/.test(path) ||
  lockfileFormats.some(([pattern, format]) => format !== requirements && pattern.test(path))

/** Names of every package that a lockfile installs; none of what cannot be read. */
export const pinnedNames = (path: string, text: string): readonly string[] => {
  const format = lockfileFormats.find(([pattern]) => pattern.test(path))?.[1]
  return (format && quietly(() => format.rows(text)))?.map(([name]) => name) ?? []
}

/** Packages that a lockfile has patched: name and patch. */
export const patchedPackages = (path: string, text: string): readonly (readonly [string, string])[] => {
  const format = lockfileFormats.find(([pattern]) => pattern.test(path))?.[1]
  const rows = (format && quietly(() => format.rows(text))) ?? []
  return rows.flatMap(([name, installed]) => (installed.startsWith('patched') ? [[name, installed] as const] : []))
}

/** The test tools that a lockfile installs; undefined when the text is not what its name says. */
export const toolsOf = (path: string, text: string): LockedTools | undefined => {
  const format = lockfileFormats.find(([pattern]) => pattern.test(path))?.[1]
  const rows = format && quietly(() => format.rows(text))
  if (format === undefined || rows === undefined) return undefined
  const tools = new Map<string, readonly string[]>()
  for (const [name, installed] of rows) {
    if (!isTestTool(name, format.language)) continue
    tools.set(name, [...new Set([...(tools.get(name) ?? []), installed])].sort())
  }
  return tools
}

/** A test tool's name as lockfiles of one language may write it: Python's are the same in any case, with any of `-_.`. */
export const toolName = (name: string, language: LockfileFormat['language']): string =>
  language === 'python' ? name.toLowerCase().replace(/[-_.]+/g, '-') : name

/** The language of a lockfile that we can read; undefined for all else. */
export const languageOf = (path: string): LockfileFormat['language'] | undefined =>
  lockfileFormats.find(([pattern]) => pattern.test(path))?.[1].language

/**
 * The pins of test tools in a lockfile, by `toolName`; `null` stands for a row that is no pin. Undefined when the text is not what its
 * name says.
 */
export const pinsOf = (path: string, text: string): ReadonlyMap<string, readonly (Pin | null)[]> | undefined => {
  const format = lockfileFormats.find(([pattern]) => pattern.test(path))?.[1]
  const rows = format && quietly(() => format.rows(text))
  if (format === undefined || rows === undefined) return undefined
  const pins = new Map<string, (Pin | null)[]>()
  for (const [name, , pin] of rows) {
    if (!isTestTool(name, format.language)) continue
    const key = toolName(name, format.language)
    pins.set(key, [...(pins.get(key) ?? []), pin ?? null])
  }
  return pins
}

/** The parsers of libraries throw on text of another format. */
const quietly = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

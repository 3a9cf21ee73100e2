import { randomBytes } from 'node:crypto'
import { rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ok, type Result, trouble } from '../model/result.ts'
import { makeDirectory, removeEmpty } from './directories.ts'
import { errno, systemTrouble } from './trouble.ts'

/** Where things live for one repository. All absolute. */
export interface Places {
  /** History, logs, mirror. */
  readonly state: string
  /** Shared by all repositories: downloads, dependency installs, inventories. */
  readonly cache: string
  /** Trees that run; its path obeys the rule below. */
  readonly trees: string
}

const NOT_IN_A_TREE = /^(?:\..*|node_modules|build|dist|tmp)$/

/**
 * The component of a path that forbids a tree to run there, or null. Test runners leave out files below such names by their own
 * defaults, and a tree there would run nothing.
 */
export const forbiddenComponent = (directory: string): string | null =>
  directory.split(path.sep).find((part) => NOT_IN_A_TREE.test(part)) ?? null

const absolute = (value: string | undefined): string | null =>
  value !== undefined && path.isAbsolute(value) ? path.normalize(value) : null

/**
 * Reads TRIVERDICT_HOME, TRIVERDICT_TREES, XDG_STATE_HOME and XDG_CACHE_HOME; relative values of the latter two are ignored, as
 * their specification says. `home` (null: there is none) is only needed for what they leave open. `repositoryId` becomes a directory
 * name.
 */
export const findPlaces = (
  env: Readonly<Record<string, string | undefined>>,
  home: string | null,
  repositoryId: string,
): Result<Places> => {
  const named = (name: string): Result<string | null> => {
    const value = env[name] || undefined
    const where = absolute(value)
    if (value === undefined || where !== null) return ok(where)
    return trouble('bad-place', `${name} is not an absolute path: ${value}`)
  }
  const [ownState, ownTrees] = [named('TRIVERDICT_HOME'), named('TRIVERDICT_TREES')]
  if (!ownState.ok) return ownState
  if (!ownTrees.ok) return ownTrees
  const at = (...parts: readonly string[]) => (home === null ? null : path.join(home, ...parts))
  const stateHome = absolute(env.XDG_STATE_HOME) ?? at('.local', 'state')
  const state = ownState.value ?? (stateHome === null ? null : path.join(stateHome, 'triverdict', repositoryId))
  const cacheHome = absolute(env.XDG_CACHE_HOME) ?? at('.cache')
  if (state === null || cacheHome === null) return homeless
  const cache = path.join(cacheHome, 'triverdict')

  const candidates = [path.join(state, 'trees'), at('triverdict-trees', repositoryId)].filter((place) => place !== null)
  const trees = ownTrees.value ?? candidates.find((place) => forbiddenComponent(place) === null)
  const part = trees === undefined ? null : forbiddenComponent(trees)
  if (trees !== undefined && part === null) return ok({ state, cache, trees })
  const remedy =
    'Set TRIVERDICT_TREES to a directory of which no part begins with a dot or is named node_modules, build, dist or tmp.'
  return ownTrees.value === null
    ? trouble('bad-place', `trees cannot run in ${candidates.join(' or ')}: test runners leave out such directories`, {
        remedy,
      })
    : trouble('bad-place', `TRIVERDICT_TREES is ${trees}: trees cannot run below ${part}`, { remedy })
}

const homeless = trouble(
  'no-home',
  'HOME is not an absolute path, and this user has no home directory in the password file either',
  { remedy: 'Set HOME, or set TRIVERDICT_HOME and XDG_CACHE_HOME to directories that this user may write.' },
)

/** What a place is to a person, and the variable that moves it. */
const NAMES = {
  state: ['the state directory', 'TRIVERDICT_HOME'],
  cache: ['the cache directory', 'XDG_CACHE_HOME'],
  trees: ['the directory of the trees', 'TRIVERDICT_TREES'],
  temporary: ['the temporary directory', 'TMPDIR'],
} as const
type PlaceName = keyof typeof NAMES

/** Less than this, and not even the locks can be written. */
const PROBE_BYTES = 4096

/** Errors that another path on the same machine would meet as well, or that say by themselves what to do. */
const NOT_THE_PATH = /^(?:ENOSPC|EDQUOT|EFBIG|EIO|EMFILE|ENFILE)$/

const unusable = (name: PlaceName, directory: string, error: unknown): Result<never> => {
  const [what, variable] = NAMES[name]
  const doing = `${what} ${directory} cannot be used`
  const elsewhere = `Set ${variable} to a directory that this user may write.`
  // The directory above is there: some file systems (/proc) have no other word for this.
  if (errno(error) === 'ENOENT' && name !== 'temporary')
    return trouble('place-unusable', `${doing}: directories cannot be made there (ENOENT)`, { remedy: elsewhere })
  const found = systemTrouble(doing, error)
  return NOT_THE_PATH.test(errno(error) ?? '')
    ? { ok: false, trouble: found }
    : trouble('place-unusable', found.message, { remedy: elsewhere })
}

const probe = async (directory: string): Promise<void> => {
  const file = path.join(directory, `.triverdict-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES), { flag: 'wx' })
  } finally {
    await rm(file, { force: true })
  }
}

/** Places that are there and can be written. */
export interface MadePlaces {
  /** Removes the directory of the trees and its parent of ours again where nothing is left in them. */
  tidy(): Promise<void>
}

/**
 * Makes the directories that are wanted, and writes into each and into the system's temporary directory, so that a place that
 * cannot be used is named before anything runs. Where one cannot, none that was made is left.
 */
export const makePlaces = async (places: Places, wanted: readonly (keyof Places)[]): Promise<Result<MadePlaces>> => {
  const made: string[] = []
  const temporary = tmpdir()
  if (!path.isAbsolute(temporary))
    return trouble('bad-place', `TMPDIR is not an absolute path: ${temporary}`, {
      remedy: 'Set it to a directory like /tmp.',
    })
  for (const name of [...wanted, 'temporary'] as const) {
    const directory = name === 'temporary' ? temporary : places[name]
    try {
      // The state holds logs and reports, which are nobody else's.
      if (name !== 'temporary') made.push(...(await makeDirectory(directory, name === 'state' ? 0o700 : 0o777)))
      await probe(directory)
    } catch (error) {
      await removeEmpty(made)
      if (errno(error) === null) throw error
      return unusable(name, directory, error)
    }
  }
  return ok({
    async tidy() {
      if (!wanted.includes('trees')) return
      const parent = path.dirname(places.trees)
      for (const directory of [places.trees, ...(path.basename(parent) === 'triverdict-trees' ? [parent] : [])])
        await rmdir(directory).catch(() => undefined)
    },
  })
}

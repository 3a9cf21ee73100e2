import { mkdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { ok, type Result, trouble } from '../model/result.ts'

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
 * their specification says. `repositoryId` becomes a directory name.
 */
export const findPlaces = (
  env: Readonly<Record<string, string | undefined>>,
  home: string,
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
  const stateHome = absolute(env.XDG_STATE_HOME) ?? path.join(home, '.local', 'state')
  const state = ownState.value ?? path.join(stateHome, 'triverdict', repositoryId)
  const cache = path.join(absolute(env.XDG_CACHE_HOME) ?? path.join(home, '.cache'), 'triverdict')

  const candidates = [path.join(state, 'trees'), path.join(home, 'triverdict-trees', repositoryId)]
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

/** Makes the directory of the trees; `tidy` removes it and its parent of ours again where nothing is left in them. */
export const makeTrees = async (places: Places): Promise<{ tidy(): Promise<void> }> => {
  await mkdir(places.trees, { recursive: true })
  return {
    async tidy() {
      const ours = [
        places.trees,
        ...(path.basename(path.dirname(places.trees)) === 'triverdict-trees' ? [path.dirname(places.trees)] : []),
      ]
      for (const directory of ours) await rmdir(directory).catch(() => undefined)
    },
  }
}

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { gatePlaces } from '../../io/gate-records.ts'
import { openRepository } from '../../io/git/repository.ts'
import { homeOf } from '../../io/home.ts'
import { findPlaces, makePlaces } from '../../io/places.ts'
import { stagedTree } from '../../io/staged-tree.ts'
import { toolchainVersions } from '../../io/toolchain-versions.ts'
import { readMachine } from '../../io/toolchains.ts'
import { openWorkingTree } from '../../io/working-tree.ts'
import type { GateWorld } from '../../model/gate-world.ts'
import { ok, trouble } from '../../model/result.ts'
import type { Progress } from '../../model/world.ts'
import { type JournalPlace, makeGateJournal } from './gate-journal.ts'
import { makeWorld, packageDirectory } from './world.ts'

/** The id of a run that is about to begin: its time, and something that no other has. */
export const makeRunId = (): string => {
  const now = new Date().toISOString().replaceAll(/[^0-9]/g, '')
  return `${now.slice(0, 14)}-${randomBytes(4).toString('hex')}`
}

/**
 * Builds everything that `gate` needs from the machine. `signal` ends every child. `background`: the run id under which somebody waits for
 * it; such a gate does not queue behind another one.
 */
export const makeGateWorld = (
  where: string,
  say: (event: Progress) => void,
  signal: AbortSignal,
  background: string | null = null,
): GateWorld => {
  const runId = background ?? makeRunId()
  const queued = new AbortController()
  let place: JournalPlace | null = null
  const setting = {
    ...{ runId, background: background !== null, interrupted: () => signal.aborted },
    say: (text: string) => say({ kind: 'step', text }),
  }
  const findPlace = async () => {
    const repository = await openRepository(where)
    if (!repository.ok) return repository
    const { worktree, id, gitDirectory } = repository.value
    const places = findPlaces(process.env, homeOf(process.env), id)
    if (!places.ok) return places
    const made = await makePlaces(places.value, ['state'])
    if (!made.ok) return made
    const { state } = places.value
    place = { state, worktree: worktree ?? gitDirectory, repositoryId: id }
    return ok({ state, worktree, repository: repository.value })
  }
  return {
    ...makeGateJournal(setting, () => place),
    now: () => new Date(),
    monotonic: () => performance.now(),
    say,
    interrupted: () => signal.aborted,
    runId,
    repository: where,
    async stages() {
      // The verdict of a clean tree is kept as well. Where there is no place for it, staging says so.
      await findPlace()
      const world = await makeWorld(say, signal, false)
      return { world, asTree: stagedTree, close: () => world.close() }
    },
    reporters: path.join(packageDirectory(), 'reporters'),
    toolchain: async () => toolchainVersions(await readMachine(process.env)),
    async open() {
      const found = await findPlace()
      if (!found.ok) return found
      const { worktree } = found.value
      if (worktree === null)
        return trouble('no-worktree', `${where} is a bare repository: a gate runs in a working tree`, {
          remedy: 'Call it in a worktree: git worktree add DIRECTORY.',
        })
      const files = gatePlaces(found.value.state, worktree)
      const opened = await openWorkingTree({
        repository: { ...found.value.repository, worktree },
        records: files.run(runId),
        lockFile: files.lock,
        env: process.env,
        signal: background === null ? signal : AbortSignal.any([signal, queued.signal]),
        onWait: () => {
          say({ kind: 'wait', text: 'waiting for another gate that runs in this tree' })
          if (background !== null) queued.abort()
        },
      })
      return !opened.ok && queued.signal.aborted ? trouble('gate-running', 'another gate runs in this tree') : opened
    },
  }
}

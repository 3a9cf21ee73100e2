import { createHash, randomBytes } from 'node:crypto'
import path from 'node:path'
import { writeWhole } from '../../io/files.ts'
import { openRepository } from '../../io/git/repository.ts'
import { homeOf } from '../../io/home.ts'
import { findPlaces, makePlaces } from '../../io/places.ts'
import { stagedTree } from '../../io/staged-tree.ts'
import { toolchainVersions } from '../../io/toolchain-versions.ts'
import { readMachine } from '../../io/toolchains.ts'
import { openWorkingTree } from '../../io/working-tree.ts'
import type { GateWorld } from '../../model/gate-world.ts'
import { trouble } from '../../model/result.ts'
import type { Progress } from '../../model/world.ts'
import { makeWorld, packageDirectory } from './world.ts'

/** Builds everything that `gate` needs from the machine. `signal` ends every child. */
export const makeGateWorld = (where: string, say: (event: Progress) => void, signal: AbortSignal): GateWorld => {
  const now = new Date().toISOString().replaceAll(/[^0-9]/g, '')
  const runId = `${now.slice(0, 14)}-${randomBytes(4).toString('hex')}`
  let records: string | null = null
  return {
    now: () => new Date(),
    say,
    interrupted: () => signal.aborted,
    runId,
    repository: where,
    async stages() {
      const world = await makeWorld(say, signal, false)
      return { world, asTree: stagedTree, close: () => world.close() }
    },
    reporters: path.join(packageDirectory(), 'reporters'),
    toolchain: async () => toolchainVersions(await readMachine(process.env)),
    async open() {
      const repository = await openRepository(where)
      if (!repository.ok) return repository
      const { worktree } = repository.value
      if (worktree === null)
        return trouble('no-worktree', `${where} is a bare repository: a gate runs in a working tree`, {
          remedy: 'Call it in a worktree: git worktree add DIRECTORY.',
        })
      const places = findPlaces(process.env, homeOf(process.env), repository.value.id)
      if (!places.ok) return places
      const made = await makePlaces(places.value, ['state'])
      if (!made.ok) return made
      const tree = createHash('sha256').update(worktree).digest('hex').slice(0, 16)
      records = path.join(places.value.state, 'runs', runId)
      return await openWorkingTree({
        repository: { ...repository.value, worktree },
        records,
        lockFile: path.join(places.value.state, 'locks', `gate-${tree}`),
        env: process.env,
        signal,
        onWait: () => say({ kind: 'wait', text: 'waiting for another gate that runs in this tree' }),
      })
    },
    async record(whole) {
      if (records === null) return
      const written = await writeWhole(path.join(records, 'gate.json'), `${JSON.stringify(whole, null, 2)}\n`, 0o600)
      if (!written.ok) say({ kind: 'step', text: `the verdict is not kept: ${written.trouble.message}` })
    },
  }
}

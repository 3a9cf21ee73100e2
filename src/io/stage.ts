import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ok, type Result, trouble } from '../model/result.ts'
import { attempt, removeTree } from './files.ts'
import { type Held, tryLock } from './locks.ts'
import { endStrays } from './strays.ts'

/** The directories of a run. All absolute, and the same for every stage of a slot: absolute paths stay valid. */
export interface Stage {
  readonly name: string
  readonly root: string
  /** The files that run. */
  readonly tree: string
  /** Python virtual environment. */
  readonly env: string
  /** HOME. */
  readonly home: string
  /** TMPDIR. */
  readonly temp: string
}

/** A place in which one run at a time has its stages. */
export interface Slot {
  readonly number: number
  readonly directory: string
  /** Makes the stage of that name (`branch`, `control`) the one at the fixed path; a new name gets empty directories. */
  activate(name: string): Promise<Result<Stage>>
  /** Where the stage of that name lies now; null when there is none. */
  whereabouts(name: string): string | null
  /** Removes the stage of that name, so that the next `activate` starts anew. Unknown is fine. */
  discard(name: string): Promise<Result<void>>
  /** Removes everything and lets the slot go. */
  close(): Promise<Result<void>>
}

const HOME_GITCONFIG = `[user]
\tname = Triverdict
\temail = triverdict@localhost
[init]
\tdefaultBranch = main
[safe]
\tdirectory = *
`

const stageAt = (root: string, name: string): Stage => {
  const at = (part: string) => path.join(root, part)
  return { name, root, tree: at('tree'), env: at('env'), home: at('home'), temp: at('temp') }
}

const furnish = async (stage: Stage): Promise<void> => {
  for (const directory of [stage.tree, stage.env, stage.home, stage.temp]) await mkdir(directory, { recursive: true })
  await writeFile(path.join(stage.home, '.gitconfig'), HOME_GITCONFIG)
}

const slotOf = (number: number, directory: string, held: Held): Slot => {
  const root = path.join(directory, 'stage')
  const parked = (name: string) => path.join(directory, 'parked', name)
  const known = new Set<string>()
  let active: string | null = null
  let turn: Promise<unknown> = Promise.resolve()
  const swap = async (name: string): Promise<Stage> => {
    const stage = stageAt(root, name)
    if (active === name) return stage
    if (active !== null) await rename(root, parked(active))
    active = null
    if (known.has(name)) await rename(parked(name), root)
    else await furnish(stage)
    known.add(name)
    active = name
    return stage
  }
  return {
    number,
    directory,
    async activate(name) {
      if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) throw new Error(`not a name for a stage: ${name}`)
      // Stacks side by side may ask at once; trees are swapped by several steps.
      const next = turn.then(() => attempt(`cannot set up ${root}`, () => swap(name)))
      turn = next
      return next
    },
    whereabouts(name) {
      if (!known.has(name)) return null
      return active === name ? root : parked(name)
    },
    async discard(name) {
      if (!known.has(name)) return ok(undefined)
      const removed = await removeTree(active === name ? root : parked(name))
      if (!removed.ok) return removed
      known.delete(name)
      if (active === name) active = null
      return ok(undefined)
    },
    async close() {
      const removed = await removeTree(directory)
      await held.release()
      return removed
    },
  }
}

const lockOf = (root: string, number: number): string => path.join(root, `${number}.lock`)

/** Removes what processes that died left in other slots. */
const sweep = async (root: string): Promise<void> => {
  for (const name of await readdir(root)) {
    if (!/^\d+$/.test(name)) continue
    const held = await tryLock(lockOf(root, Number(name)))
    if (!held.ok || held.value === null) continue
    endStrays(path.join(root, name))
    await removeTree(path.join(root, name))
    await held.value.release()
  }
}

const MOST_SLOTS = 1_000

/** Opens the free slot with the lowest number below `root` (made when absent). What a dead owner left there is removed first. */
export const openSlot = async (root: string): Promise<Result<Slot>> => {
  for (let number = 1; number <= MOST_SLOTS; number += 1) {
    const held = await tryLock(lockOf(root, number))
    if (!held.ok) return held
    if (held.value === null) continue
    const directory = path.join(root, String(number))
    endStrays(directory)
    const cleared = await removeTree(directory)
    const made = cleared.ok
      ? await attempt(`cannot make ${directory}`, () => mkdir(path.join(directory, 'parked'), { recursive: true }))
      : cleared
    if (!made.ok) {
      await held.value.release()
      return made
    }
    await sweep(root)
    return ok(slotOf(number, directory, held.value))
  }
  return trouble('no-slot', `all ${MOST_SLOTS} slots below ${root} are in use`)
}

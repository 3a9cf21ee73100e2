import { randomUUID } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { copyTree, removeTree } from './files.ts'

/** Paths below one directory (`.` is itself) → what the disk says about each: two equal words mean that nobody touched it. */
export type Marks = ReadonlyMap<string, string>

/**
 * A copy of one entry of the cache that lies in a stage. When the stage is given up it goes back beside the entry, and the next stage
 * takes it by renaming: that is a hundred times less work than copying 4,000 files.
 */
export interface Spare {
  readonly key: string
  /** Which making of the entry it is a copy of. */
  readonly made: string
  /** Directories relative to the stage. */
  readonly outputs: readonly string[]
  readonly marks: readonly Marks[]
}

/** So many copies wait beside an entry: a branch, and its control or its own tests. */
const MOST_SPARES = 2
/** A copy in which more than so many things must be copied again is not worth repairing. */
const MOST_REPAIRS = 64
const AT_ONCE = 2_000
const TABLE = 'marks.json'

const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The change time cannot be set by a program, so that it tells of every write, also of one that put the old times back. */
const markOf = (file: string): string => {
  const { mode, ino, size, nlink, ctimeNs, mtimeNs } = lstatSync(file, { bigint: true })
  return `${mode} ${ino} ${size} ${nlink} ${mtimeNs} ${ctimeNs}`
}

/** What the disk says about everything below a directory. Renaming the directory changes its own mark, and no other. */
export const marksOf = async (directory: string): Promise<Marks> => {
  const marks = new Map<string, string>([['.', String(lstatSync(directory).mode)]])
  const waiting = ['']
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of readdirSync(path.join(directory, below), { withFileTypes: true })) {
      const at = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) waiting.push(at)
      marks.set(at, markOf(path.join(directory, at)))
      if (marks.size % AT_ONCE === 0) await pause()
    }
  }
  return marks
}

const isBelow = (at: string, directories: ReadonlySet<string>): boolean => {
  for (let end = at.lastIndexOf('/'); end > 0; end = at.lastIndexOf('/', end - 1)) {
    if (directories.has(at.slice(0, end))) return true
  }
  return false
}

/** Makes `directory` equal to `master` again where it is not as its marks say. False where a new copy is less work, or anything failed. */
const repair = async (directory: string, master: string, known: Marks): Promise<boolean> => {
  const now = await marksOf(directory)
  const isDirectory = (mark: string | undefined) => (Number(mark?.split(' ')[0] ?? 0) & 0o170000) === 0o040000
  const wrong = [...new Set([...now.keys(), ...known.keys()])].filter((at) => now.get(at) !== known.get(at))
  if (wrong.length === 0) return true
  if (wrong.includes('.')) return false
  const replaced = new Set<string>()
  const disturbed = new Set<string>()
  let copied = 0
  // Parents first: what lies in a directory that is replaced whole is done with it.
  for (const at of wrong.sort()) {
    if (isBelow(at, replaced)) continue
    // A directory in which something changed keeps the rest of what it has.
    if (isDirectory(now.get(at)) && isDirectory(known.get(at))) {
      disturbed.add(at)
      continue
    }
    replaced.add(at)
    disturbed.add(path.dirname(at))
    if (!(await removeTree(path.join(directory, at))).ok) return false
    if (known.has(at) && ++copied > MOST_REPAIRS) return false
    if (known.has(at) && !(await copyTree(path.join(master, at), path.join(directory, at))).ok) return false
  }
  for (const at of [...disturbed].sort().reverse()) {
    if (replaced.has(at) || isBelow(at, replaced)) continue
    const { mode, atimeMs, mtimeMs } = await lstat(path.join(master, at))
    await chmod(path.join(directory, at), mode & 0o7777)
    await utimes(path.join(directory, at), atimeMs / 1000, mtimeMs / 1000)
  }
  return true
}

const sparesAt = (entry: string): string => path.join(entry, 'spares')

const readSpare = async (directory: string): Promise<Spare | null> => {
  try {
    const { marks, ...rest } = JSON.parse(await readFile(path.join(directory, TABLE), 'utf8'))
    return { ...rest, marks: marks.map((each: [string, string][]) => new Map(each)) }
  } catch {
    return null
  }
}

/** Notes what a fresh copy looks like, so that it can be used again. */
export const markSpare = async (
  key: string,
  made: string,
  outputs: readonly string[],
  stage: string,
): Promise<Spare> => {
  const marks = []
  for (const output of outputs) marks.push(await marksOf(path.join(stage, output)))
  return { key, made, outputs, marks }
}

/**
 * Moves a waiting copy of this making of the entry into the stage, whatever was touched in it repaired from the entry. Null when none
 * can be had: then the entry is copied. `stage` must have nothing at the outputs.
 */
export const takeSpare = async (
  entry: string,
  made: string,
  outputs: readonly string[],
  stage: string,
): Promise<Spare | null> => {
  for (const name of await readdir(sparesAt(entry)).catch(() => [])) {
    const directory = path.join(sparesAt(entry), name)
    const taken = path.join(stage, `.spare-${name}`)
    try {
      await rename(directory, taken)
    } catch {
      continue
    }
    const spare = await readSpare(taken)
    let sound = spare !== null && spare.made === made && spare.outputs.join('\n') === outputs.join('\n')
    try {
      for (const [at, output] of outputs.entries()) {
        const copy = path.join(taken, String(at))
        sound = sound && (await repair(copy, path.join(entry, String(at)), spare?.marks[at] ?? new Map()))
        if (!sound) break
        await mkdir(path.dirname(path.join(stage, output)), { recursive: true })
        await rename(copy, path.join(stage, output))
      }
    } catch {
      sound = false
    }
    if (!sound) for (const output of outputs) await removeTree(path.join(stage, output))
    await removeTree(taken)
    if (!sound || spare === null) continue
    return await markSpare(spare.key, made, outputs, stage)
  }
  return null
}

/** The first part of a relative path that is a link: what lies below it is somewhere else. Null when there is none. */
export const linkOnTheWay = async (stage: string, directory: string): Promise<string | null> => {
  const parts = path.dirname(directory).split('/')
  for (let length = 1; length <= parts.length; length += 1) {
    const part = path.join(stage, ...parts.slice(0, length))
    if ((await lstat(part).catch(() => null))?.isSymbolicLink()) return part
  }
  return null
}

/** Puts the copy of a stage that is given up beside its entry, for the next. Anything in the way: it stays where it is, and goes with the stage. */
export const returnSpare = async (entry: string, spare: Spare, stage: string): Promise<void> => {
  const waiting = await readdir(sparesAt(entry)).catch(() => [])
  if (spare.outputs.length === 0 || waiting.length >= MOST_SPARES) return
  const partial = path.join(stage, '.spare')
  try {
    await mkdir(partial)
    for (const [at, output] of spare.outputs.entries()) {
      const source = path.join(stage, output)
      // A run may have put a link here: what it leads to is not ours to move.
      if ((await linkOnTheWay(stage, output)) !== null || !(await lstat(source)).isDirectory()) return
      await rename(source, path.join(partial, String(at)))
    }
    const table = { ...spare, marks: spare.marks.map((each) => [...each]) }
    await writeFile(path.join(partial, TABLE), JSON.stringify(table))
    // Not recursive: an entry that was collected meanwhile is not to come back.
    await mkdir(sparesAt(entry)).catch(() => {})
    await rename(partial, path.join(sparesAt(entry), randomUUID()))
  } catch {
    // It is only a copy: without it the next stage copies again.
  }
}

import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync, unlinkSync, utimesSync } from 'node:fs'
import { link, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ok, type Result, trouble } from '../model/result.ts'
import { listed } from './descendants.ts'
import { makeDirectory } from './directories.ts'
import { sendSignal } from './ending.ts'
import { attempt } from './files.ts'
import { errno } from './trouble.ts'

/** Who holds a lock. `started` tells a reused pid, `where` a pid of another machine, boot or container. */
export interface Owner {
  readonly pid: number
  readonly started: number
  readonly where: string
  readonly token: string
}

/** A lock that is ours until it is released or our process ends. */
export interface Held extends AsyncDisposable {
  release(): Promise<void>
}

export interface LockOptions {
  /** Told once, when somebody else holds it. */
  readonly onWait?: (owner: Owner) => void
  readonly signal?: AbortSignal
}

const POLL_MS = 100
const HEARTBEAT_MS = 5_000
/** Somebody whose process we cannot see has died when the heartbeat is this old. */
const SILENCE_MS = 60_000

const here = ((): string => {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
})()

/** This very process, as a lock names it. */
export const thisProcess = (): Omit<Owner, 'token'> => ({
  pid: process.pid,
  started: listed(process.pid)?.started ?? 0,
  where: here,
})

const held = new Map<string, string>()
const readOwner = (text: string): Owner | null => {
  try {
    const value = JSON.parse(text)
    return typeof value?.pid === 'number' && typeof value.token === 'string' ? value : null
  } catch {
    return null
  }
}

const releaseAll = (): void => {
  for (const [file, token] of held) {
    try {
      if (readOwner(readFileSync(file, 'utf8'))?.token === token) unlinkSync(file)
    } catch {
      // Nothing more can be done on the way out; the next one sees that the owner is dead.
    }
  }
}

const beat = (): void => {
  for (const file of held.keys()) {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // It was removed by hand.
    }
  }
}
let beating: NodeJS.Timeout | undefined

const hold = (file: string, token: string): Held => {
  if (held.size === 0) {
    process.on('exit', releaseAll)
    beating = setInterval(beat, HEARTBEAT_MS).unref()
  }
  held.set(file, token)
  const release = async () => {
    if (held.get(file) !== token) return
    held.delete(file)
    if (held.size === 0) {
      process.off('exit', releaseAll)
      clearInterval(beating)
    }
    const owner = readOwner(await readFile(file, 'utf8').catch(() => ''))
    if (owner?.token === token) await unlink(file).catch(() => undefined)
  }
  return { release, [Symbol.asyncDispose]: release }
}

/** True while the owner of a lock lives. One whose processes we cannot see is told by the heartbeat of its lock `file`. */
export const isAlive = async (owner: Omit<Owner, 'token'>, file: string): Promise<boolean> => {
  if (owner.where !== here) {
    const beaten = await stat(file).catch(() => null)
    return beaten !== null && Date.now() - beaten.mtimeMs < SILENCE_MS
  }
  const entry = listed(owner.pid)
  if (entry !== null) return !entry.zombie && entry.started === owner.started
  return process.platform !== 'linux' && sendSignal(owner.pid, 0)
}

const readLock = async (file: string): Promise<string | null> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (errno(error) === 'ENOENT') return null
    throw error
  }
}

/** A lock of ours, its owner, or null when it went away while we looked. */
const tryOnce = async (file: string): Promise<Held | Owner | null> => {
  const token = randomBytes(8).toString('hex')
  const mine: Owner = { ...thisProcess(), token }
  const temporary = `${file}.${token}`
  await writeFile(temporary, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
  try {
    try {
      // A link arrives with its content, so nobody ever sees a lock without an owner.
      await link(temporary, file)
      return hold(file, token)
    } catch (error) {
      if (errno(error) !== 'EEXIST') throw error
    }
    const text = await readLock(file)
    if (text === null) return null
    const owner = readOwner(text)
    if (owner !== null && (await isAlive(owner, file))) return owner
    // Only who holds the claim on this very dead owner may replace the lock: two who saw the same corpse do not both win.
    const claim = await tryOnce(`${file}.dead-${owner?.token ?? 'unreadable'}`)
    if (claim === null || !('release' in claim)) return claim
    try {
      if ((await readLock(file)) !== text) return null
      await rename(temporary, file)
      return hold(file, token)
    } finally {
      await claim.release()
    }
  } finally {
    await rm(temporary, { force: true })
  }
}

const MOST_REMOVALS = 20

/** The same, with its directory. Whoever made that takes it away when it is empty at their end, which may be just now: then again. */
const tryInDirectory = async (file: string): Promise<Held | Owner | null> => {
  for (let removals = 0; ; removals += 1) {
    await makeDirectory(path.dirname(file))
    try {
      return await tryOnce(file)
    } catch (error) {
      if (errno(error) !== 'ENOENT' || removals === MOST_REMOVALS) throw error
    }
  }
}

/** Takes the lock if it is free or its owner is dead; null when somebody holds it. */
export const tryLock = (file: string): Promise<Result<Held | null>> =>
  attempt(`cannot lock ${file}`, async () => {
    const found = await tryInDirectory(file)
    return found !== null && 'release' in found ? found : null
  })

/** Waits for the lock. An abort is the trouble `cancelled`. */
export const lock = async (file: string, options: LockOptions = {}): Promise<Result<Held>> => {
  let told = false
  for (;;) {
    if (options.signal?.aborted) return trouble('cancelled', `interrupted while waiting for ${file}`)
    const found = await attempt(`cannot lock ${file}`, () => tryInDirectory(file))
    if (!found.ok) return found
    if (found.value !== null && 'release' in found.value) return ok(found.value)
    if (found.value === null) continue
    if (!told) options.onWait?.(found.value)
    told = true
    await pause(POLL_MS, undefined, options.signal ? { signal: options.signal } : {}).catch(() => undefined)
  }
}

/** One at a time over all processes of this machine. */
export const withLock = async <T>(
  file: string,
  body: () => Promise<T>,
  options: LockOptions = {},
): Promise<Result<T>> => {
  const taken = await lock(file, options)
  if (!taken.ok) return taken
  await using _ = taken.value
  return ok(await body())
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Leftover } from '../model/outcome.ts'
import { commandOf, type Family, type Listed } from './descendants.ts'

/** Sends a signal to a process (or, with a negative number, to a group); false when there is nobody to receive it. */
export const sendSignal = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

const POLL_MS = 20
/** Workers and language servers often end a moment after the process that they served. */
const SETTLE_MS = 200
const TERM_MS = 200
const KILL_MS = 10_000
/** A change of program takes a moment, an emptied environment stays: after this many looks it is taken for the latter. */
const LOOKS = 4

const goneWithin = async (family: Family, milliseconds: number): Promise<boolean> => {
  const until = performance.now() + milliseconds
  for (let empty = 0; ; ) {
    const { alive, uncertain } = family.look()
    empty = alive.length === 0 ? empty + 1 : 0
    if (empty > 0 && (!uncertain || empty >= LOOKS)) return true
    if (alive.length > 0 && performance.now() >= until) return false
    await pause(POLL_MS)
  }
}

const signalAll = (entries: readonly Listed[], signal: NodeJS.Signals): void => {
  for (const { pid } of entries) sendSignal(pid, signal)
}

/** Stops everybody until a look finds nobody new: who is stopped cannot fork while the others are being killed. */
const freeze = (look: () => readonly Listed[]): readonly Listed[] => {
  const stopped = new Set<number>()
  for (;;) {
    const alive = look()
    const moving = alive.filter(({ pid }) => !stopped.has(pid))
    if (moving.length === 0) return alive
    signalAll(moving, 'SIGSTOP')
    for (const { pid } of moving) stopped.add(pid)
  }
}

/**
 * Ends what a child left behind: waits a moment, then SIGTERM, then SIGKILL until nobody is left. Gives those that did not go by
 * themselves; a process that even SIGKILL does not end is in the list and no longer waited for.
 */
export const endLeftovers = async (family: Family): Promise<readonly Leftover[]> => {
  if (await goneWithin(family, SETTLE_MS)) return []
  const left = new Map<number, Leftover>()
  const look = () => {
    const { alive } = family.look()
    for (const { pid } of alive) if (!left.has(pid)) left.set(pid, { pid, command: commandOf(pid) })
    return alive
  }
  signalAll(look(), 'SIGTERM')
  if (await goneWithin(family, TERM_MS)) return [...left.values()]
  const until = performance.now() + KILL_MS
  do signalAll(freeze(look), 'SIGKILL')
  while (!(await goneWithin(family, POLL_MS)) && performance.now() < until)
  return [...left.values()]
}

/** Everything that runs now, so that nothing outlives us when our own process ends in an unforeseen way. */
const running = new Map<number, Family>()

const killAllRunning = (): void => {
  for (const [pid, family] of running) {
    const alive = freeze(() => family.look().alive)
    sendSignal(-pid, 'SIGKILL')
    signalAll(alive, 'SIGKILL')
  }
}

/** Keeps a child in the list of those that die with us. Gives the function that takes it out again. */
export const dieWithUs = (pid: number, family: Family): (() => void) => {
  if (running.size === 0) process.on('exit', killAllRunning)
  running.set(pid, family)
  return () => {
    running.delete(pid)
    if (running.size === 0) process.off('exit', killAllRunning)
  }
}

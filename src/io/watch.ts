import type { ChildProcess } from 'node:child_process'
import type { Leftover, OutcomeEnd } from '../model/outcome.ts'
import { familyOf } from './descendants.ts'
import { dieWithUs, endLeftovers, sendSignal } from './ending.ts'
import { watchStall, watchTime } from './limits.ts'
import type { Log } from './log.ts'
import type { Pipe } from './pipes.ts'
import type { RunRequest } from './request.ts'

const DEFAULT_GRACE_MS = 2_000
/** What a killed process had put into the pipe is read to its end, unless somebody we could not end keeps it open. */
const DRAIN_MS = 500
/** A process in uninterruptible sleep does not even go on SIGKILL. */
const UNKILLABLE_MS = 5_000

/** Feeds one pipe into the log, waiting for each write before the next read. Settles when the pipe is closed. */
const pump = (
  pipe: Pipe,
  from: 'output' | 'error',
  log: Log,
  request: RunRequest,
  moved: () => void,
): Promise<void> => {
  const { reader } = pipe
  const decoder = new TextDecoder()
  const tell = (text: string) => {
    if (text !== '') request.onOutput?.(text)
  }
  reader.on('data', (chunk: Buffer) => {
    reader.pause()
    moved()
    if (request.onOutput) tell(decoder.decode(chunk, { stream: true }))
    void log.write(chunk, from).then(() => reader.resume())
  })
  reader.on('error', () => reader.destroy())
  return new Promise((resolve) => {
    reader.once('close', () => {
      tell(decoder.decode())
      resolve()
    })
  })
}

const within = async (milliseconds: number, what: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([what, late])
  clearTimeout(timer)
}

type OwnEnd = Exclude<OutcomeEnd, 'exited' | 'signalled' | 'not-started'>

/** How a started child ended. */
export interface Ended {
  /** The limit of ours that ended it, or null when it ended by itself. */
  readonly own: OwnEnd | null
  readonly code: number | null
  readonly signal: string | null
  readonly leftovers: readonly Leftover[]
}

export interface Watched {
  readonly child: ChildProcess
  readonly pid: number
  /** Value of the environment mark that it was started with. */
  readonly mark: string
  /** One pipe for both streams, or one for output and one for errors. */
  readonly pipes: readonly Pipe[]
  readonly log: Log
  /** Aborted when the log could not be written. */
  readonly logFailed: AbortSignal
}

/** Watches a started child to its end within the request's limits, and ends everything that belongs to it. */
export const watch = async (
  { child, pid, mark, pipes, log, logFailed }: Watched,
  request: RunRequest,
): Promise<Ended> => {
  const grace = request.grace_ms ?? DEFAULT_GRACE_MS
  const family = familyOf(pid, mark)
  const undo: (() => void)[] = [dieWithUs(pid, family), family.follow()]
  const later = (milliseconds: number, what: () => void) => {
    const timer = setTimeout(what, milliseconds)
    undo.push(() => clearTimeout(timer))
  }

  let own: OwnEnd | null = null
  let exited = false
  let moved: () => void = () => undefined
  const exit = new Promise<Pick<Ended, 'code' | 'signal'>>((resolve) => {
    const ended = (code: number | null, signal: string | null) => {
      exited = true
      resolve({ code, signal })
    }
    child.once('exit', ended)
    const kill = () => {
      for (const entry of family.look().alive) sendSignal(entry.pid, 'SIGKILL')
      sendSignal(-pid, 'SIGKILL')
      later(UNKILLABLE_MS, () => ended(null, 'SIGKILL'))
    }
    const end = (why: OwnEnd) => {
      if (exited || own !== null) return
      own = why
      sendSignal(-pid, 'SIGTERM')
      // A stopped process acts on nothing but SIGKILL until it is continued.
      sendSignal(-pid, 'SIGCONT')
      later(grace, kill)
    }
    const on = (signal: AbortSignal | undefined, why: OwnEnd) => {
      const listener = () => end(why)
      if (signal?.aborted) listener()
      signal?.addEventListener('abort', listener)
      undo.push(() => signal?.removeEventListener('abort', listener))
    }
    on(request.signal, 'cancelled')
    on(logFailed, 'write-failed')
    undo.push(watchTime(request.timeout_ms, () => end('timed-out')))
    if (request.stall_ms === undefined) return
    const stall = watchStall(request.stall_ms, request.progressFile ?? null, log.isWriting, () => end('stalled'))
    moved = stall.moved
    undo.push(stall.stop)
  })

  try {
    const froms = pipes.length === 1 ? (['output'] as const) : (['output', 'error'] as const)
    const drained = Promise.all(pipes.map((pipe, at) => pump(pipe, froms[at] ?? 'output', log, request, () => moved())))
    const { code, signal } = await exit
    await request.onExit?.()
    await within(grace, drained)
    const leftovers = await endLeftovers(family)
    await within(DRAIN_MS, drained)
    return { own, code, signal, leftovers }
  } finally {
    for (const step of undo) step()
  }
}

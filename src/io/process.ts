import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Outcome, OutcomeEnd } from '../model/outcome.ts'
import { stopwatch, systemClock, timestamp } from './clock.ts'
import { guardChildren, OWN_MARK } from './guard.ts'
import { type Log, openLog } from './log.ts'
import { closePipe, closeWriteEnd, openPipes, type Pipe } from './pipes.ts'
import { MARK, type RunRequest } from './request.ts'
import { errno, systemWords } from './trouble.ts'
import { type Ended, watch } from './watch.ts'

/** Why a child could not be started, in words. */
const startTrouble = async (request: RunRequest, error: unknown): Promise<string> => {
  const doing = `cannot start ${request.argv[0]}`
  const directory = await stat(request.cwd).catch(() => null)
  if (!directory?.isDirectory()) return `${doing}: no such directory: ${request.cwd}`
  if (errno(error) !== 'ENOENT') return `${doing}: ${systemWords(error)}`
  return request.argv[0].includes('/')
    ? `${doing}: no such program, or its interpreter is missing (ENOENT)`
    : `${doing}: no such program on PATH (ENOENT): install it, or add its directory to PATH`
}

type Started = { readonly child: ChildProcess; readonly pid: number } | { readonly error: unknown }

/** Starts the child as leader of a session and group of its own, with nothing to read on standard input. */
const start = async (request: RunRequest, mark: string, pipes: readonly Pipe[]): Promise<Started> => {
  const [program, ...args] = request.argv
  try {
    const child = spawn(program, args, {
      cwd: request.cwd,
      env: { ...request.env, [MARK]: mark },
      stdio: ['ignore', pipes[0]?.writeEnd, pipes.at(-1)?.writeEnd],
      detached: true,
    })
    if (child.pid !== undefined) return { child, pid: child.pid }
    return { error: await new Promise((resolve) => child.once('error', resolve)) }
  } catch (error) {
    return { error }
  }
}

/** Runs the child and gives how it ended, or the sentence that says why it did not start. */
const runLogged = async (request: RunRequest, log: Log, logFailed: AbortSignal): Promise<Ended | string> => {
  if (request.signal?.aborted) return { own: 'cancelled', code: null, signal: null, leftovers: [] }
  const pipes = await openPipes(request.stdoutPath === undefined ? 1 : 2).catch((error) => systemWords(error))
  if (typeof pipes === 'string') return `cannot start ${request.argv[0]}: cannot make a pipe: ${pipes}`
  // An outer run of ours finds its descendants by its own mark, which stays in the value.
  const mark = randomBytes(16).toString('hex')
  guardChildren()
  const started = await start(request, [process.env[MARK], OWN_MARK, mark].filter(Boolean).join(' '), pipes)
  if ('error' in started) {
    for (const pipe of pipes) closePipe(pipe)
    return startTrouble(request, started.error)
  }
  for (const pipe of pipes) closeWriteEnd(pipe)
  try {
    return await watch({ ...started, mark, pipes, log, logFailed }, request)
  } finally {
    for (const pipe of pipes) pipe.reader.destroy()
  }
}

const endOf = ({ own, code }: Ended): OutcomeEnd => own ?? (code === null ? 'signalled' : 'exited')

/**
 * Runs a program to its end and gives the facts. Never throws for anything that the program or the machine does. The limits are
 * ours: a program that traps SIGTERM and exits 0 has timed out. Everything it leaves behind is ended and listed.
 */
export const run = async (request: RunRequest): Promise<Outcome> => {
  const started_at = timestamp(systemClock)
  const elapsed = stopwatch()
  const stdout = request.stdoutPath ?? null
  const outcome = (end: OutcomeEnd, more: Partial<Outcome> = {}): Outcome => ({
    end,
    exit_code: null,
    signal: null,
    started_at,
    duration_ms: elapsed(),
    log: request.log,
    stdout,
    tail: '',
    output_bytes: 0,
    leftovers: [],
    reason: null,
    ...more,
  })
  const failing = new AbortController()
  const log = await openLog(request.log, stdout, () => failing.abort()).catch((error: unknown) => ({ error }))
  const cannotWrite = (error: unknown) => `cannot write the log ${request.log}: ${systemWords(error)}`
  if ('error' in log) return outcome('write-failed', { reason: cannotWrite(log.error) })

  const ended = await runLogged(request, log, failing.signal)
  const duration_ms = elapsed()
  const failure = await log.close()
  if (typeof ended === 'string') return outcome('not-started', { reason: ended, duration_ms })
  const end = endOf(ended)
  return outcome(failure !== null && end !== 'cancelled' ? 'write-failed' : end, {
    exit_code: end === 'exited' && failure === null ? ended.code : null,
    signal: ended.signal,
    duration_ms,
    tail: log.tail(),
    output_bytes: log.bytes(),
    leftovers: ended.leftovers,
    reason: failure === null ? null : cannotWrite(failure),
  })
}

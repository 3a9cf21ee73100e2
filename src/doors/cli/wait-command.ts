import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { GateState } from '../../io/gate-records.ts'
import { INTERRUPTED, watchInterrupts } from '../../io/interrupts.ts'
import { isAlive } from '../../io/locks.ts'
import { milliseconds } from '../../model/config-words.ts'
import type { Result } from '../../model/result.ts'
import { tellOfGate } from '../github/deliver.ts'
import { emptyWord } from './empty-words.ts'
import { renderGate } from './gate-page.ts'
import { progressLine } from './gate-progress-page.ts'
import { findGate, findGatePlace, freshnessOf, type GatePlace } from './gate-standing.ts'
import { outputOptions, type RawOutputOptions } from './options.ts'
import { answer, answerTrouble, clearOut, troubleVerdict } from './output.ts'
import { paintFor } from './paint.ts'
import { makeProgress } from './progress.ts'
import { unendedVerdict } from './status-command.ts'

export interface WaitOptions extends RawOutputOptions {
  readonly run?: string
  readonly timeout?: string
}

const POLL_MS = 300
/** A gate that gave its verdict writes its own --out, prints and ends; no longer than this is waited for that. */
const LAST_MS = 10_000

/** Looks until the gate has ended, the time is over or we are interrupted; gives what was seen last. */
const untilEnded = async (
  place: GatePlace,
  run: string,
  until: number,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<Result<GateState>> => {
  let said = ''
  for (;;) {
    const found = await findGate(place, run)
    if (!found.ok || found.value.state !== 'running' || signal.aborted || Date.now() >= until) return found
    // Without the shares, which change at each look.
    const line = progressLine(found.value.record, 0).replaceAll(/ \d+ %/g, ' running')
    if (line !== said) say(line)
    said = line
    await pause(Math.max(0, Math.min(POLL_MS, until - Date.now())), undefined, { signal }).catch(() => undefined)
  }
}

/** `triverdict wait`: blocks until the gate has ended, prints its verdict and exits with its code. The gate itself is never touched. */
export const waitCommand = async (directory: string, options: WaitOptions): Promise<void> => {
  using interrupts = watchInterrupts()
  const output = outputOptions(options)
  const refuse = (message: string) => answerTrouble({ kind: 'usage', message }, output)
  const empty = emptyWord(options, directory)
  if (empty !== null) return await refuse(empty)
  const limit = options.timeout === undefined ? Number.POSITIVE_INFINITY : milliseconds(options.timeout)
  if (Number.isNaN(limit)) return await refuse(`--timeout takes a time like 90s, 20m or 2h, not "${options.timeout}"`)
  if (output.out !== null && !existsSync(dirname(resolve(output.out)))) {
    const message = `the directory of --out ${output.out} does not exist: make it, or name another file`
    return await answerTrouble({ kind: 'usage', message }, { ...output, out: null })
  }
  if (!(await clearOut(output))) return
  const place = await findGatePlace(directory)
  if (!place.ok) return await answerTrouble(place.trouble, output)
  const first = await findGate(place.value, options.run ?? null)
  if (!first.ok) return await answerTrouble(first.trouble, output)
  const { run, owner, lock, request } = first.value.record
  const asked = request.layers
  const progress = makeProgress(process.stderr, options.json)
  const found = await untilEnded(place.value, run, Date.now() + limit, interrupts.signal, (text) =>
    progress.say({ kind: 'step', text }),
  )
  progress.end()
  if (!found.ok) return await answerTrouble(found.trouble, output)
  const paint = paintFor(process.stdout)
  if (found.value.state === 'ended') {
    for (const until = Date.now() + LAST_MS; Date.now() < until && (await isAlive(owner, lock)); ) await pause(50)
    const freshness = await freshnessOf(place.value, found.value)
    if (!freshness.fresh) process.stderr.write(`triverdict: ${freshness.why}\n`)
    const { verdict } = found.value
    const told = { ...verdict, state: 'ended', fresh: freshness.fresh }
    const unsaid = await answer(told, renderGate(verdict, paint), output)
    return await tellOfGate(directory, asked, unsaid === null ? told : troubleVerdict(unsaid))
  }
  const unended = unendedVerdict(found.value, Date.now())
  const interrupted = interrupts.received() !== null
  const waited = interrupted
    ? 'interrupted: the gate goes on'
    : `still running after ${options.timeout}: the gate goes on; ${unended.blocking[0]?.replace('still running: ', '')}`
  const verdict = found.value.state === 'killed' ? unended : { ...unended, blocking: [waited] }
  await answer(verdict, renderGate(verdict, paint), output)
  if (found.value.state === 'killed') await tellOfGate(directory, asked, verdict)
  if (interrupted) process.exitCode = INTERRUPTED
}

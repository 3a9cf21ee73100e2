import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startBackground } from '../../io/background.ts'
import { type GateState, gatePlaces, latestGates, lookAtGate } from '../../io/gate-records.ts'
import { makePlaces } from '../../io/places.ts'
import type { GateRequest } from '../../model/gate-world.ts'
import { ok, type Result } from '../../model/result.ts'
import { type Verdict, verdictSchema } from '../../model/verdict.ts'
import { tellOfGate } from '../github/deliver.ts'
import { shownText } from '../github/shown.ts'
import { expectedEnd, progressObject } from './gate-progress-page.ts'
import { findGatePlace, freshnessOf, type GatePlace } from './gate-standing.ts'
import { makeRunId } from './gate-world.ts'
import { answer, answerTrouble, type OutputOptions } from './output.ts'

/** In the environment of a gate that runs in the background: its run id. Layers do not get it. */
const BACKGROUND = 'TRIVERDICT_BACKGROUND'

const POLL_MS = 25
/** Another gate that holds the tree and does not say what it does is waited for so long. */
const PATIENCE_MS = 15_000

/** The run id of the background gate that this process is; null for one that somebody looks at. */
export const backgroundRun = (): string | null => {
  const run = process.env[BACKGROUND]
  return run !== undefined && /^\d{14}-[0-9a-f]{8}$/.test(run) ? run : null
}

/** What came of a start: the gate has begun, another one has the tree, or its own verdict says why it did not begin. */
type Start = { readonly began: GateState } | { readonly refused: Verdict } | { readonly busy: true }

const refusalOf = async (stdout: string, stderr: string): Promise<Verdict> => {
  const text = await readFile(stdout, 'utf8').catch(() => '')
  try {
    const verdict = verdictSchema.safeParse(JSON.parse(text))
    // Only a gate that has begun may say more than that it could not.
    if (verdict.success && verdict.data.status === 'error') return verdict.data
  } catch {
    // It ended without a word of its own.
  }
  const last = (await readFile(stderr, 'utf8').catch(() => '')).trim().split('\n').at(-1) ?? ''
  const blocking = [`the gate in the background ended before it began${last === '' ? '' : `: ${last}`}`]
  return { status: 'error', blocking, metrics: {}, confidence: 1, version: 1, trouble: 'gate-not-started' }
}

/** The same command again, in a process of its own, until its record is there. */
const start = async (place: GatePlace): Promise<Result<Start>> => {
  const run = makeRunId()
  const directory = gatePlaces(place.state, place.worktree).run(run)
  const [stdout, stderr] = [path.join(directory, 'answer.json'), path.join(directory, 'gate.log')]
  const words = process.argv.slice(2).filter((word) => word !== '--detach')
  const began = await startBackground({
    argv: [
      process.execPath,
      ...process.execArgv,
      process.argv[1] as string,
      ...words,
      ...(words.includes('--json') ? [] : ['--json']),
    ],
    cwd: process.cwd(),
    env: { ...process.env, [BACKGROUND]: run },
    stdout,
    stderr,
  })
  if (!began.ok) return began
  for (;;) {
    const over = began.value.ended()
    const found = await lookAtGate(place.state, run)
    if (!found.ok) return found
    if (found.value !== null) return ok({ began: found.value })
    if (over) {
      const refused = await refusalOf(stdout, stderr)
      return ok(refused.trouble === 'gate-running' ? { busy: true } : { refused })
    }
    await pause(POLL_MS)
  }
}

const runningHere = async (place: GatePlace): Promise<Result<GateState | null>> => {
  const { latest } = await latestGates(place.state, place.worktree)
  const found = latest === null ? ok(null) : await lookAtGate(place.state, latest)
  // One whose record is broken does not keep another from starting: the lock of the tree decides.
  return ok(found.ok && found.value?.state === 'running' ? found.value : null)
}

/** Prints that a gate runs; with `asked`, that it ran already, and whether it is of this tree and of what is asked for. There is no `status` in it: nobody may take it for a verdict. */
const announce = async (
  place: GatePlace,
  found: GateState,
  asked: GateRequest | null,
  json: boolean,
): Promise<void> => {
  const already = asked !== null
  const { record } = found
  const now = Date.now()
  const end = expectedEnd(record, now)
  const freshness = asked === null ? { fresh: true } : await freshnessOf(place, found, asked)
  const next = `triverdict wait --run ${record.run}`
  const object = {
    ...{ run: record.run, state: found.state, ...(already ? { already: true } : {}) },
    ...{ fresh: freshness.fresh, pid: record.owner.pid, started_at: record.started_at, expected_end: end },
    ...{
      asked: record.request.layers,
      tree: record.tree,
      digest: record.digest,
      progress: progressObject(record, now),
    },
    wait: next,
  }
  const first = already
    ? `a gate runs in this tree already: ${record.run}`
    : `the gate runs in the background: ${record.run}`
  const lines = [
    `${first}${end === null ? '' : `, until about ${new Date(end).toTimeString().slice(0, 5)}`}`,
    ...(freshness.fresh
      ? []
      : ['The tree, or what was asked for, is not what that gate began with: its verdict will be of that.']),
    `  ${next}`,
    `  triverdict status --run ${record.run}`,
  ]
  process.stdout.write(json ? `${JSON.stringify(object)}\n` : `${lines.join('\n')}\n`)
  process.exitCode = 0
}

/** `triverdict gate --detach`: starts the same gate in the background and answers when it has begun, or why it did not. A gate that runs in this tree is named, not queued behind. */
export const detachCommand = async (directory: string, request: GateRequest, output: OutputOptions): Promise<void> => {
  const place = await findGatePlace(directory)
  if (!place.ok) return await answerTrouble(place.trouble, output)
  const made = await makePlaces({ ...place.value, cache: '', trees: '' }, ['state'])
  if (!made.ok) return await answerTrouble(made.trouble, output)
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(POLL_MS)) {
    const running = await runningHere(place.value)
    if (running.ok && running.value !== null) return await announce(place.value, running.value, request, output.json)
    const started = await start(place.value)
    if (!started.ok) return await answerTrouble(started.trouble, output)
    if ('began' in started.value) return await announce(place.value, started.value.began, null, output.json)
    if ('refused' in started.value) {
      const { refused } = started.value
      process.stderr.write(shownText(`triverdict: ${refused.blocking[0]}\n`))
      // The gate itself has written the file of --out.
      await answer(refused, `${refused.blocking.join('\n')}\n`, { ...output, out: null })
      return await tellOfGate(directory, request.layers, refused)
    }
  }
  const message = 'another gate holds this tree and does not say what it does'
  await answerTrouble({ kind: 'gate-running', message, remedy: 'Try again in a moment.' }, output)
}

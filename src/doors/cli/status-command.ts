import type { GateRecord, GateState } from '../../io/gate-records.ts'
import type { Verdict } from '../../model/verdict.ts'
import { emptyWord } from './empty-words.ts'
import { renderGate } from './gate-page.ts'
import { expectedEnd, progressLine, progressObject, renderProgress } from './gate-progress-page.ts'
import { type Freshness, findGate, findGatePlace, findWholeGate, freshnessOf } from './gate-standing.ts'
import { outputOptions, type RawOutputOptions } from './options.ts'
import { answer, answerTrouble, clearOut } from './output.ts'
import { paintFor } from './paint.ts'

export interface StatusOptions extends RawOutputOptions {
  readonly run?: string
}

const about = ({ run, started_at }: GateRecord) => ({ check: 'gate', run: { id: run, started_at } })

const nothing = (...blocking: string[]): Verdict => ({
  status: 'error',
  blocking,
  metrics: {},
  confidence: 1,
  version: 1,
})

/** The verdict of a gate that still runs, or that was killed: nothing is known, and how far it is. */
export const unendedVerdict = (found: Exclude<GateState, { state: 'ended' }>, now: number, more = {}): Verdict => {
  const { record, state } = found
  const killed = 'the gate was killed: nothing is known'
  return {
    ...nothing(state === 'running' ? `still running: ${progressLine(record, now)}` : killed),
    ...about(record),
    state,
    ...(record.request.layers.length > 0 ? { asked: [...record.request.layers] } : {}),
    progress: progressObject(record, now),
    ...(state === 'running' ? { expected_end: expectedEnd(record, now) } : {}),
    ...(state === 'killed' ? { remedy: 'Run `triverdict gate` again.' } : {}),
    ...more,
  }
}

const endedVerdict = (found: Extract<GateState, { state: 'ended' }>, freshness: Freshness): Verdict => {
  const { verdict, record } = found
  // An error is one whatever tree it is of, and its reasons say more.
  if (freshness.fresh || verdict.status === 'error') return { ...verdict, state: 'ended', fresh: freshness.fresh }
  return {
    ...nothing(freshness.why),
    ...about(record),
    state: 'ended',
    fresh: false,
    last: { status: verdict.status, subject: verdict.subject, digest: verdict.digest },
    remedy: 'Run `triverdict gate` again.',
  }
}

/** `triverdict status`: how far the gate of this tree is, or what it said of just this tree. Never waits. */
export const statusCommand = async (directory: string, options: StatusOptions): Promise<void> => {
  const output = outputOptions(options)
  const empty = emptyWord(options, directory)
  if (empty !== null) return await answerTrouble({ kind: 'usage', message: empty }, output)
  if (!(await clearOut(output))) return
  const place = await findGatePlace(directory)
  if (!place.ok) return await answerTrouble(place.trouble, output)
  const found = options.run === undefined ? await findWholeGate(place.value) : await findGate(place.value, options.run)
  if (!found.ok) return await answerTrouble(found.trouble, output)
  const paint = paintFor(process.stdout)
  const freshness = await freshnessOf(place.value, found.value)
  if (found.value.state === 'ended') {
    const verdict = endedVerdict(found.value, freshness)
    const page = `${renderGate(verdict, paint)}${freshness.fresh ? '  of this tree\n' : `  ${freshness.why}\n`}`
    await answer(verdict, verdict.layers === undefined ? renderGate(verdict, paint) : page, output)
    return
  }
  const now = Date.now()
  const verdict = unendedVerdict(found.value, now, { fresh: freshness.fresh })
  const { record, state } = found.value
  await answer(verdict, state === 'running' ? renderProgress(record, now, paint) : renderGate(verdict, paint), output)
}

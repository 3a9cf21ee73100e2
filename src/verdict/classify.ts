import { type Status, type Verdict, verdictSchema } from '../model/verdict.ts'
import { limitBlocking, openBlocking } from './blocking.ts'
import { parseStrictJson } from './strict-json.ts'

/** What a check left behind, and how its process ended. */
export interface Written {
  /** The text of the verdict file; null when there is none. */
  readonly verdictText: string | null
  /** Undefined when nobody knows it (a file is looked at alone); null when the process did not exit by itself. */
  readonly exitCode?: number | null | undefined
  readonly signal?: string | null | undefined
  /** False when the text was there before this run, or nobody can tell. */
  readonly ranThisRun: boolean
  /** Id of this run; null when there is none to compare with. */
  readonly runId: string | null
  readonly requireRunId: boolean
}

/** What is believed. `verdict` is the text as it was written, when it could be read; its own status may have been overruled. */
export interface Classified {
  readonly status: Status
  readonly reasons: string[]
  readonly verdict: Verdict | null
}

const error = (reason: string, verdict: Verdict | null = null): Classified => {
  const { reasons, more } = openBlocking(verdict?.blocking ?? [])
  return { status: 'error', reasons: limitBlocking([reason, ...reasons], more), verdict }
}

const pathOf = (path: readonly PropertyKey[]): string => (path.length === 0 ? 'the whole' : path.map(String).join('.'))

/** Reads a verdict, or says in one sentence why it cannot be read, naming the path that is wrong. */
const read = (text: string): Verdict | string => {
  const parsed = parseStrictJson(text)
  if (!parsed.ok) return `the verdict is not JSON: ${parsed.trouble.message}`
  const checked = verdictSchema.safeParse(parsed.value)
  if (checked.success) return parsed.value as Verdict
  const wrong = checked.error.issues.map((issue) => `${pathOf(issue.path)}: ${issue.message}`)
  return `the verdict is not valid: ${wrong.join('; ')}`
}

const runIdOf = (verdict: Verdict): string | null => {
  const run = verdict.run as { readonly id: string } | undefined
  return run?.id ?? null
}

/** How the process contradicts a pass; null when it does not. */
const exitAgainstPass = ({ exitCode, signal }: Written): string | null => {
  if (signal !== null && signal !== undefined) return `ended by the signal ${signal}`
  if (exitCode === null) return 'did not exit by itself'
  return exitCode === undefined || exitCode === 0 ? null : `exited with code ${exitCode}`
}

const RANK: Readonly<Record<Status, number>> = { pass: 0, fail: 1, error: 2 }

/** A verdict whose blocking or whose layers do not fit its status, itself or in one of its layers; null when all fit. */
export const selfContradiction = (verdict: Verdict): string | null => {
  if (verdict.status === 'pass' && verdict.blocking.length > 0) return 'it says pass and gives blocking reasons'
  if (verdict.status !== 'pass' && verdict.blocking.length === 0) return `it says ${verdict.status} and gives no reason`
  for (const [id, layer] of Object.entries(verdict.layers ?? {})) {
    const inside = selfContradiction(layer)
    if (inside !== null) return `layer ${id}: ${inside}`
    if (RANK[layer.status] > RANK[verdict.status])
      return `it says ${verdict.status} and its layer ${id} says ${layer.status}`
  }
  return null
}

/** Whether a written verdict may be believed: the first rule that matches decides. Only an error is ever added, never a pass. */
export const classify = (written: Written): Classified => {
  const { verdictText, ranThisRun, runId, requireRunId } = written
  if (verdictText === null) return error('no verdict was written')
  if (!ranThisRun) return error('the verdict was not written in this run')
  if (verdictText.replace('\uFEFF', '').trim() === '') return error('the verdict is empty')
  const verdict = read(verdictText)
  if (typeof verdict === 'string') return error(verdict)
  const writtenId = runIdOf(verdict)
  if (writtenId !== null && runId !== null && writtenId !== runId) {
    return error(`the verdict is stale: it carries the run id ${writtenId} and this run is ${runId}`, verdict)
  }
  if (requireRunId && (writtenId === null || runId === null)) {
    return error('the verdict carries no run id that shows it is of this run', verdict)
  }
  const against = verdict.status === 'pass' ? exitAgainstPass(written) : null
  if (against !== null) return error(`it says pass and its process ${against}`, verdict)
  const contradiction = selfContradiction(verdict)
  if (contradiction !== null) return error(contradiction, verdict)
  return { status: verdict.status, reasons: [...verdict.blocking], verdict }
}

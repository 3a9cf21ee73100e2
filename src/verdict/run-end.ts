import type { Outcome, OutcomeEnd } from '../model/outcome.ts'
import { unreachable } from '../model/result.ts'
import type { ExitMeaning, ExitRow } from '../model/stack.ts'

/** Signals whose default is to end the process, as Linux numbers them (signal(7)); a shell reports them as 128 + number. */
const SIGNALS: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  10: 'SIGUSR1',
  11: 'SIGSEGV',
  12: 'SIGUSR2',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
  31: 'SIGSYS',
}

/** The signal behind an exit code of 129 and more, as shells and package managers pass it on; null for every other code. */
export const signalOfExitCode = (code: number): string | null => SIGNALS[code - 128] ?? null

/** How a run ended, after the exit codes that stand for signals were read as such. */
export interface RunEnd {
  readonly end: OutcomeEnd
  readonly signal: string | null
  /** Null when the process did not exit by itself. */
  readonly meaning: ExitMeaning | null
  /** What the table says about the code; empty when it says nothing. */
  readonly note: string
}

/**
 * Reads the end of a process by the tool's exit table: a code that is not listed is green when it is 0 and says nothing otherwise.
 * `redReport`: a complete report names failures. Only then may a listed code such as 137 be a count of failures and not a signal.
 */
export const readEnd = (outcome: Outcome, exits: readonly ExitRow[], redReport: boolean): RunEnd => {
  if (outcome.end !== 'exited') return { end: outcome.end, signal: outcome.signal, meaning: null, note: '' }
  const code = outcome.exit_code
  if (code === null)
    return { end: 'exited', signal: outcome.signal, meaning: 'not-complete', note: 'no exit code is known' }
  const row = exits.find((candidate) => candidate.code === code)
  const signal = signalOfExitCode(code)
  if (signal !== null && !(row?.meaning === 'red' && redReport))
    return { end: 'signalled', signal, meaning: null, note: '' }
  if (row?.meaning === 'not-started') return { end: 'not-started', signal: null, meaning: null, note: row.note }
  const meaning = row?.meaning ?? (code === 0 ? 'green' : 'not-complete')
  return { end: 'exited', signal: outcome.signal, meaning, note: row?.note ?? '' }
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`

/** Why a run that did not exit by itself is not complete; null for one that did. */
export const endSentence = (outcome: Outcome, { end, signal, note }: RunEnd): string | null => {
  const why = outcome.reason ?? (note === '' ? null : note)
  const because = why === null ? '' : `: ${why}`
  switch (end) {
    case 'exited':
      return null
    case 'signalled':
      return `it was ended by the signal ${signal ?? 'of an unknown name'}`
    case 'timed-out':
      return `it was stopped at its time limit after ${seconds(outcome.duration_ms)}`
    case 'stalled':
      return `it was stopped because its log did not move, after ${seconds(outcome.duration_ms)}`
    case 'cancelled':
      return 'it was cancelled'
    case 'not-started':
      return `it could not be started${because}`
    case 'write-failed':
      return `its log could not be written${because}`
    default:
      return unreachable(end)
  }
}

/** What a process did, as facts. A verdict is somebody else's business. */
export interface Outcome {
  readonly end: OutcomeEnd
  /** Null unless the process exited by itself. */
  readonly exit_code: number | null
  /** Name of the signal that ended it (`SIGSEGV`), null otherwise. */
  readonly signal: string | null
  readonly started_at: string
  readonly duration_ms: number
  /** Absolute path of the whole log (standard output and error as they came). */
  readonly log: string
  /** Absolute path of standard output alone, when it was asked for. */
  readonly stdout: string | null
  /** The last part of the log, bounded (64 KiB). */
  readonly tail: string
  /** Bytes written to standard output and error together. */
  readonly output_bytes: number
  /** Processes of its group or session that were still there after it ended, and were killed. */
  readonly leftovers: readonly Leftover[]
  /** One sentence for `not-started` and `write-failed`: the system's own words. */
  readonly reason: string | null
}

/**
 * `exited` by itself; `signalled` by a signal we did not send; `timed-out` and `stalled` are our own limits; `cancelled` is
 * Ctrl-C or an abort; `not-started`: no such program, no permission; `write-failed`: our log could not be written (no space).
 */
export type OutcomeEnd = 'exited' | 'signalled' | 'timed-out' | 'stalled' | 'cancelled' | 'not-started' | 'write-failed'

export interface Leftover {
  readonly pid: number
  readonly command: string
}

import type { Some } from '../model/result.ts'

/** What to run, where, and within which limits. */
export interface RunRequest {
  readonly argv: Some<string>
  /** Absolute. */
  readonly cwd: string
  /** The whole environment: nothing of ours is added but the mark by which descendants are found. */
  readonly env: Readonly<Record<string, string>>
  /** Absolute path of the log: standard output and error as they come. Written anew; its directory is made. */
  readonly log: string
  /** Absolute path for standard output alone, beside the log. */
  readonly stdoutPath?: string
  readonly timeout_ms: number
  /** Ends it after this long without output and without a change of `progressFile` (absolute). */
  readonly stall_ms?: number
  readonly progressFile?: string
  readonly signal?: AbortSignal
  /** How long the output may stay open once the process itself has exited, and how long SIGTERM has before SIGKILL. Default 2000. */
  readonly grace_ms?: number
  /** Waited for when the process itself has ended, before what it left behind is ended. It does not throw. */
  readonly onExit?: () => Promise<void>
  /** Output as text while it comes; characters are never cut. */
  readonly onOutput?: (text: string) => void
}

/** Environment variable by which descendants are found, whatever group or session they moved to. */
export const MARK = 'TRIVERDICT_MARK'

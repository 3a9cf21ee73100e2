import type { Some } from '../model/result.ts'

/** Where a shell text runs. `cwd` is relative to the root of the repository. */
export interface ShellPlace {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The shell stops at the first command that fails (`-e`). */
  readonly errexit: boolean
  readonly pipefail: boolean
}

interface Common {
  /** The words as they were written. */
  readonly text: string
  /** 0-based line in the text that was parsed. */
  readonly line: number
  /** Commands of one statement (`a && b`) share a number. */
  readonly group: number
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Variables of the text that are known and not exported: a shell that runs this command alone must be given them. */
  readonly variables: Readonly<Record<string, string>>
  /** The text goes on whatever this command's exit code is: `|| true`, `set +e`. */
  readonly swallowed: boolean
}

/** One command that could be taken apart. */
export interface SimpleCommand extends Common {
  readonly form: 'simple'
  readonly argv: Some<string>
  /** Indexes of words in which the shell would expand `*`, `?` or `[…]`. */
  readonly globs: readonly number[]
  readonly redirected: boolean
  /** It feeds a pipe: `text` is the whole pipeline. */
  readonly piped: boolean
  /** The pipe hides its exit code. */
  readonly masked: boolean
}

/** Words that only a shell can run. `expression`: not even a shell can, since a CI expression in it has no value here. */
export interface OpaqueText extends Common {
  readonly form: 'opaque'
  readonly reason: string
  readonly expression: boolean
}

/** What one command of a shell text is. */
export type ShellItem = SimpleCommand | OpaqueText

import type { Anomaly } from '../model/anomaly.ts'
import type { CheckKind, Command, Evidence, NotChosen, Step } from '../model/check.ts'
import type { Some } from '../model/result.ts'
import type { Tool } from '../model/stack.ts'
import type { Unread } from './preparing.ts'
import type { Project } from './projects.ts'
import type { ShellItem } from './shell-items.ts'

/** A shell text that a tier names. */
export interface Source {
  readonly text: string
  /** Relative to the root of the repository. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The argv that runs a line appended to it. */
  readonly shell: Some<string>
  /** Where a line (0-based) of the text was read. */
  evidence(line: number, text: string): Evidence
}

/** A check that a text turned out to hold; the plan decides whether it is used. */
export interface FoundCheck {
  readonly kind: CheckKind
  readonly project: Project
  /** Null for an opaque command. */
  readonly tool: Tool | null
  readonly command: Command
  readonly before: readonly Step[]
  readonly after: readonly Step[]
  readonly evidence: Evidence
  /** What to say about it if it is used. */
  readonly notes: readonly Anomaly[]
}

/** What became of one command. `origin` counts the commands of the text, `group` its statements. */
export type Piece = { readonly origin: number; readonly group: number } & Part
export type Part =
  | { readonly piece: 'check'; readonly check: FoundCheck }
  /** `unread`: no rule knows what it does; absent where it is known to prepare. */
  | { readonly piece: 'step'; readonly step: Step; readonly unread?: Unread }
  | { readonly piece: 'left'; readonly left: NotChosen }

export interface Expansion {
  readonly pieces: readonly Piece[]
  /** The commands of the text as they would run whole. */
  readonly origins: readonly Step[]
  readonly items: readonly ShellItem[]
}

/** A command as it would run whole: an argv where nothing is left for a shell to do. */
export const wholeCommand = (item: ShellItem, shell: Some<string>): Command =>
  item.form === 'simple' && !item.redirected && !item.piped && item.globs.length === 0
    ? { form: 'argv', argv: item.argv, cwd: item.cwd, env: item.env }
    : { form: 'shell', shell, line: item.text, cwd: item.cwd, env: { ...item.variables, ...item.env } }

/** The checks of a text with the steps around them: before any check, and after a test, what stands in the same `scope`. */
export const withSteps = (
  pieces: readonly Piece[],
  scope: { readonly before: (a: Piece, b: Piece) => boolean; readonly after: (a: Piece, b: Piece) => boolean },
): readonly { readonly check: FoundCheck; readonly at: number }[] =>
  pieces.flatMap((piece, at) => {
    if (piece.piece !== 'check') return []
    const steps = (some: readonly Piece[], same: (a: Piece, b: Piece) => boolean): readonly Step[] =>
      some.flatMap((other) => (other.piece === 'step' && same(other, piece) ? [other.step] : []))
    const before = steps(pieces.slice(0, at), scope.before)
    const after = piece.check.kind === 'tests' ? steps(pieces.slice(at + 1), scope.after) : []
    return [
      {
        at,
        check: { ...piece.check, before: [...before, ...piece.check.before], after: [...piece.check.after, ...after] },
      },
    ]
  })

import type { Anomaly } from '../../model/anomaly.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'

/** One shell text that a task runs, where it was read and where it runs. */
export interface TaskLine {
  readonly text: string
  readonly file: string
  /** 1-based line of the file for a line (0-based) of the text. */
  line(index: number): number
  /** Relative to the root of the repository. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly shell: Some<string>
}

/** What a call of a task runner comes down to. */
export interface TaskCall {
  /** Identity of what is called, so that a circle ends: `make:.:test`. */
  readonly name: string
  /** In order. Undefined where only the runner itself can tell. */
  readonly lines: readonly TaskLine[] | undefined
}

/** Names that a file of a runner offers, with the line of each. */
export interface TaskList {
  readonly file: string
  readonly names: ReadonlyMap<string, number>
}

/** A program that runs named tasks of a file. Its files are read as text; the program is never executed to find out. */
export interface TaskRunner {
  /** As it is typed: `make`. */
  readonly program: string
  /** What an argv runs in a directory; undefined when it is no call of this runner that is followed. */
  /** `env`: what the caller sets. */
  call(view: RepoView, argv: Some<string>, cwd: string, env?: Readonly<Record<string, string>>): TaskCall | undefined
  /** Tasks of the file in a directory; undefined when there is none. */
  list(view: RepoView, directory: string): TaskList | undefined
  /** What is wrong with the files of a directory: an include that is missing, a text that cannot be read. */
  problems(view: RepoView, directory: string): readonly Anomaly[]
}

/** The first of some names that is a file in a directory. */
export const fileIn = (view: RepoView, directory: string, names: readonly string[]): string | undefined =>
  names.map((name) => (directory === '.' ? name : `${directory}/${name}`)).find((path) => view.has(path))

/** A word for a POSIX shell. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

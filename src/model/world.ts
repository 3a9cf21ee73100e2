import type { Anomaly } from './anomaly.ts'
import type { BranchReport } from './branch-report.ts'
import type { Command } from './check.ts'
import type { Outcome } from './outcome.ts'
import type { Report } from './reader.ts'
import type { RepoView } from './repo-view.ts'
import type { Result } from './result.ts'
import type { Inventory } from './run-facts.ts'
import type { Channel, InstallPlan } from './stack.ts'
import type { TreeEntry } from './tree.ts'

/** What a caller of `verify` asks for. */
export interface VerifyRequest {
  /** A repository, a linked worktree, a bare one, or a directory inside one. */
  readonly repository: string
  readonly lock: string | null
  readonly branch: string | null
  readonly id: string | null
  /** Globs over `path::name`: tests that must be green on the branch even where the control is red. */
  readonly goals: readonly string[]
  /** Directories that narrow what is verified; empty for all. */
  readonly projects: readonly string[]
  /** Only projects that the change reaches, and those that depend on them. Absent is false. */
  readonly affected?: boolean
  /** What must have been judged: missing ones become error. */
  readonly require: readonly ('tests' | 'types' | 'lint' | 'coverage')[]
  readonly strict: boolean
}

/** One commit. */
export interface Side {
  readonly sha: string
  readonly view: RepoView
}

/** The two commits of a verification, read from a mirror that nobody else writes. */
export interface Subject {
  readonly repositoryId: string
  readonly lock: Side
  readonly branch: Side & { readonly name: string | null }
  /** The locked ref was not named by the caller. */
  readonly lockDefaulted: boolean
  readonly anomalies: readonly Anomaly[]
}

/** One line of progress: what happens now. */
export interface Progress {
  readonly kind: 'plan' | 'step' | 'check' | 'result' | 'wait'
  readonly text: string
}

/** How a tree is made ready. */
export interface Recipe {
  readonly entries: readonly TreeEntry[]
  /** Commit that becomes the parent of the tree's own commit. */
  readonly parent: string
  readonly lock: string
  /** One per project, in order, with the project's directory. */
  readonly installs: readonly { readonly directory: string; readonly plan: InstallPlan }[]
}

/** A tree at its fixed path with its dependencies, ready to run. */
export interface Staged {
  readonly name: string
  /** Absolute stage; `tree/`, `env/`, `home/`, `temp/` are below it. */
  readonly root: string
  readonly tree: string
  /** Identity of the tree (git tree id). */
  readonly treeId: string
  /** Versions of everything that was installed or used to install, as one digest. */
  readonly toolchain: string
}

export interface Execution {
  readonly outcome: Outcome
  readonly channels: readonly { readonly channel: Channel; readonly read: Result<Report> | 'absent' }[]
  /** Of the results that were named: those that were written when its process had ended. */
  readonly late: readonly string[]
}

export interface RunRequest {
  /** Short name for the log file. */
  readonly label: string
  readonly command: Command
  /** Directories in front of PATH, absolute. */
  readonly path: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly channels: readonly Channel[]
  readonly reportDirectory: string
  /** Absolute: files that it writes and that no channel reads. */
  readonly results?: readonly string[]
  /** Keep standard output in a file of its own (`Outcome.stdout`), also when no channel reads it. */
  readonly keepStdout?: boolean
  readonly timeout_ms: number
  /** Infinity: silence is no reason to end it. */
  readonly stall_ms: number
  /** Absolute: a change of this file counts as output does. */
  readonly progressFile?: string
}

/** Where trees are staged and commands run, for one verification. */
export interface Workshop {
  /** Writes the tree and installs. Asked twice for one name it gives the same stage, unless `fresh`. */
  stage(name: string, recipe: Recipe): Promise<Result<Staged>>
  /** Makes an earlier stage the current one again. Everything runs in the current stage. */
  activate(staged: Staged): Promise<void>
  /** An empty directory for the reports of one run. */
  reportDirectory(label: string): Promise<string>
  run(staged: Staged, request: RunRequest): Promise<Execution>
  /** Runs one command in the current stage as an install step would run: indexes, proxies, authorities. `{stage}/temp/reach` is absent before. */
  fetch(staged: Staged, plan: InstallPlan, command: Command): Promise<Outcome>
  /** Files of the stage's tree that differ from these entries; deleted ones count. */
  changed(staged: Staged, entries: readonly TreeEntry[]): Promise<readonly string[]>
  /** Puts extra files into the stage's tree (probes). Never over an existing file. */
  plant(staged: Staged, files: readonly { readonly path: string; readonly text: string }[]): Promise<void>
  /** Removes planted files; with `globs` everything that the paths mean as globs. */
  unplant(staged: Staged, paths: readonly string[], globs?: boolean): Promise<void>
  /** Removes everything that the globs mean and that did not come with the tree. */
  sweep(staged: Staged, globs: readonly string[]): Promise<void>
  /** Terminal colours removed, whole. Undefined when it cannot be read. */
  readLog(path: string): Promise<string | undefined>
  close(): Promise<void>
}

/** Everything `verify` needs from outside. Doors build it. */
export interface World {
  now(): Date
  digest(text: string): string
  say(progress: Progress): void
  /** Whether we were told to stop (Ctrl-C): from then on every run is `cancelled`, and the report is an error. */
  interrupted(): boolean
  readonly runId: string
  /** Directory of the reporters that ship with the package. */
  readonly reporters: string
  readonly version: string
  toolchain(): Promise<{
    readonly node?: string
    readonly python?: string
    readonly go?: string
    readonly rust?: string
  }>
  look(request: VerifyRequest): Promise<Result<Subject>>
  /** What the two refs were resolved to, as far as `look` came: null before that. */
  resolved(): { readonly lock: string; readonly branch: string; readonly name: string | null } | null
  /** One anomaly for each of the two refs that points elsewhere now. */
  refsMoved(request: VerifyRequest, subject: Subject): Promise<readonly Anomaly[]>
  /** `hidden` are values of secrets: they are masked in every log and report file that is kept. */
  workshop(subject: Subject, hidden: readonly string[]): Promise<Result<Workshop>>
  readInventory(key: string): Promise<Inventory | null>
  writeInventory(key: string, inventory: Inventory): Promise<void>
  /** Stores the report and its death, if any. A failing history never changes a verdict: it is reported. */
  record(subject: Subject | null, report: BranchReport): Promise<readonly Anomaly[]>
  /** Values of the secrets that the configuration lists and the environment has. */
  secrets(names: readonly string[]): Readonly<Record<string, string>>
}

import type { Anomaly } from './anomaly.ts'
import type { Visibility } from './gate-config.ts'
import type { RepoView } from './repo-view.ts'
import type { Result } from './result.ts'
import type { TreeEntry } from './tree.ts'
import type { Status, Verdict } from './verdict.ts'
import type { Progress, Staged, Workshop, World } from './world.ts'

/** What a caller of `gate` asks for. */
export interface GateRequest {
  /** Layers that are asked for by name, with those that they need; empty for all. */
  readonly layers: readonly string[]
  /** How many layers run at once; null: what the configuration says. */
  readonly jobs: number | null
  /** The ref at which the gate's own files are read, and of which whatever is red is asked again; null: nothing is. */
  readonly control: string | null
  /** The ref whose clean tree is judged, with dependencies of its own; null: the working tree, as it is. */
  readonly tree: string | null
}

/** A tree in which layers run: a working tree, where nothing is copied and nothing installed, or one that was staged. */
export interface GateTree {
  /** Files as they are now, those that git ignores left out. */
  readonly view: RepoView
  /** Where installed programs are, relative to the stage, and what the installs want in the environment. */
  readonly ambient: { readonly path: readonly string[]; readonly env: Readonly<Record<string, string>> }
  /** Files that must stay as they are: a run that changes one is no answer. */
  readonly locked: readonly TreeEntry[]
  readonly staged: Staged
  readonly workshop: Pick<Workshop, 'run' | 'reportDirectory' | 'changed' | 'unplant' | 'sweep' | 'readLog'>
  readonly commit: string | null
  readonly branch: string | null
  readonly dirty: boolean
  /** What says whether a verdict is of this tree; absent where the tree is no place that a person works in. */
  readonly identity?: TreeIdentity
  /**
   * Deletes a result of an earlier run, a path relative to the tree or a glob. Only a regular, untracked file inside of the tree is deleted:
   * anything else is `stale-result` or `result-committed`. What is not there is fine.
   */
  clear(path: string): Promise<Result<void>>
  /**
   * The text of a result of this run; null where there is none. Anything but a regular file is trouble. `old`: its date is before it was
   * cleared, so that it was moved there and not written.
   */
  readResult(path: string): Promise<Result<{ readonly text: string; readonly old: boolean } | null>>
  /** Files of a directory, or one file, as the commit that is checked out has them; `changed`: the working tree has another text, or none. */
  committed(path: string): Promise<readonly CommittedFile[]>
  close(): Promise<void>
}

export interface CommittedFile {
  /** Relative to the root of the repository. */
  readonly path: string
  readonly text: string
  readonly changed: boolean
}

/** What `gate` needs to stage trees of commits: the world of a verification, and a stage seen as a tree of the gate. */
export interface GateStages {
  readonly world: World
  /** `view` is what the stage was written from; `commit` and `branch` are what is said of it. */
  asTree(
    workshop: Workshop,
    staged: Staged,
    view: RepoView,
    of: Pick<GateTree, 'ambient' | 'locked' | 'commit' | 'branch'>,
  ): GateTree
  close(): Promise<void>
}

/** What a look at the machine says before a gate, and the layers that depend on it. */
export interface Preflight {
  readonly verdict: Verdict
  /** Ids; none where they are not known. */
  readonly layers: readonly string[]
}

/** What lies in a working tree: tracked files, and others that git does not ignore. */
export interface TreeContent {
  /** Id of the git tree of just this content. */
  readonly tree: string
  /** Mode and object id by path. */
  readonly entries: ReadonlyMap<string, string>
}

/** Questions by which a working tree and the definition of its gate are recognised. Nothing is written. */
export interface TreeIdentity {
  /** Untracked files for which `isLeftOut` holds do not count. */
  content(isLeftOut: (path: string) => boolean): Promise<Result<TreeContent>>
  /** Object ids of what the commit that is checked out has at a path. */
  committedIds(path: string): Promise<string>
  /** The commit that a ref names now; null where it names none. */
  commitOf(ref: string): Promise<string | null>
  /** SHA-256, lower-case hex. */
  digest(text: string): string
}

/** How far a layer of a gate is. `waiting` and `running` end; the others are how it ended, or that it never started. */
export interface LayerProgress {
  readonly id: string
  readonly needs: readonly string[]
  readonly visibility: Visibility
  readonly state: 'waiting' | 'running' | Status | 'precluded'
  /** ISO 8601, UTC; null while it waits, and where it never started. */
  readonly started_at: string | null
  readonly duration_ms: number | null
  /** From earlier runs of the same layer; null where there is none. */
  readonly expected_ms: number | null
}

/** What a gate says of itself when it holds its tree and knows its layers. */
export interface GatePlan {
  readonly request: GateRequest
  readonly jobs: number
  readonly layers: readonly Pick<LayerProgress, 'id' | 'needs' | 'visibility'>[]
  /** Of the content of the tree, and of the definition of the gate; null where they are not known. */
  readonly tree: string | null
  readonly digest: string | null
}

/** Where a gate writes how far it is. What cannot be written is said, and changes nothing. */
export interface GateJournal {
  began(plan: GatePlan): Promise<void>
  started(layer: string): Promise<void>
  /** How it ended by itself, before a control was asked of it. */
  ended(layer: string, verdict: Verdict): Promise<void>
}

/** Everything that `gate` needs from outside. Doors build it. */
export interface GateWorld {
  now(): Date
  /** Milliseconds of a clock that only goes forward, from no particular moment: for durations, since the time of day may jump. */
  monotonic(): number
  say(progress: Progress): void
  interrupted(): boolean
  readonly runId: string
  /** Directory of the reporters that ship with the package. */
  readonly reporters: string
  /** Where the caller is: a repository, or a directory of one. */
  readonly repository: string
  /** Looks at the machine before anything runs; its verdict is never fail. Absent where nobody asked for it. */
  preflight?(): Promise<Preflight>
  /** Versions of the machine's tools, as far as discovery chooses by them. */
  toolchain: World['toolchain']
  open(): Promise<Result<GateTree>>
  stages(): Promise<GateStages>
  /** Absent where nobody asks how far the gate is. */
  readonly journal?: GateJournal
  /**
   * Keeps the whole verdict beside the logs of the run, for its user alone, and what a program may see of it where programs ask. What cannot
   * be kept is said, and changes nothing: of the history in the anomalies that come back, and that are already in what was kept.
   */
  record(whole: Verdict, seen: Verdict): Promise<readonly Anomaly[]>
}

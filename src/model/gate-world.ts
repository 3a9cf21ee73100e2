import type { RepoView } from './repo-view.ts'
import type { Result } from './result.ts'
import type { TreeEntry } from './tree.ts'
import type { Verdict } from './verdict.ts'
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

/** Everything that `gate` needs from outside. Doors build it. */
export interface GateWorld {
  now(): Date
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
  /** Keeps the whole verdict beside the logs of the run, for its user alone. What cannot be kept is said, and changes nothing. */
  record(whole: Verdict): Promise<void>
}

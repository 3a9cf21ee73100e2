import type { Some } from './result.ts'

/** What a probe found, or why it has no answer: it hung and was cut, or it broke on something that nobody expects. */
export type Probed<T> =
  | { readonly end: 'answered'; readonly took_ms: number; readonly found: T }
  | { readonly end: 'cut'; readonly took_ms: number }
  | { readonly end: 'broke'; readonly took_ms: number; readonly reason: string }

/** A program that the repository needs, and for what. */
export interface ProgramNeed {
  readonly program: string
  /** What is run to see whether it works and which version it is; null where nobody knows a call of it that changes nothing. */
  readonly ask: Some<string> | null
  /** Where it would run, relative to the root of the repository. */
  readonly cwd: string
  /** `gate`: a layer calls it. `verify`: installs and checks that discovery finds call it. */
  readonly of: 'gate' | 'verify'
  /** Who needs it: `layer unit`, `node project .`. */
  readonly by: readonly string[]
  /** False where something that runs before it may bring it. */
  readonly certain: boolean
}

export interface ProgramFact {
  readonly need: ProgramNeed
  /** `present`: it is on PATH, and nobody knows how to ask it, so it was not run. */
  readonly end: 'works' | 'fails' | 'missing' | 'hangs' | 'present'
  readonly version: string | null
  /** Its last line, where it does not work. */
  readonly said: string | null
  readonly took_ms: number
}

/** One setting of git as this user has it; the value may hold credentials and is never shown. */
export interface GitSetting {
  readonly key: string
  readonly value: string
  /** system, global, local, worktree, command. */
  readonly scope: string
}

export interface GitFacts {
  readonly version: string | null
  /** Why git does not work in the repository for this user (`safe.directory`), in its own words; null where it does. */
  readonly refused: string | null
  readonly settings: readonly GitSetting[]
  readonly replaceRefs: number
  readonly grafts: number
  readonly shallow: boolean
  readonly alternates: readonly { readonly path: string; readonly exists: boolean }[]
  /** `filter=NAME` of attributes files, each name once, with where it stands first. */
  readonly filters: readonly { readonly name: string; readonly path: string; readonly line: number }[]
  /** Seconds since 1970 of the newest commit that a ref names; null where there is none. */
  readonly newestCommit_s: number | null
}

/** A directory that is written to. `repository` is looked at and never written to. */
export interface PlaceFact {
  readonly name: 'state' | 'cache' | 'trees' | 'temporary' | 'repository'
  readonly path: string
  readonly writable: boolean
  /** Why it cannot be used, one sentence with what to do; null where it can. */
  readonly reason: string | null
  readonly free_bytes: number | null
  readonly total_bytes: number | null
  /** Null where the file system does not count them. */
  readonly free_inodes: number | null
  /** How far the clock of the file system is ahead of ours; null where nothing was written. */
  readonly ahead_ms: number | null
}

export interface ClockFacts {
  readonly now_ms: number
  readonly newestFile: { readonly path: string; readonly ms: number } | null
  /** How much more the wall clock moved than the time that passed while the probes ran. */
  readonly jump_ms: number
}

export interface SandboxFacts {
  readonly works: boolean
  readonly version: string | null
  readonly said: string | null
}

export interface DatabaseFacts {
  readonly path: string
  /** It was opened, written, read back and checked. */
  readonly works: boolean
  readonly reason: string | null
  readonly integrity: string | null
}

export interface MemoryFacts {
  readonly total_bytes: number
  readonly available_bytes: number
  /** Of the container or control group; null where there is none. */
  readonly limit_bytes: number | null
  readonly processors: number
}

/** What `doctor` finds on this machine, for one repository. */
export interface MachineFacts {
  /** Null where there is no repository: `trouble` says why. */
  readonly subject: { readonly commit: string | null; readonly branch: string | null } | null
  readonly trouble: { readonly message: string; readonly remedy: string | null } | null
  /** Ids of the layers that are asked for, with those that they need; none where they are not known. */
  readonly layers: readonly string[]
  readonly programs: readonly ProgramFact[]
  /** Why nobody knows what the repository needs; null where it is known. */
  readonly needsUnknown: { readonly message: string; readonly remedy: string | null } | null
  /** A bare repository has no files of which anybody could tell. */
  readonly bare: boolean
  readonly git: Probed<GitFacts>
  readonly places: readonly { readonly name: PlaceFact['name']; readonly probe: Probed<PlaceFact> }[]
  readonly clock: Probed<ClockFacts>
  readonly sandbox: Probed<SandboxFacts>
  readonly database: Probed<DatabaseFacts> | null
  readonly memory: Probed<MemoryFacts>
}

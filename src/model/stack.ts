import type { Anomaly } from './anomaly.ts'
import type { CheckKind, Evidence, Step } from './check.ts'
import type { RepoView } from './repo-view.ts'
import type { Some } from './result.ts'
import type { ReportFormat } from './test-report.ts'

/** picomatch globs, relative to the root of the project. */
export type Globs = readonly string[]

/** What an exit code of a tool says. `not-complete`: it says nothing about the code under test. `not-started`: the tool here cannot run this project at all (a newer toolchain is asked for). */
export type ExitMeaning = 'green' | 'red' | 'not-complete' | 'not-started'
export interface ExitRow {
  readonly code: number
  readonly meaning: ExitMeaning
  readonly note: string
}

/** A row of the exit table of a tool, with where that tool says so: a page of its documentation, a file of its source, or runs of it, and the version. */
export interface DocumentedExit extends ExitRow {
  readonly source: string
}

/** Where a run may write. All absolute. */
export interface Place {
  /** Empty, made for this run, outside the tree. Reports go here. */
  readonly reportDirectory: string
  /** Where the reporters that ship with Triverdict are. */
  readonly reporters: string
  /** Root of the tree that runs. */
  readonly tree: string
  /** The project as the *locked* ref has it. */
  readonly project: RepoView
  /** The project as the tree that runs has it, for what names things in reports (the path of a Go module); absent: as `project`. */
  readonly running?: RepoView
  /** Directory of the project, relative to the tree's root. */
  readonly directory: string
  /** Paths of the locked test set, relative to the tree's root; absent: none. */
  readonly locked?: readonly string[]
}

/** A machine-readable answer that the run will leave. */
export interface Channel {
  /** Absolute file; `stdout` for standard output. */
  readonly path: string
  /** `path` is a glob: every file that it matches after the run is read, and is a report of its own. None is an absent report. */
  readonly several?: true
  /**
   * With `several`: only what the run itself wrote counts. Files that the tree came with stay where they are and are read only where the
   * run changed them; all others are removed before the run.
   */
  readonly fresh?: true
  /** With `several`: a test that names no file belongs to the file that the report is named after, below the base of the glob (a TAP file for each test file). */
  readonly scoped?: true
  /** Heard only where no other channel of its role left a report; empty or foreign text there means nothing. */
  readonly fallback?: true
  readonly format: ReportFormat
  /** `events`: our own reporter's stream, which decides; `summary`: the runner's own report, which may only contradict; `findings`; `coverage`; `registrations`: what the build says that it will ask. */
  readonly role: 'events' | 'summary' | 'findings' | 'coverage' | 'registrations'
  /** A required channel that is missing makes the run not complete. */
  readonly required: boolean
  /** Packages whose files the format names by package path: see `ReadContext`. */
  readonly packages?: Readonly<Record<string, string>>
}

/** A command with its reporters added. */
export interface Instrumented {
  readonly argv: Some<string>
  readonly env: Readonly<Record<string, string>>
  readonly channels: readonly Channel[]
  /** A call that lists, a line each, the files that the tool will look at, where its report does not tell; none means that it checks nothing. */
  readonly census?: Some<string>
  /** What a reader should know of the call: it differs from what the project wrote in more than reporters. */
  readonly notes?: readonly Anomaly[]
}

/**
 * A control of the instrument: a tiny test file with one test that must pass and one that must fail, run through the project's real
 * configuration. It can only lower a pass: a test that must fail and does not shows that the reports mean nothing.
 */
export interface Probe {
  /** Relative to the project; beside a real test file, named so that the runner takes it for one. Must not exist yet. */
  readonly path: string
  readonly text: string
  /** Names of the two tests as the reporter writes them. */
  readonly mustPass: string
  readonly mustFail: string
  /** What stands before `::` in the ids of its two tests, relative to the project, where that is not the file itself (Go: the directory). */
  readonly scope?: string
}

/** An option of a call of a test runner, or of the configuration that it reads, that leaves tests out by their name or path. */
export interface Filter {
  readonly option: string
  /** Null for a switch. */
  readonly value: string | null
  /** Where configuration says it, the file relative to the project; null for the command itself. */
  readonly evidence: Evidence | null
  /** It leaves out all tests of a part of the project (`skipTests` in the pom of a module), and not some by name. */
  readonly whole?: true
}

/** One program that answers one kind of question. Mostly data; the functions are pure. */
export interface Tool {
  readonly id: string
  readonly stack: string
  readonly kind: CheckKind
  /** True for an argv that calls this tool, after `unwrap` of its stack took `npx`, `uv run` and the like away. */
  recognises(argv: Some<string>): boolean
  /** In words, what `adopted` looks for, after “adopted by”; for the page of its stack. */
  readonly adoption: string
  /** Why the locked ref adopts it (configures it, depends on it); undefined when it does not. */
  adopted(project: RepoView): Evidence | undefined
  /** By convention, when it is adopted and no tier names a command. */
  defaultArgv(project: RepoView): Some<string>
  /** Adds reporters, switches off retries, watch mode, caches, coverage thresholds, snapshot writing. */
  instrument(argv: Some<string>, place: Place): Instrumented
  /**
   * The same call on these test files only (relative to the directory it runs in, which `project` is the view of, at the locked ref);
   * undefined where the runner cannot select.
   */
  narrow?(argv: Some<string>, files: Some<string>, project?: RepoView): Some<string> | undefined
  /** A probe beside `sample`, a locked test file (relative to the project) that ran; it loads the product modules that the sample loads. Undefined where none can be made. */
  probe?(project: RepoView, sample: string): Probe | undefined
  /** What leaves tests out of this call by name or path. `env` is what the command sets. */
  filters?(argv: Some<string>, project: RepoView, env: Readonly<Record<string, string>>): readonly Filter[]
  /** Its exit code says nothing about what it found, so that projects call it inside a shell text (`test -z "$(gofmt -l .)"`): it is taken out of such a text. */
  readonly wrapped?: true
  /** Each probe runs in a process of its own (a test binary per package), so each must answer; otherwise one answer speaks for all. */
  readonly probesApart?: true
  /** True when this call leaves files that later checks may need (`tsc` without `--noEmit`): it runs before them in every tree. */
  emits?(argv: Some<string>): boolean
  /** Every code the tool documents, each once; others are `not-complete`. */
  readonly exits: readonly DocumentedExit[]
  /** Verbatim first failing assertion or error: an exact substring of `log` in whole lines. */
  firstFailure?(log: string): string | undefined
}

/** How the dependencies of a project are had. */
export interface InstallPlan {
  /** `npm`, `uv`: named in reports. */
  readonly manager: string
  /** Files (relative to the root of the tree) whose contents decide the result; with the tool versions they key the cache. */
  readonly keyFiles: readonly string[]
  /** Commands whose output (a version) is part of the key. */
  readonly keyCommands: readonly Some<string>[]
  /** Installs dependencies without the project. Network is allowed. Empty when there is nothing to install. */
  readonly install: readonly Step[]
  /** Directories to keep, relative to the stage: `env`, `tree/node_modules`; `tree/*node_modules` stands for every one below the tree. */
  readonly outputs: readonly string[]
  /** Installs the project itself, in every tree, after the outputs are in place. */
  readonly perTree: readonly Step[]
  /** False without a lockfile: `dependencies-unpinned`. */
  readonly pinned: boolean
  /** Directories put in front of PATH for everything that runs, relative to the stage: `tree/node_modules/.bin`, `env/bin`. */
  readonly path: readonly string[]
  /** Added to the environment of everything that runs; `{stage}` stands for the absolute stage. */
  readonly env: Readonly<Record<string, string>>
}

/** What the page of a stack says in words, where data does not: short sentences, plain facts. */
export interface StackAbout {
  /** How projects are found: markers, members of a workspace, scripts that are followed. */
  readonly detection: string
  /** What package runners and wrappers are seen through. */
  readonly calls: string
  /** How dependencies are had. */
  readonly dependencies: string
  /** What tests have really run, and what is known to be needed at least; a line each. */
  readonly versions: Some<string>
  /** Where coverage is measured, and in which formats. */
  readonly coverage: string
}

/** One toolchain. A new one touches one folder, one line in `stacks/index.ts`, one corpus family and one docs page. */
export interface Stack {
  readonly id: string
  readonly title: string
  readonly about: StackAbout
  /** Any of these in a directory makes it a project of this stack. */
  readonly markers: Some<string>
  /** Endings of its source files, without the dot: in its projects the test globs of other stacks do not judge them. */
  readonly endings?: readonly string[]
  /** Path classes of DESIGN §4, as far as this stack knows: tests (T), judging files (C-judge), building files (C-build), manifests and lockfiles (D), files that activate themselves in tests. */
  readonly locked: {
    readonly tests: Globs
    readonly judge: Globs
    readonly build: Globs
    readonly manifests: Globs
    readonly activating: Globs
  }
  /** `locked` as it holds in one project, where a file's class depends on what else is there (vite.config beside vitest.config). */
  lockedIn?(project: RepoView): Stack['locked']
  readonly tools: readonly Tool[]
  /** Takes package runners away: `npx vitest run` → `vitest run`, `uv run pytest` → `pytest`. Undefined when nothing was taken. */
  /** `made`: true when a directory (relative to where it runs; that itself by default) is not there at the locked ref, so that a build makes it. */
  /** `project`: the nearest project above where it runs, where its files tell what a call means. */
  unwrap(argv: Some<string>, made?: (directory?: string) => boolean, project?: RepoView): Some<string> | undefined
  /** Lines of the manifest script that an argv runs (`npm test` → pretest, test, posttest with their text and line), or undefined. */
  script(argv: Some<string>, project: RepoView): readonly ScriptLine[] | undefined
  /** Commands that manifest scripts offer by convention: `test`, `typecheck`, `lint`. */
  manifestCommands(
    project: RepoView,
  ): readonly { readonly kind: CheckKind; readonly argv: Some<string>; readonly evidence: Evidence }[]
  install(project: RepoView, directory: string): InstallPlan
  /** Of managers whose commands may insist that the lockfile is what the manifests ask for (`cargo test --locked`). */
  readonly exactLock?: {
    /** True for the words of a command that refuses to run otherwise. */
    insists(words: string): boolean
    /** True for one that brings the lockfile up to date by itself. */
    renews(words: string): boolean
    /** Run in a tree as it was installed: fails, in the manager's own words, where the two differ. */
    readonly ask: Step
  }
  /** Whose fault a failed install is: `change` only where the manager's own words refuse what the project declares (no such version, conflict, integrity). */
  installFault?(manager: string, output: string): 'change' | 'unknown'
  /** An argv that fetches one package that the project names, past every cache, into `{stage}/temp/reach`; exit 0: the registry serves. */
  reach?(project: RepoView): Some<string>
  /** The version of the toolchain that the project pins, where what is on this machine runs in its stead if it is not here. */
  pinned?(
    project: RepoView,
  ):
    | { readonly toolchain: 'node' | 'python' | 'rust'; readonly version: string; readonly evidence: Evidence }
    | undefined
  /** True when the locked ref has tests of this stack in the project, whatever runs them. */
  hasTests(project: RepoView): boolean
  /** Packages that belong to a workspace of this project: not projects of their own. Directories, relative. */
  members(project: RepoView): readonly string[]
  /** How a preparing command (a step before the checks) of this stack is run; undefined for one that runs as it is written. */
  step?(
    argv: Some<string>,
    place: Omit<Place, 'reportDirectory'>,
  ): Omit<Instrumented, 'channels' | 'census'> | undefined
  /** What stands for a test file that only the branch has, where a build that names it would break without one; undefined: nothing. */
  standIn?(path: string): string | undefined
  /** For commands that could not be taken apart: environment that makes known runners report all the same (PYTEST_ADDOPTS). */
  instrumentOpaque?(place: Place): Omit<Instrumented, 'argv'>
  /** Names of first-party modules, to check that they were loaded from the tree (Python); empty where it does not apply. */
  firstParty(project: RepoView): readonly string[]
}

export interface ScriptLine {
  readonly name: string
  readonly line: string
  readonly evidence: Evidence
  /** Directory the line runs in, relative to the project. */
  readonly cwd: string
}

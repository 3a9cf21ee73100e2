import type { Step } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { InstallPlan, Stack } from '../../model/stack.ts'
import { members } from './members.ts'

/** CARGO_HOME of a project in the stage: each root of a workspace has its own. */
const homeName = (directory: string): string =>
  directory === '.' ? 'cargo-home' : `cargo-home-${directory.replaceAll(/[^A-Za-z0-9]+/g, '-')}`

// The toolchain that the project names may not be here; what is here answers for it, and the base shows whether that matters.
const TOOLCHAIN =
  'rustc --version >/dev/null 2>&1 || { RUSTUP_TOOLCHAIN=$(cd / && rustup show active-toolchain | cut -d " " -f 1); export RUSTUP_TOOLCHAIN; }; '
/** cargo brings the lockfile up to date where it must; what it said of that is kept beside the packages, in its own words. */
const FETCH =
  `${TOOLCHAIN}rm -f "$CARGO_HOME/refused.txt"; ` +
  'said=$(cargo fetch --locked 2>&1) || { printf "%s\\n" "$said" >&2; cargo fetch || exit; ' +
  'case "$said" in *"--locked was passed"*) printf "%s\\n" "$said" > "$CARGO_HOME/refused.txt";; esac; }; ' +
  'if [ -f Cargo.lock ]; then cp Cargo.lock "$CARGO_HOME/resolved.lock"; fi'
/** Without a lockfile, what was resolved once serves every tree. */
const RESOLVED =
  'test -f Cargo.lock || { test -f "$CARGO_HOME/resolved.lock" && cp "$CARGO_HOME/resolved.lock" Cargo.lock; }'

const step = (line: string, directory: string, text: string, online: boolean): Step => ({
  command: {
    form: 'argv',
    cwd: directory,
    env: online ? { CARGO_NET_OFFLINE: 'false' } : {},
    argv: ['sh', '-c', line],
  },
  evidence: { tier: 'default', file: null, line: null, text },
})

const CARGO = /(?:^|[\s/'"])cargo(?:\s|$)/
const REFUSED = 'if [ -f "$CARGO_HOME/refused.txt" ]; then cat "$CARGO_HOME/refused.txt" >&2; exit 101; fi'

/** `--locked` and `--frozen`: cargo refuses to write Cargo.lock. Without them every call that resolves does so (cargo book, Cargo.lock). */
export const exactLock: NonNullable<Stack['exactLock']> = {
  insists: (words) =>
    CARGO.test(words) &&
    /\s--(?:locked|frozen)(?=\s|$|['"])/.test(words) &&
    // Programs are installed by lockfiles of their own.
    (!/\sb?install\s/.test(words) || /\s--path\b/.test(words)),
  renews: (words) =>
    CARGO.test(words) &&
    /\s(?:update|generate-lockfile|add|b|build|c|check|clippy|t|test|r|run|doc|bench)(?=\s|$)/.test(words),
  ask: step(REFUSED, '.', 'Cargo.lock against the manifests', false),
}

/** Sources of the dependencies, fetched into a CARGO_HOME of the stage; nothing is compiled, and afterwards cargo is offline. */
export const install = (project: RepoView, directory: string): InstallPlan => {
  const inTree = (path: string): string => (directory === '.' ? path : `${directory}/${path}`)
  const pinned = project.has('Cargo.lock')
  const manifests = ['.', ...members(project)].map((each) => (each === '.' ? 'Cargo.toml' : `${each}/Cargo.toml`))
  const home = homeName(directory)
  return {
    manager: 'cargo',
    keyFiles: [
      ...manifests,
      'Cargo.lock',
      'rust-toolchain.toml',
      'rust-toolchain',
      '.cargo/config.toml',
      '.cargo/config',
    ]
      .filter((path) => project.has(path))
      .sort()
      .map(inTree),
    keyCommands: [['sh', '-c', `${TOOLCHAIN}cargo --version && rustc --version`]],
    install: [step(FETCH, directory, 'cargo fetch', true)],
    outputs: [home],
    perTree: pinned ? [] : [step(RESOLVED, directory, 'Cargo.lock as it was resolved', false)],
    pinned,
    path: [],
    env: {
      CARGO_HOME: `{stage}/${home}`,
      CARGO_NET_OFFLINE: 'true',
      // Every tree is built from nothing: what it would keep for a next time only costs.
      CARGO_INCREMENTAL: '0',
    },
  }
}

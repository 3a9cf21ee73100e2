import type { StackAbout } from '../../model/stack.ts'

export const about: StackAbout = {
  detection:
    'Every directory with a Cargo.toml is a project, unless it is a member of a workspace above (named by it, or a path dependency of a member), or a crate of cargo-fuzz. ' +
    'Aliases of `.cargo/config.toml` are not read: a call of one stays as it is.',
  calls:
    '`rustup run TOOLCHAIN cargo` and a path before cargo. `cargo +TOOLCHAIN` is run without the toolchain where that is not here. Calls with `-Z`, and for targets other than 64-bit Linux with glibc, are left alone.',
  dependencies:
    '`cargo fetch` into a CARGO_HOME of the stage, with Cargo.lock where it is there; afterwards cargo is offline. Without a lockfile what was resolved once serves every tree. Nothing is compiled ahead.',
  versions: [
    'Tests and the corpus run cargo 1.85 or newer, at the time of writing 1.95, with its rustfmt and Clippy.',
    'cargo-nextest and cargo-llvm-cov are not run by tests: nextest is read as JUnit, and coverage was recorded from the llvm-tools of 1.95.',
    'Where cargo-llvm-cov is not here, the same tests run without being measured.',
    'The toolchain that the project pins is used where it is here; otherwise the machine’s own, and the report says so.',
  ],
  coverage:
    'JSON of llvm-cov, where the call is `cargo llvm-cov`. Limits of the call (`--fail-under-lines`) are switched off.',
}

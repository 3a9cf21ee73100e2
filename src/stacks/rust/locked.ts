import type { Stack } from '../../model/stack.ts'

/** Path classes of Rust projects. Globs are relative to the project. */
export const locked: Stack['locked'] = {
  tests: [
    '**/tests/**',
    // Bodies of `#[cfg(test)] mod tests;`.
    '**/src/**/{tests,test,*_tests,*_test}.rs',
    '**/*.{stderr,stdout}',
    '**/proptest-regressions/**',
  ],
  judge: [
    '**/.cargo/{config,config.toml}',
    '**/.config/nextest.toml',
    '**/{,.}{clippy,rustfmt,tarpaulin}.toml',
    '**/deny.toml',
    '**/rust-toolchain{,.toml}',
  ],
  build: ['**/build.rs'],
  manifests: ['**/Cargo.toml', '**/Cargo.lock'],
  activating: [
    '**/.cargo/**',
    '**/.config/nextest.toml',
    '**/{,.}{clippy,rustfmt,tarpaulin}.toml',
    '**/rust-toolchain{,.toml}',
    // What a build leaves: cargo would take it for its own.
    '**/target/{debug,release,doc,package,tmp,nextest,llvm-cov-target}/**',
    '**/target/*/{debug,release}/**',
    '**/target/{.rustc_info.json,CACHEDIR.TAG}',
  ],
}

import { describe, expect, test } from 'vitest'
import { memoryView } from '../../locked/memory-view.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import type { Place, Tool } from '../../model/stack.ts'
import { cargoTest } from './cargo-test.ts'
import { cargoBuild, clippy } from './compile-checks.ts'
import { firstFailure } from './first-failure.ts'
import { cargoFmt } from './fmt.ts'
import { installFault } from './install-fault.ts'
import { llvmCov, llvmCovNextest } from './llvm-cov.ts'
import { nextest } from './nextest.ts'
import { rust } from './stack.ts'

const files = {
  'Cargo.toml':
    '[package]\nname = "limits-rs"\nversion = "1.0.0"\n[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/old"]\n[dependencies]\ntool = { path = "tools/tool" }\n',
  'src/lib.rs': '',
  'tests/it.rs': '',
  'crates/a/Cargo.toml':
    '[package]\nname = "a"\n[lib]\nname = "other"\npath = "lib.rs"\n[[test]]\nname = "program"\nharness = false\n[[bench]]\nname = "speed"\nharness = false\n',
  'crates/a/lib.rs': '',
  'crates/a/tests/program.rs': '',
  'crates/old/Cargo.toml': '[package]\nname = "old"\n',
  'tools/tool/Cargo.toml': '[package]\nname = "tool"\n',
  'fuzz/Cargo.toml': '[package]\nname = "fuzz"\n[package.metadata]\ncargo-fuzz = true\n',
}
const view = (more: Record<string, string> = {}): RepoView => memoryView({ ...files, ...more })
const place = (project: RepoView): Place => ({
  reportDirectory: '/report',
  reporters: '/reporters',
  tree: '/stage/tree',
  project,
  directory: 'backend',
})
const words = (line: string) => line.split(' ') as unknown as Some<string>
const runs = (tool: Tool, line: string, project = view()) => tool.instrument(words(line), place(project)).argv.join(' ')

test('the workspace', () => {
  expect(rust.members(view())).toEqual(['crates/a', 'fuzz', 'tools/tool'])
  expect(cargoTest.defaultArgv(view())).toEqual(['cargo', 'test', '--workspace'])
  expect(cargoTest.defaultArgv(memoryView({ 'Cargo.toml': '[package]\nname = "a"\n' }))).toEqual(['cargo', 'test'])
})

describe('which tool a command is', () => {
  test.each([
    ['cargo test', 'cargo-test'],
    ['cargo t --all', 'cargo-test'],
    ['cargo --locked test', 'cargo-test'],
    ['cargo +nightly test -p a', 'cargo-test'],
    ['cargo test --target x86_64-unknown-linux-gnu', 'cargo-test'],
    ['cargo test --target wasm32-unknown-unknown', undefined],
    ['cargo test -Zbuild-std', undefined],
    ['cargo test --no-run', 'cargo-build'],
    ['cargo build --release', 'cargo-build'],
    ['cargo check', 'cargo-build'],
    ['cargo clippy', 'clippy'],
    ['cargo-clippy --all', 'clippy'],
    ['cargo fmt --all -- --check', 'rustfmt'],
    ['cargo fmt', undefined],
    ['cargo nextest run', 'cargo-nextest'],
    ['cargo nextest list', undefined],
    ['cargo llvm-cov --workspace', 'cargo-llvm-cov'],
    ['cargo nextest run --no-run', undefined],
    ['cargo llvm-cov nextest --lcov', 'cargo-llvm-cov-nextest'],
    ['cargo llvm-cov report', undefined],
    ['cargo doc', undefined],
  ])('%s: %s', (line, id) => {
    expect(rust.tools.find((tool) => tool.recognises(words(line)))?.id).toBe(id)
  })
  test('behind rustup', () => {
    expect(rust.unwrap(words('rustup run nightly cargo test'))).toEqual(words('cargo +nightly test'))
    expect(rust.unwrap(words('cargo test'))).toBeUndefined()
  })
})

describe('what runs', () => {
  const launched = 'sh /reporters/triverdict_cargo.sh'
  test('nothing that would hide or change what is printed stays', () => {
    expect(
      runs(
        cargoTest,
        'cargo +beta test -q -p a --message-format short zz -- --nocapture --test-threads 1 -q --format=terse',
      ),
    ).toBe(
      `${launched} merged cargo +beta test -p a zz --no-fail-fast --message-format=json-render-diagnostics -- --test-threads 1`,
    )
    expect(cargoTest.instrument(words('cargo test'), place(view())).env).toMatchObject({
      RUST_TEST_NOCAPTURE: '0',
      CARGO_TERM_QUIET: 'false',
      TRIVERDICT_PROGRAMS: 'backend/crates/a/tests/program.rs\nbackend/crates/a/benches/speed.rs',
    })
    expect(runs(clippy, 'cargo clippy --fix --all-targets -- -D warnings')).toBe(
      `${launched} apart cargo clippy --all-targets --keep-going --message-format=json -- -D warnings`,
    )
    expect(runs(cargoBuild, 'cargo test --no-run -v')).toBe(
      `${launched} apart cargo test --no-run --message-format=json`,
    )
    expect(runs(cargoFmt, 'cargo fmt --all --check -- -l --edition 2021')).toBe(
      `${launched} merged cargo fmt --all -- --edition 2021 --check --verbose --color never`,
    )
    expect(runs(llvmCov, 'cargo llvm-cov test --lcov --output-path x.info --fail-under-lines 80 --workspace')).toMatch(
      /sh \/reporters\/triverdict_cargo\.sh \/report\/coverage\.json {2}merged cargo test --workspace --tests --no-fail-fast --message-format=json-render-diagnostics$/,
    )
  })

  test('nextest is asked for every attempt, every test and its JUnit', () => {
    expect(runs(nextest, 'cargo nextest run --retries 3 --profile ci')).toBe(
      `${launched} nextest /report target/nextest ci cargo nextest run --profile ci --no-fail-fast --retries=0 --no-tests=fail`,
    )
    expect(runs(llvmCovNextest, 'cargo llvm-cov nextest --lcov --output-path x.info -p a --cargo-profile=x')).toMatch(
      /sh \/reporters\/triverdict_cargo\.sh \/report\/coverage\.json --profile=x nextest \/report target\/nextest {2}cargo nextest run -p a --cargo-profile=x --no-fail-fast --retries=0 --no-tests=fail$/,
    )
    const own = view({ '.config/nextest.toml': '[store]\ndir = "target/kept"\n' })
    expect(nextest.instrument(words('cargo nextest run'), place(own)).argv.slice(2, 6)).toEqual([
      'nextest',
      '/report',
      'target/kept',
      '',
    ])
    expect(cargoTest.defaultArgv(own)).toEqual(['cargo', 'test', '--workspace', '--doc'])
  })

  test('binaries of nextest have the ids of cargo test', () => {
    const [channel] = nextest.instrument(words('cargo nextest run'), place(view())).channels
    expect(channel?.packages).toEqual({
      'limits-rs/': 'backend',
      'limits-rs': 'backend/src/lib.rs',
      'limits-rs::proc-macro/limits_rs': 'backend/src/lib.rs',
      'limits-rs::it': 'backend/tests/it.rs',
      'a/': 'backend/crates/a',
      a: 'backend/crates/a/lib.rs',
      'a::proc-macro/other': 'backend/crates/a/lib.rs',
      'a::program': 'backend/crates/a/tests/program.rs',
      'a::bench/speed': 'backend/crates/a/benches/speed.rs',
      'tool/': 'backend/tools/tool',
    })
  })

  test.each([
    ['cargo test --workspace --all-features', ['tests/it.rs'], 'cargo test --workspace --all-features --test=it'],
    ['cargo test zz -- yy --test-threads=1', ['src/lib.rs', 'crates/a/lib.rs'], 'cargo test --lib -- --test-threads=1'],
    ['cargo test --lib', ['crates/a/tests/triverdict_probe.rs'], 'cargo test --test=triverdict_probe'],
    ['cargo test', ['src/bin/x.rs', 'src/main.rs'], 'cargo test --bins'],
    ['cargo test', ['src/limits.rs'], undefined],
  ])('%s on %s: %s', (line, some, expected) => {
    expect(cargoTest.narrow?.(words(line), some as unknown as Some<string>, view())?.join(' ')).toBe(expected)
  })

  test('a probe is an integration test that links the library of its package', () => {
    expect(cargoTest.probe?.(view(), 'src/lib.rs')).toMatchObject({
      path: 'tests/triverdict_probe.rs',
      text: expect.stringContaining('extern crate limits_rs as _;'),
    })
    const second = view({ 'crates/a/tests/triverdict_probe.rs': '' })
    expect(cargoTest.probe?.(second, 'crates/a/tests/program.rs')).toMatchObject({
      path: 'crates/a/tests/triverdict_probe_2.rs',
      text: expect.stringContaining('extern crate other as _;'),
    })
    const off = view({ 'Cargo.toml': '[package]\nname = "a"\nautotests = false\n' })
    expect(cargoTest.probe?.(off, 'src/lib.rs')).toBeUndefined()
  })
})

test('what adopts a tool', () => {
  const adopted = (more: Record<string, string>) =>
    rust.tools.filter((tool) => tool.adopted(view(more)) !== undefined).map(({ id }) => id)
  expect(adopted({})).toEqual(['cargo-test', 'cargo-build'])
  expect(adopted({ 'clippy.toml': '', '.rustfmt.toml': '' })).toEqual([
    'cargo-test',
    'cargo-build',
    'clippy',
    'rustfmt',
  ])
  expect(adopted({ 'rust-toolchain.toml': '[toolchain]\ncomponents = ["clippy"]' })).toContain('clippy')
  expect(adopted({ 'src/lib.rs': '#![deny(clippy::all)]' })).toContain('clippy')
  const bare = memoryView({ 'Cargo.toml': '[package]\nname = "a"\n', 'src/main.rs': 'fn main() {}' })
  expect([rust.hasTests(bare), cargoTest.adopted(bare)]).toEqual([false, undefined])
})

test('installing', () => {
  const free = rust.install(view(), 'backend')
  expect(free).toMatchObject({ pinned: false, outputs: ['cargo-home-backend'], env: { CARGO_NET_OFFLINE: 'true' } })
  expect([free.perTree.length, free.keyFiles]).toEqual([
    1,
    ['backend/Cargo.toml', 'backend/crates/a/Cargo.toml', 'backend/tools/tool/Cargo.toml'],
  ])
  expect(rust.install(view({ 'Cargo.lock': '' }), '.')).toMatchObject({
    pinned: true,
    perTree: [],
    outputs: ['cargo-home'],
  })
  expect(installFault('cargo', 'error: failed to select a version for the requirement `itoa = "^99"`')).toBe('change')
  const gone = [
    'error: failed to get `util` as a dependency of package `x v0.1.0 (/tree)`',
    '  failed to load source for dependency `util`',
    '  unable to update /tree/util',
    '  failed to read `/tree/util/Cargo.toml`',
    '  No such file or directory (os error 2)',
  ].join('\n\nCaused by:\n')
  expect(installFault('cargo', gone)).toBe('change')
  expect(installFault('cargo', 'error: failed to select a version\n  failed to lookup address information')).toBe(
    'unknown',
  )
})

test('the first failure of a log', () => {
  const compiler = 'error[E0308]: mismatched types\n --> src/lib.rs:1:1\n  |'
  expect(firstFailure(`   Compiling a\n${compiler}\n\nerror: could not compile`)).toBe(compiler)
  const panic = "---- a stdout ----\n\nthread 'a' panicked at src/lib.rs:1:1:\nno"
  expect(firstFailure(`failures:\n\n${panic}\n\n\nfailures:\n    a\n`)).toBe(panic)
  expect(firstFailure('all is well')).toBeUndefined()
})

describe('cargo test beside nextest is for doctests, where there are any', () => {
  const adopted = (lib: string, more: Record<string, string> = {}) => {
    const found = cargoTest.adopted(view({ '.config/nextest.toml': '', 'src/lib.rs': lib, ...more }))
    return found === undefined ? undefined : `${found.file}:${found.line}`
  }
  test.each([
    ['/// ```\n/// assert!(true);\n/// ```\npub fn a() {}', 'src/lib.rs:1'],
    ['//! ```rust,no_run\n//! a();\n//! ```', 'src/lib.rs:1'],
    ['/** \n * ```should_panic\n * a();\n * ```\n */', 'src/lib.rs:2'],
    ['/// ```text\n/// a\n/// ```\npub fn a() {}', undefined],
    ['/// ```ignore\n/// a\n/// ```\n/// ~~~\n/// b();\n/// ~~~', 'src/lib.rs:4'],
    ['pub fn total() {}', undefined],
    ['let a = "```";', undefined],
  ])('%j', (lib, wanted) => expect(adopted(lib)).toBe(wanted))
  test('a text that is included', () => {
    const lib = '#![doc = include_str!("../README.md")]'
    expect(adopted(lib, { 'README.md': '# A\n\n```rust\na();\n```\n' })).toBe('README.md:3')
    expect(adopted(lib, { 'README.md': '# A\n\n```toml\na = 1\n```\n' })).toBeUndefined()
  })
})

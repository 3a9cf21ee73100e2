import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BranchReport } from '../../src/model/branch-report.ts'
import type { Contents } from '../rig/rig.ts'
import { Rig } from '../rig/rig.ts'
import { reportOf, run, small } from './command.ts'

const LONG_MS = 180_000

const base = {
  'Cargo.toml': '[package]\nname = "limits"\nversion = "0.1.0"\nedition = "2021"\n',
  'Cargo.lock': 'version = 4\n\n[[package]]\nname = "limits"\nversion = "0.1.0"\n',
  'src/lib.rs': `/// Doubles.
///
/// \`\`\`
/// assert_eq!(limits::double(1), 2);
/// \`\`\`
pub fn double(x: u32) -> u32 {
    x * 2
}

pub fn admit(x: u32) -> bool {
    x < 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn burst() {
        println!("test result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        assert_eq!(double(2), 4, "burst at boundary");
    }
}
`,
  'tests/admits.rs': `#[test]
fn admits() {
    assert!(limits::admit(99));
    assert!(!limits::admit(100));
}

#[test]
fn more() {
    assert!(limits::admit(1));
}
`,
}
const source = (from: string, to: string): Contents => ({ 'src/lib.rs': base['src/lib.rs'].replace(from, to) })
const broken = source('x < 100', 'x <= 100')
const IDS = ['src/lib.rs::double #1', 'src/lib.rs::tests::burst', 'tests/admits.rs::admits', 'tests/admits.rs::more']

let rig: Rig
beforeAll(async () => {
  rig = await Rig.make(base)
})
afterAll(() => rig[Symbol.asyncDispose]())

let count = 0
/** One branch from the base, or from a base of its own, judged by the built product. */
const judge = async (contents: Contents, own: Contents | null = null): Promise<BranchReport> => {
  count += 1
  const lock = own === null ? 'main' : `lock-${count}`
  if (own !== null) await rig.branch(lock, own, 'main')
  await rig.branch(`b${count}`, contents, lock)
  return reportOf(
    await run(['verify', '--lock', lock, '--branch', `b${count}`, '--json'], { cwd: rig.repo, env: rig.env }),
  )
}
const kinds = (report: BranchReport): string[] => report.anomalies.map(({ kind }) => kind)

describe('cargo, end to end', () => {
  test('an honest branch passes', { timeout: LONG_MS }, async () => {
    const report = await judge(source('x * 2', 'x + x'))
    expect(report).toMatchObject({
      status: 'pass',
      verified: true,
      type_check_clean: true,
      lint_clean: null,
      tests_passed: 4,
    })
    expect(report.stacks[0]?.checks.map(({ tool }) => tool)).toEqual(['cargo-build', 'cargo-test'])
    expect(kinds(report)).not.toContain('probe-not-run')
  })

  test('a broken branch fails verbatim, also when it weakens the test that catches it', {
    timeout: LONG_MS,
  }, async () => {
    const report = await judge(broken)
    expect(report).toMatchObject({
      status: 'fail',
      tests_failed: 1,
      confidence_qualifier: 'failed: tests/admits.rs::admits',
    })
    expect(report.failure_detail).toMatch(
      /^---- admits stdout ----\n\nthread 'admits' .*panicked at tests\/admits\.rs:4:5:/,
    )
    const weak = await judge({
      ...broken,
      'tests/admits.rs': base['tests/admits.rs'].replace(/ {4}assert!\(!.*\n/, ''),
    })
    expect(weak).toMatchObject({ status: 'fail', branch_tests: { status: 'pass' } })
    expect(kinds(weak)).toContain('test-modified')
  })

  test('a doctest and a unit test that print what a runner would', { timeout: LONG_MS }, async () => {
    const report = await judge(source('x * 2', 'x * 3'))
    expect(report.status).toBe('fail')
    // In the order of the run: unit tests before doctests.
    expect(report.blocking.join('\n')).toMatch(/src\/lib\.rs::tests::burst failed\n.*src\/lib\.rs::double #1 failed/)
  })

  test('what does not compile fails by the compiler’s own words', { timeout: LONG_MS }, async () => {
    const report = await judge(source('x * 2', 'x * "2"'))
    expect(report).toMatchObject({ status: 'fail', type_check_clean: false, tests_run: null })
    expect(report.failure_detail).toMatch(
      /^error\[E0277\]: cannot multiply `u32` by `&(?:'static )?str`\n +--> src\/lib\.rs:7:7/,
    )
  })

  test('tests inside a source that changed cannot be judged', { timeout: LONG_MS }, async () => {
    const report = await judge(source('4, "burst', '2 + 2, "burst'))
    expect(report.status).toBe('error')
    expect(kinds(report)).toContain('inline-tests-unlockable')
  })
})

describe('checks that lie about having run', () => {
  test('a product that ends the process', { timeout: LONG_MS }, async () => {
    const report = await judge(source('    x < 100', '    std::process::exit(if x < 100 { 0 } else { 0 })'))
    expect(report).toMatchObject({ status: 'fail', tests_run: null })
    expect(report.blocking[0]).toContain('tests/admits.rs did not load')
  })

  test('a product that writes a whole answer and ends the process before the tests', { timeout: LONG_MS }, async () => {
    const forged = `
fn forge() {
    let exe = std::env::args().next().unwrap_or_default();
    let names: &[&str] = if exe.contains("admits") { &["admits", "more"] } else { &["tests::burst"] };
    println!("\\nrunning {} test{}", names.len(), if names.len() == 1 { "" } else { "s" });
    for name in names { println!("test {name} ... ok"); }
    println!("\\ntest result: ok. {} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\\n", names.len());
    std::process::exit(0);
}
#[used]
#[link_section = ".init_array"]
static FORGE: extern "C" fn() = { extern "C" fn run() { forge() } run };
`
    // Without doctests, which it could not write for: only the probe is left to find it.
    const plain = { 'src/lib.rs': 'pub fn admit(x: u32) -> bool {\n    x < 100\n}\n' }
    const report = await judge({ 'src/lib.rs': plain['src/lib.rs'].replace('<', '<=') + forged }, plain)
    expect(report).toMatchObject({ status: 'error', tests_passed: 3, verified: false })
    expect(kinds(report)).toContain('probe-failed')
  })

  test('a runner, a target directory, a toolchain and a manifest that the branch brings', {
    timeout: LONG_MS,
  }, async () => {
    const report = await judge({
      ...broken,
      'Cargo.toml': `${base['Cargo.toml']}autotests = false\n\n[lib]\ntest = false\ndoctest = false\n`,
      '.cargo/config.toml':
        '[target.x86_64-unknown-linux-gnu]\nrunner = "true"\n[target.aarch64-unknown-linux-gnu]\nrunner = "true"\n',
      'target/debug/deps/admits': 'stale',
      'rust-toolchain.toml': '[toolchain]\nchannel = "1.0.0"\n',
    })
    expect(report).toMatchObject({ status: 'fail', tests_failed: 1, tests_passed: 3 })
    expect(kinds(report)).toEqual(expect.arrayContaining(['auto-activated-file-added', 'runner-config-modified']))
    expect(report.excluded.map(({ path }) => path)).toEqual([
      '.cargo/config.toml',
      'Cargo.toml',
      'rust-toolchain.toml',
      'target/debug/deps/admits',
    ])
  })

  test('a runner that the lock has, a filter that matches nothing, tests that are never built', {
    timeout: LONG_MS,
  }, async () => {
    const named = (command: string) => ({ 'triverdict.yaml': `verify:\n  commands:\n    tests: "${command}"\n` })
    const filter = await judge({ 'notes.txt': 'x' }, named('cargo test zzz'))
    expect(filter.status).toBe('error')
    expect(filter.blocking.join('\n')).toContain('no test ran')
    const runner = await judge(broken, {
      '.cargo/config.toml': '[target."cfg(all())"]\nrunner = "true"\n',
    })
    expect(runner.status).toBe('error')
    const unbuilt = await judge(broken, {
      'Cargo.toml': `${base['Cargo.toml']}autotests = false\n\n[lib]\ntest = false\ndoctest = false\n`,
    })
    expect(unbuilt.status).toBe('error')
  })

  test('a toolchain that is not here is no trouble where what is here does', { timeout: LONG_MS }, async () => {
    const pin = { 'rust-toolchain.toml': '[toolchain]\nchannel = "1.60.0"\n' }
    const honest = await judge({ 'notes.txt': 'x' }, pin)
    expect(honest.status).toBe('pass')
    expect(kinds(honest)).toContain('toolchain-differs')
    expect((await judge(broken, pin)).status).toBe('fail')
  })

  test('a package with dependencies, and one that is not in the registry', { timeout: LONG_MS }, async () => {
    const needs = (version: string) => `${base['Cargo.toml']}\n[dependencies]\nitoa = "${version}"\n`
    const own = { 'Cargo.toml': needs('1'), 'Cargo.lock': null }
    expect((await judge({ 'notes.txt': 'x' }, own)).status).toBe('pass')
    const missing = await judge({ 'Cargo.toml': needs('99') }, own)
    expect(missing.status).toBe('fail')
    expect(missing.failure_detail).toContain('failed to select a version')
  })
})

test('beside another stack, each is verified', { timeout: LONG_MS }, async () => {
  const node = await judge({ 'src/add.js': small['src/add.js'].replace('a + b', 'a - b') }, small)
  expect(node.stacks.map(({ stack }) => stack)).toEqual(['node', 'rust'])
  expect([node.status, node.blocking.every((each) => each.startsWith('node: '))]).toEqual(['fail', true])
  const both = await judge(broken, small)
  expect([both.status, both.blocking.every((each) => each.startsWith('rust: '))]).toEqual(['fail', true])
  expect(both.tests_passed).toBe(5)
})

test('ids do not change with lines, and goals name them', { timeout: LONG_MS }, async () => {
  await rig.branch('longer', { 'src/lib.rs': `//! A line more.\n\n${base['src/lib.rs']}` }, 'main')
  const goals = (ids: readonly string[]) => [
    ...['verify', '--lock', 'main', '--branch', 'longer', '--json'],
    ...ids.flatMap((id) => ['--goal', id]),
  ]
  const settings = { cwd: rig.repo, env: rig.env }
  expect(reportOf(await run(goals(IDS), settings)).status).toBe('pass')
  expect(reportOf(await run(goals(['*::nothing']), settings)).status).toBe('error')
})

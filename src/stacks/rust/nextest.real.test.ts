import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryView } from '../../locked/memory-view.ts'
import type { Report } from '../../model/reader.ts'
import type { Result, Some } from '../../model/result.ts'
import type { Place, Tool } from '../../model/stack.ts'
import { readerOf } from '../../reports/index.ts'
import { llvmCovNextest } from './llvm-cov.ts'
import { nextest } from './nextest.ts'

const here = (name: string): boolean => spawnSync('cargo', [name, '--version']).status === 0
// Without the toolchain a machine of a developer says so; one of CI fails.
const real = test.skipIf(process.env.CI !== 'true' && !(here('nextest') && here('llvm-cov')))
const LONG_MS = 120_000

const files = {
  'Cargo.toml': '[package]\nname = "cart"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/lib.rs':
    'pub fn add(a: u32, b: u32) -> u32 {\n    a + b\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::add(1, 1), 2);\n    }\n}\n',
  'tests/odd.rs': `#[test]
fn leaves_early() { std::process::exit(0); }
#[test]
fn fails() { assert_eq!(cart::add(1, 1), 3, "one and one"); }
#[test]
fn flaky() {
    let mark = std::path::Path::new("target/flaky");
    if !mark.exists() { std::fs::write(mark, "").unwrap(); panic!("the first time"); }
}
#[test]
fn hangs() { std::thread::sleep(std::time::Duration::from_secs(600)); }
#[test]
#[ignore]
fn ignored() {}
`,
  '.config/nextest.toml': `[profile.ci]
retries = 3
fail-fast = true
slow-timeout = { period = "1s", terminate-after = 1 }
[profile.ci.junit]
path = "own.xml"
store-success-output = false
[[profile.ci.overrides]]
filter = "test(flaky)"
retries = 2
`,
}

let root = ''
let runs = 0
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'nextest-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'tree', path)), { recursive: true })
    writeFileSync(join(root, 'tree', path), text)
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const ask = (
  tool: Tool,
  argv: Some<string>,
): { code: number | null; reads: readonly (Result<Report> | 'absent')[] } => {
  const place: Place = {
    reportDirectory: join(root, `report-${++runs}`),
    reporters: resolve(import.meta.dirname, '../../../reporters'),
    tree: join(root, 'tree'),
    project: memoryView(files),
    directory: '.',
  }
  mkdirSync(place.reportDirectory)
  rmSync(join(root, 'tree/target/flaky'), { force: true })
  const { argv: words, env, channels } = tool.instrument(argv, place)
  const { status } = spawnSync(words[0], words.slice(1), {
    cwd: place.tree,
    env: { ...process.env, ...env, RUST_BACKTRACE: '0' },
    encoding: 'utf8',
  })
  const reads = channels.map(({ path, format, packages }) => {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch {
      return 'absent' as const
    }
    const reading = readerOf(format).open({
      root: place.tree,
      cwd: '.',
      ...(packages === undefined ? {} : { packages }),
    })
    reading.write(text)
    return reading.end()
  })
  return { code: status, reads }
}
const statuses = (read: Result<Report> | 'absent' | undefined): Readonly<Record<string, string>> =>
  read !== undefined && read !== 'absent' && read.ok && read.value.kind === 'tests'
    ? Object.fromEntries(read.value.tests.map(({ id, status }) => [id, status]))
    : {}

real(
  'nextest: every test once, whatever the profile says; what left early has not passed',
  { timeout: LONG_MS },
  () => {
    const { code, reads } = ask(nextest, ['cargo', 'nextest', 'run', '--profile', 'ci'])
    expect(code).toBe(100)
    expect(statuses(reads[0])).toEqual({
      'src/lib.rs::tests::adds': 'passed',
      'tests/odd.rs::leaves_early': 'hollow',
      'tests/odd.rs::fails': 'failed',
      'tests/odd.rs::flaky': 'failed',
      'tests/odd.rs::hangs': 'failed',
    })
    expect(reads[0]).toMatchObject({
      value: {
        tests: expect.arrayContaining([
          expect.objectContaining({
            line: 4,
            message: expect.stringMatching(/panicked at tests\/odd\.rs:4:14:\nassertion/),
          }),
          expect.objectContaining({ message: expect.stringContaining('test timeout') }),
        ]),
      },
    })
  },
)

real('nextest: a filter that matches nothing is no run', { timeout: LONG_MS }, () => {
  const { code, reads } = ask(nextest, ['cargo', 'nextest', 'run', '-E', 'test(nosuch)'])
  expect([code, reads.map(statuses)]).toEqual([4, [{}]])
})

real('cargo llvm-cov nextest: the same tests, measured', { timeout: LONG_MS }, () => {
  const { code, reads } = ask(llvmCovNextest, ['cargo', 'llvm-cov', 'nextest', '--lib', '--lcov', '--output-path', 'x'])
  expect([code, statuses(reads[0])]).toEqual([0, { 'src/lib.rs::tests::adds': 'passed' }])
  expect(reads[1]).toMatchObject({ ok: true, value: { files: [{ path: 'src/lib.rs', covered: 6, coverable: 6 }] } })
})

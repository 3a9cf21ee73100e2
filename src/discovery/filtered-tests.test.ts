import { expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import { stacks } from '../stacks/index.ts'
import { discover } from './plan.ts'

const toolchain = { node: '20.20.2', python: '3.11.9' }

const filtered = async (files: Record<string, string>): Promise<readonly string[]> => {
  const plan = await discover(memoryView(files), stacks, { toolchain })
  if (!plan.ok) throw new Error(plan.trouble.message)
  return plan.value.anomalies
    .filter(({ kind }) => kind === 'tests-filtered')
    .map(({ detail, path, line, blocking }) => {
      expect(blocking).toBe(false)
      return `${path}:${line} ${/`(.*)`/.exec(detail)?.[1]}`
    })
    .sort()
}

const scripted = (line: string) => ({
  'package.json': JSON.stringify({ type: 'module', scripts: { test: line } }, null, 2),
  'test/a.test.js': '',
})

test.each([
  ['vitest run -t total', '-t total'],
  ["vitest run --testNamePattern='the total'", "--testNamePattern='the total'"],
  ['vitest run --exclude e2e/** --reporter dot', '--exclude=e2e/**'],
  ['jest -t=total', '-t total'],
  ['jest --testPathIgnorePatterns e2e slow --silent', "--testPathIgnorePatterns='e2e slow'"],
  ['mocha --grep total', '--grep=total'],
  ['mocha -f total', '-f total'],
  ['mocha --ignore test/slow.js', '--ignore=test/slow.js'],
  ['c8 node --test --test-name-pattern=total', '--test-name-pattern=total'],
  ['node --test --test-skip-pattern slow', '--test-skip-pattern=slow'],
  ['node --test --test-only', '--test-only'],
])('%s', async (line, words) => {
  expect(await filtered(scripted(line))).toEqual([`package.json:4 ${words}`])
})

test.each(['vitest run --reporter=dot', 'jest --env node', 'mocha test/*.js -t 500', 'node --test test/a.test.js'])(
  '%s leaves nothing out',
  async (line) => {
    expect(await filtered(scripted(line))).toEqual([])
  },
)

const made = (line: string, more: Record<string, string> = {}) => ({
  Makefile: `test:\n\t${line}\n`,
  'requirements.txt': 'pytest==8.4.2\n',
  'tests/test_a.py': 'import pytest\n',
  ...more,
})

test.each([
  ["python -m pytest -k 'not slow'", "-k 'not slow'"],
  ['pytest -mfast', '-m fast'],
  ['pytest --deselect tests/test_a.py::test_x', '--deselect=tests/test_a.py::test_x'],
  ['coverage run -m pytest --ignore=tests/slow', '--ignore=tests/slow'],
  ['PYTEST_ADDOPTS="-k fast" pytest', '-k fast'],
  ['python -m unittest discover -k total', '-k total'],
])('%s', async (line, words) => {
  expect(await filtered(made(line))).toEqual([`Makefile:1 ${words}`])
})

test('addopts of the configuration that pytest takes count as well, where they stand', async () => {
  const toml = '[project]\nname = "x"\n[tool.pytest.ini_options]\naddopts = ["-q", "-m", "not slow", "-k", ""]\n'
  expect(await filtered(made('pytest', { 'pyproject.toml': toml }))).toEqual(["pyproject.toml:3 -m 'not slow'"])
  const ini = '[pytest]\naddopts = -ra\n  --ignore=tests/slow --deselect "tests/a b.py"\n'
  expect(await filtered(made('pytest', { 'pytest.ini': ini }))).toEqual([
    "pytest.ini:1 --deselect='tests/a b.py'",
    'pytest.ini:1 --ignore=tests/slow',
  ])
})

const of = async (line: string, files: Record<string, string>) =>
  (await filtered({ Makefile: `test:\n\t${line}\n`, ...files })).map((said) => said.slice(said.indexOf(' ') + 1))
const go = { 'go.mod': 'module x\n\ngo 1.22\n', 'a_test.go': 'package x\n' }
const rust = { 'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\n', 'src/lib.rs': '#[test]\nfn a() {}\n' }
const cpp = {
  'CMakeLists.txt': 'project(x CXX)\nenable_testing()\nadd_executable(t t.cpp)\nadd_test(NAME t COMMAND t)\n',
  't.cpp': 'int main() { return 0; }\n',
}

test.each<[string, Record<string, string>, readonly string[]]>([
  ['go test -short ./...', go, ['-short']],
  ['go test -run TestA -skip=Slow ./...', go, ['-run TestA', '-skip Slow']],
  ['GOFLAGS=-short go test ./...', go, ['-short']],
  ['go test -race -run . ./...', go, []],
  ['cargo test --lib', rust, ['--lib']],
  ['cargo test --test api -- --skip slow', rust, ['--skip=slow', '--test=api']],
  ['cargo test parser', rust, ['parser']],
  ['cargo test --workspace --all-targets -p x -- --test-threads 1 --nocapture', rust, []],
  ["cargo nextest run -E 'test(a)'", rust, ['-E test(a)']],
  ['cargo nextest run --workspace', rust, []],
  ['ctest --test-dir build -R unit -LE slow', cpp, ['-LE slow', '-R unit']],
  ['ctest --test-dir build -j 4 --output-on-failure', cpp, []],
])('%s', async (line, files, expected) => {
  expect(await of(line, files)).toEqual(expected)
})

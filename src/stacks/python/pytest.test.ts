import { expect, test } from 'vitest'
import type { Some } from '../../model/result.ts'
import type { Place } from '../../model/stack.ts'
import { viewOf } from './fixtures/view.ts'
import { pytest } from './pytest.ts'
import { python } from './stack.ts'

const place = (files: Record<string, string> = {}): Place => ({
  reportDirectory: '/r',
  reporters: '/reporters',
  tree: '/stage/tree',
  project: viewOf(files),
  directory: '.',
})
const instrumented = (argv: Some<string>, files: Record<string, string> = {}) => pytest.instrument(argv, place(files))
const own = ['--maxfail=0', '-o', 'cache_dir=/r/pytest-cache', '--junitxml=/r/junit.xml', '--color=no']

test.each<[Some<string>, readonly string[]]>([
  [
    ['pytest', '-q', 'tests'],
    ['python', '/reporters/triverdict_run_pytest.py', 'script', '-q', 'tests', ...own],
  ],
  [['py.test'], ['python', '/reporters/triverdict_run_pytest.py', 'script', ...own]],
  [
    ['python3', '-W', 'error', '-m', 'pytest', '-k', 'a or b'],
    ['python', '-W', 'error', '/reporters/triverdict_run_pytest.py', 'module', '-k', 'a or b', ...own],
  ],
  [
    ['coverage', 'run', '--source', 'pkg', '-m', 'pytest', 'tests'],
    ['coverage', 'run', '--source', 'pkg', '/reporters/triverdict_run_pytest.py', 'module', 'tests', ...own],
  ],
])('%j keeps its wrapper', (argv, expected) => {
  expect(pytest.recognises(argv)).toBe(true)
  expect(instrumented(argv).argv).toEqual(expected)
})

test('what makes a run partial is taken away, what selects stays, and ours comes before a lone --', () => {
  const { argv } = instrumented([
    'pytest',
    '-x',
    '--maxfail',
    '2',
    '--lf',
    '--reruns=3',
    '-m',
    'not slow',
    '--',
    'tests',
  ])
  expect(argv.slice(3)).toEqual(['-m', 'not slow', ...own, '--', 'tests'])
})

test('reruns in addopts are set to none', () => {
  expect(instrumented(['pytest'], { 'pytest.ini': '[pytest]\naddopts = -q\n  --reruns 2\n' }).argv).toContain(
    '--reruns=0',
  )
})

test.each([
  ['coverage run', ['coverage', 'run', '-m', 'pytest'], 'coveragepy-json', {}],
  ['--cov on the command line', ['pytest', '--cov=pkg'], 'coveragepy-json', {}],
  [
    '--cov in addopts',
    ['pytest'],
    'coveragepy-json',
    { 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = ["--cov"]\n' },
  ],
  ['an old pytest-cov', ['pytest', '--cov'], 'cobertura', { 'requirements.txt': 'pytest-cov==4.0.0\n' }],
] as const)('coverage: %s', (_, argv, format, files) => {
  const { channels, argv: words } = instrumented(argv as unknown as Some<string>, files)
  expect(channels.find(({ role }) => role === 'coverage')).toMatchObject({ format, required: false })
  expect(words.includes('--cov-fail-under=0')).toBe(argv[0] === 'pytest')
})

test('no coverage where the project does not measure', () => {
  expect(instrumented(['pytest'], { 'requirements.txt': 'pytest-cov\n' }).channels.map(({ role }) => role)).toEqual([
    'events',
    'summary',
  ])
})

test('narrow keeps options and their values, and names the files', () => {
  expect(pytest.narrow?.(['python', '-m', 'pytest', '-m', 'not slow', 'tests', '-q'], ['tests/test_a.py'])).toEqual([
    ...['python', '-m', 'pytest', 'tests/test_a.py', '-m', 'not slow', '-q'],
  ])
  const of = (line: string) => pytest.narrow?.(line.split(' ') as unknown as Some<string>, ['a.py'])?.join(' ')
  expect(of('pytest --cov src --cov-report html --strict-markers tests')).toBe(
    'pytest a.py --cov src --cov-report html --strict-markers',
  )
  expect(of('pytest tests --cov')).toBe('pytest a.py --cov')
})

test.each([
  ['pytest.ini', 'pytest.ini', '[pytest]\n', 1],
  ['a table', 'pyproject.toml', '[project]\nname = "a"\n[tool.pytest.ini_options]\n', 3],
  ['setup.cfg', 'setup.cfg', '[metadata]\n\n[tool:pytest]\n', 3],
  ['a dependency', 'pyproject.toml', '[dependency-groups]\ndev = [\n  "pytest>=8",\n]\n', 3],
  ['an extra', 'pyproject.toml', '[project.optional-dependencies]\ntest = ["pytest"]\n', 2],
  ['poetry', 'pyproject.toml', '[tool.poetry.group.dev.dependencies]\npytest = "^8"\n', 2],
  ['requirements', 'requirements-dev.txt', '# tools\nPyTest~=8.0\n', 2],
  ['Pipfile', 'Pipfile', '[dev-packages]\npytest = "*"\n', 2],
  ['setup.py', 'setup.py', 'setup(\n  extras_require={"test": ["pytest"]})\n', 2],
  ['the tests themselves', 'tests/test_a.py', '\ndef test_a():\n    assert 1\n', 2],
])('adopted by %s, with the line', (_, file, text, line) => {
  expect(pytest.adopted(viewOf({ [file]: text }))).toMatchObject({ file, line })
})

test('not adopted by unittest tests or a package of a similar name', () => {
  const files = {
    'test_a.py': 'import unittest\nclass A(unittest.TestCase):\n    def test_a(self): pass\n',
    'requirements.txt': 'pytest-cov\n',
  }
  expect(pytest.adopted(viewOf(files))).toBeUndefined()
  expect(python.tools.filter((tool) => tool.adopted(viewOf(files))).map(({ id }) => id)).toEqual(['unittest'])
})

test('the first failure is a block of whole lines', () => {
  const log =
    '..F\n=== FAILURES ===\n___ test_a ___\n\n    def test_a():\n>       assert 0\nE       assert 0\n\ntest_a.py:2: AssertionError\n___ test_b ___\nx\n'
  const found = pytest.firstFailure?.(log)
  expect(found).toBe(
    '___ test_a ___\n\n    def test_a():\n>       assert 0\nE       assert 0\n\ntest_a.py:2: AssertionError',
  )
  expect(log).toContain(found)
})

test('an opaque command gets the reporter by environment', () => {
  expect(python.instrumentOpaque?.(place())).toMatchObject({
    env: {
      PYTHONPATH: '/reporters',
      TRIVERDICT_EVENTS: '/r/events.jsonl',
      PYTEST_ADDOPTS: expect.stringContaining('-p triverdict_pytest'),
    },
  })
})

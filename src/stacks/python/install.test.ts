import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { viewOf } from './fixtures/view.ts'
import { python } from './stack.ts'

const plan = (files: Record<string, string>, directory = '.') => python.install(viewOf(files), directory)
/** What each step passes on, without the shell that chooses the installer. */
const calls = (files: Record<string, string>, directory = '.') =>
  plan(files, directory).install.map(({ command }) =>
    command.form === 'argv'
      ? command.argv.filter((word) => !word.startsWith('if ') && word !== 'sh' && word !== '-c')
      : [],
  )

test('uv: the lockfile as it is, without the project, without groups for documentation', () => {
  const files = {
    'pyproject.toml':
      '[project]\nname = "a"\n[project.optional-dependencies]\ntest = ["x"]\ngui = ["y"]\n[dependency-groups]\ndev = []\ndocs = []\n',
    'uv.lock': '',
  }
  expect(calls(files)).toEqual([
    ['../env'],
    'uv sync --frozen --no-install-project --no-install-workspace --group dev --no-group docs --extra test'.split(' '),
  ])
  expect(plan(files)).toMatchObject({
    manager: 'uv',
    pinned: true,
    outputs: ['env'],
    perTree: [],
    keyFiles: ['pyproject.toml', 'uv.lock'],
  })
})

test('pip: requirement files, static dependencies, chosen extras with references to themselves, and tools that are only configured', () => {
  const files = {
    'pyproject.toml':
      '[project]\nname = "a-b"\ndependencies = ["six"]\n[project.optional-dependencies]\ndev = ["A_B[test]", "ruff"]\ntest = ["pytest"]\nbig = ["torch"]\n[tool.mypy]\n',
    'requirements.txt': 'six==1\n',
    'requirements-docs.txt': 'sphinx\n',
  }
  expect(calls(files)).toEqual([
    ['../env'],
    ['../env', '-r', 'requirements.txt', 'six', 'pytest', 'ruff'],
    ['../env', 'mypy'],
  ])
  expect(plan(files).pinned).toBe(false)
})

test('pip: exact pins alone are pinned', () => {
  expect(plan({ 'requirements.txt': 'six==1.17.0\npytest==9.0.2  # tests\n' }).pinned).toBe(true)
  expect(plan({ 'requirements.txt': 'six>=1\npytest==9.0.2\n' }).pinned).toBe(false)
})

test('an extra that CI installs, and what it installs by name', () => {
  const files = {
    'pyproject.toml': '[project]\nname = "a"\n[project.optional-dependencies]\nredis = ["redis"]\nkafka = ["kafka"]\n',
    '.github/workflows/ci.yml': 'run: pip install -e ".[redis]" -r r.txt pytest-mock && pytest\n',
  }
  expect(calls(files)[1]).toEqual(['../env', 'redis', 'pytest-mock'])
})

test('a project with a build system is installed in every tree, from the build requirements beside the environment', () => {
  const files = {
    'pyproject.toml':
      '[project]\nname = "a"\n[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n',
  }
  expect(calls(files).at(-1)).toEqual(['../env', '--target', '../env/build-requires', 'hatchling', 'editables'])
  expect(plan(files).perTree).toHaveLength(1)
  expect(plan(files).perTree[0]?.command).toMatchObject({
    argv: expect.arrayContaining(['--no-deps', '--no-build-isolation', '-e', '.']),
  })
})

test('below the root: an environment of its own, reached from the project', () => {
  const made = plan({ 'requirements.txt': 'six\n', 'setup.py': '' }, 'services/api')
  expect(made).toMatchObject({
    outputs: ['env-services-api'],
    path: ['env-services-api/bin'],
    keyFiles: ['services/api/requirements.txt', 'services/api/setup.py'],
  })
  expect(made.install[0]?.command).toMatchObject({
    cwd: 'services/api',
    argv: expect.arrayContaining(['../../../env-services-api']),
  })
})

test('a lockfile of poetry with markers is installed without poetry, checked by its hashes', () => {
  const lock = `
[[package]]
name = "six"
version = "1.17.0"
groups = ["main", "dev"]
markers = {main = "python_version < \\"4\\"", dev = "sys_platform == \\"linux\\""}
files = [{file = "six.whl", hash = "sha256:aa"}]
[[package]]
name = "sphinx"
version = "8.0"
groups = ["docs"]
files = []
[[package]]
name = "local"
version = "1"
groups = ["main"]
files = []
[package.source]
type = "directory"
url = "../local"
[metadata]
lock-version = "2.1"
`
  const files = { 'pyproject.toml': '[tool.poetry.group.docs.dependencies]\nsphinx = "*"\n', 'poetry.lock': lock }
  expect(plan(files)).toMatchObject({ manager: 'poetry', pinned: true })
  expect(plan(files).install[1]?.command.env).toEqual({
    TRIVERDICT_REQUIREMENTS_0: 'six==1.17.0 ; (python_version < "4") or (sys_platform == "linux") --hash=sha256:aa',
  })
})

test('an older lockfile of poetry needs poetry', () => {
  const files = {
    'pyproject.toml': '[tool.poetry.group.test]\noptional = true\n',
    'poetry.lock': '[metadata]\nlock-version = "2.0"\n',
  }
  expect(calls(files)[1]).toEqual(['poetry', 'install', '--no-root', '--no-interaction', '--with=test'])
})

test.each([
  [
    'tests',
    ['tests/data/x.json', 'pkg/test_a.py', 'pkg/a_test.py', 'conftest.py', 'a/__snapshots__/x.ambr'],
    ['pkg/contest.py', 'src/testing/a.py'],
  ],
  [
    'judge',
    ['tox.ini', 'sub/mypy.ini', '.ruff.toml', 'ruff.toml', '.coveragerc', 'noxfile.py'],
    ['pyproject.toml', 'pkg/a.py'],
  ],
  [
    'activating',
    [
      'conftest.py',
      'a/conftest.py',
      'sitecustomize.py',
      'x.pth',
      'pytest.py',
      'src/unittest/__init__.py',
      'random.py',
      'triverdict_pytest.py',
      'pytest.ini',
    ],
    ['pkg/types.py', 'app.py'],
  ],
  [
    'manifests',
    ['pyproject.toml', 'uv.lock', 'requirements.txt', 'requirements/dev.txt', 'dev-requirements.in'],
    ['setup.py'],
  ],
] as const)('path class %s', (name, inside, outside) => {
  const is = picomatch([...python.locked[name]], { dot: true })
  expect(inside.filter((path) => !is(path))).toEqual([])
  expect(outside.filter((path) => is(path))).toEqual([])
})

test('first party: packages and modules of the product alone', () => {
  const files = [
    'src/a/__init__.py',
    'src/b.py',
    'c/__init__.py',
    'd.py',
    'tests/__init__.py',
    'docs/__init__.py',
    'setup.py',
    'conftest.py',
    'test_x.py',
    'c/inner.py',
    'noxfile.py',
  ]
  expect(python.firstParty(viewOf(Object.fromEntries(files.map((file) => [file, '']))))).toEqual(['a', 'b', 'c', 'd'])
})

import { expect, test } from 'vitest'
import { viewOf } from './fixtures/view.ts'
import { hatchScript } from './hatch.ts'
import { toxRequirements, toxScript } from './tox.ts'

const INI = `[tox]
env_list =
    lint
    py{310,311}-{a,b}
    pypy3
    docs
    manifest-of-things
    coverage-report

[testenv]
deps =
    pytest>=7
    a: left
    b: right
    -r requirements/extra.txt
set_env =
    MODE = tox test
commands_pre =
    - pip uninstall --yes x
commands =
    pytest --basetemp={envtmpdir} \\
      --cov \\
      {posargs:tests}

[testenv:lint]
skip_install = true
deps =
    {[testenv]deps}
    ruff
set_env =
commands = ruff check {toxinidir}/src

[testenv:own]
commands = pytest {env_site_packages_dir}
`
const ini = (call: string, files: Record<string, string> = {}) =>
  toxScript(call.split(' '), viewOf({ 'tox.ini': INI, 'requirements/extra.txt': 'z\n', ...files }))?.map(
    ({ name, line }) => `${name}: ${line}`,
  )
const TESTS = [
  "tox:py311: MODE='tox test' pip uninstall --yes x || true",
  "tox:py311: MODE='tox test' pytest  --cov tests",
]

test.each([
  ['tox -e py311', TESTS],
  ['python -m tox run -e py311,py312 -- -x', [...TESTS.slice(0, 1), "tox:py311: MODE='tox test' pytest  --cov -x"]],
  ['tox -e lint', ['tox:lint: pip uninstall --yes x || true', 'tox:lint: ruff check src']],
  [
    'tox',
    [
      ...TESTS.map((line) => line.replace('py311', 'py310-a')),
      'tox:lint: pip uninstall --yes x || true',
      'tox:lint: ruff check src',
    ],
  ],
  // What only tox can fill in, what is not configured, and what runs nothing stay with tox.
  ['tox -e own', undefined],
  [
    'uvx --python 3.11 --with tox-uv tox -e lint',
    ['tox:lint: pip uninstall --yes x || true', 'tox:lint: ruff check src'],
  ],
  ['tox run --installpkg dist/*.whl -e lint', ['tox:lint: pip uninstall --yes x || true', 'tox:lint: ruff check src']],
  ['tox -e nothing', undefined],
  ['uv tool install --python 3.11 tox@.', undefined],
  ['tox run --notest -e py311', undefined],
  ['tox list', undefined],
])('%s', (call, expected) => {
  expect(ini(call)).toEqual(expected)
})

test('tox in TOML', () => {
  const view = viewOf({
    'pyproject.toml': `[tool.tox]
env_list = ["3.13", "typing"]
[tool.tox.env_run_base]
commands = [["pytest", "-v", "--basetemp={env_tmp_dir}", {replace = "posargs", default = ["tests"], extend = true}]]
[tool.tox.env.typing]
commands = [["mypy"], ["pyright"]]
`,
  })
  const of = (call: string) => toxScript(call.split(' '), view)?.map(({ line }) => line)
  expect(of('tox run -e py3.13')).toEqual(['pytest -v  tests'])
  expect(of('tox run -e typing')).toEqual(['mypy', 'pyright'])
})

test('tox in TOML: values of the environment, directories of tox, settings that are tables', () => {
  const view = viewOf({
    'tox.toml': `env_list = ["3.13"]
[env_run_base]
set_env.COVERAGE_FILE = { replace = "env", name = "COVERAGE_FILE", default = "{work_dir}{/}.coverage" }
commands = [["pytest", { replace = "posargs", default = ["-n", { replace = "env", name = "WORKERS", default = "auto" },
  "--junitxml", "{work_dir}{/}junit.xml", "--cov", "{env_site_packages_dir}{/}x", "tests"], extend = true }]]
`,
  })
  expect(toxScript(['tox', '-e', '3.13'], view)?.map(({ line }) => line)).toEqual([
    "COVERAGE_FILE='.tox/.coverage' pytest -n auto --junitxml .tox/junit.xml --cov tests",
  ])
})

test('tox: commands of another section, and environments by factor', () => {
  const text = `[tox]
envlist=3.{8,9}{,-tf}, lint-{ruff,types}, perf
[core]
commands=
    - {envpython} -m coveralls
[testenv]
commands=
    {envpython} -m pytest -k "not perf"
    {[core]commands}
[testenv:perf]
commands={envpython} -m pytest -k perf
[testenv:lint-{ruff,types}]
commands=
    ruff: ruff check
    types: mypy
`
  const view = viewOf({ 'tox.ini': text })
  const of = (call: string) => toxScript(call.split(' '), view)?.map(({ line }) => line)
  expect(of('tox')).toEqual(['python -m pytest -k "not perf"', 'python -m coveralls || true', 'ruff check', 'mypy'])
  expect(of('tox run -f lint')).toEqual(['ruff check', 'mypy'])
  expect(of('tox run -f lint-types')).toEqual(['mypy'])
  expect(of('tox run -f nothing')).toBeUndefined()
})

test('what tox installs: the first of the interpreters, and what the others need beside it', () => {
  expect(toxRequirements(viewOf({ 'tox.ini': INI, 'requirements/extra.txt': 'z\n' }))).toEqual({
    named: ['pytest>=7', 'left', 'ruff'],
    files: ['requirements/extra.txt'],
  })
  expect(toxRequirements(viewOf({}))).toEqual({ named: [], files: [] })
})

test('scripts of hatch', () => {
  const view = viewOf({
    'pyproject.toml': `[tool.hatch.envs.default.scripts]
test = "pytest {args:tests}"
all = ["lint", "test"]
lint = "ruff check ."
odd = "pytest {root}"
[tool.hatch.envs.types.scripts]
check = "mypy {args:src}"
`,
  })
  const of = (call: string) => hatchScript(call.split(' '), view)?.map(({ line }) => line)
  expect(of('hatch run test')).toEqual(['pytest tests'])
  expect(of('hatch run +py=3.11 test -k one')).toEqual(['pytest -k one'])
  expect(of('hatch run all')).toEqual(['ruff check .', 'pytest tests'])
  expect(of('hatch run types:check')).toEqual(['mypy src'])
  expect(of('hatch test')).toEqual(['pytest tests'])
  expect(of('hatch run odd')).toBeUndefined()
  expect(of('hatch run pytest')).toBeUndefined()
  expect(of('hatch build')).toBeUndefined()
})

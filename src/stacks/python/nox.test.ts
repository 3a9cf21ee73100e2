import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { viewOf } from './fixtures/view.ts'
import { noxRequirements, noxScript } from './nox.ts'
import { literal, readNoxfile } from './noxfile.ts'
import { projectTask } from './project-tasks.ts'

const FILE = `import nox

nox.options.sessions = ["tests", 'lint']


@nox.session(python=["3.10", "3.11"])
@nox.parametrize("django", ["4.2", "5.0"])
def tests(session: nox.Session, django) -> None:
    """session.run("not", "this")"""
    session.install("-r", "requirements-test.txt", "pytest>=7", f"django=={django}")
    # session.run("nor", "this")
    session.run(
        "pytest",  # the runner
        "-q", "it's",
        *session.posargs,
        env={"TZ": "UTC"},
    )
    session.notify("coverage")


@nox.session
def lint(s):
    s.install("ruff")
    s.run("ruff", "check", ".")


@nox.session(name="type-check", default=False)
def typing(
    session,
):
    session.install(".[dev]", "mypy")
    session.chdir("src")
    session.run("mypy", "--strict", silent=True)


@nox.session()
def coverage(session):
    session.run("coverage", "report")


@nox.session
def dynamic(session):
    for name in ("a", "b"):
        session.run("pytest", name)


@nox.session
def built(session):
    session.run("pytest", str(PATH))

def helper(session):
    session.run("pytest", "helper")
`
const project = viewOf({ 'noxfile.py': FILE, 'requirements-test.txt': '' })
const lines = (call: string) =>
  noxScript(call.split(' '), project)?.map(
    ({ line, evidence, cwd }) => `${line} ${evidence.file}:${evidence.line} @${cwd}`,
  )
const PYTEST = (args: string) => `TZ=UTC pytest -q 'it'\\''s'${args} noxfile.py:12 @.`
const REPORT = 'coverage report noxfile.py:38 @.'
const RUFF = 'ruff check . noxfile.py:24 @.'

describe('calls of nox', () => {
  test.each<[string, readonly string[] | undefined]>([
    ['nox', [PYTEST(''), REPORT, RUFF]],
    ['nox -s tests -- -x', [PYTEST(' -x'), REPORT]],
    ['python -m nox --session=tests-3.11', [PYTEST(''), REPORT]],
    ["nox -s tests(django='5.0') lint -r", [PYTEST(''), REPORT, RUFF]],
    ['uvx nox -s type-check', ['mypy --strict noxfile.py:33 @src']],
    ['nox -s dynamic', undefined],
    ['nox -s built', undefined],
    ['nox -s helper', undefined],
    ['nox -s lint built', undefined],
    ['nox -k tests', undefined],
    ['nox --list', undefined],
    ['pytest', undefined],
  ])('%s', (call, expected) => expect(lines(call)).toEqual(expected))
  test('what the sessions install', () => {
    expect(noxRequirements(project)).toEqual({ named: ['pytest>=7', 'ruff', 'mypy'], files: ['requirements-test.txt'] })
  })
  test('literals', () => {
    expect(['"a"', "'a' 'b'", '"""x\ny"""', 'r"\\d"', '"\\n"', 'f"x"'].map(literal)).toEqual([
      'a',
      'ab',
      'x\ny',
      '\\d',
      '\n',
      'x',
    ])
    expect(['f"{x}"', 'a', '"a" + b', '"a', '', '("a")'].map(literal)).toEqual(Array(6).fill(undefined))
  })
  test('never throws', () => {
    const piece = fc.constantFrom(
      '@nox.session',
      '\n',
      '(',
      ')',
      'def a(session):',
      '    ',
      'session.run(',
      '"x"',
      ',',
      "'",
      '"""',
      '#',
      '*session.posargs',
      '[',
      ']',
      'env={',
      'nox.options.sessions = ',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        (pieces) => void readNoxfile(viewOf({ 'noxfile.py': pieces.join('') })),
      ),
    )
  })
})

describe('tasks of pyproject.toml', () => {
  const toml = viewOf({
    'pyproject.toml': `[tool.poe.tasks]
lint = "ruff check ."
test.cmd = "pytest -q"
test.env = { TZ = "UTC" }
all = ["lint", "test"]
odd = { script = "a:b" }
loop = ["loop"]
[tool.poe.tasks.check]
sequence = [{ cmd = "mypy ." }, "lint"]
[tool.pdm.scripts]
pre_test = "python gen.py"
test = { cmd = ["pytest", "-k", "a b"] }
all = { composite = ["test -x", "ruff check ."] }
`,
  })
  const run = (call: string) =>
    projectTask(call.split(' '), toml)?.map(({ line, evidence }) => `${line} :${evidence.line}`)
  test.each<[string, readonly string[] | undefined]>([
    ['poe test -x', ['TZ=UTC pytest -q -x :3']],
    ['poetry run poe all', ['ruff check . :5', 'TZ=UTC pytest -q :5']],
    ['python -m poethepoet check', ['mypy . :8', 'ruff check . :8']],
    ['pdm run test', ['python gen.py :3', "pytest -k 'a b' :3"]],
    ['pdm run all', ["pytest -k 'a b' -x :5", 'ruff check . :5']],
    ['poe odd', undefined],
    ['poe loop', undefined],
    ['poe nothing', undefined],
    ['pdm install', undefined],
  ])('%s', (call, expected) => expect(run(call)).toEqual(expected))
})

test('a comment at the margin behind a session is no statement of it', () => {
  const file =
    'import nox\n\n@nox.session\ndef tests(session):\n    session.run("pytest")\n\n# What follows\n# is about docs.\n@nox.session\ndef docs(session):\n    session.run("sphinx-build")\n'
  expect(noxScript(['nox', '-s', 'tests'], viewOf({ 'noxfile.py': file }))?.map(({ line }) => line)).toEqual(['pytest'])
})

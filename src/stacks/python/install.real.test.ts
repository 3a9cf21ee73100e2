import { afterEach, expect, test } from 'vitest'
import { Stage, statuses } from './fixtures/stage.ts'
import { viewOf } from './fixtures/view.ts'
import { pytest } from './pytest.ts'
import { python } from './stack.ts'
import { unittest } from './unittest.ts'

let stage: Stage
afterEach(() => stage.remove())
const LONG_MS = 240_000

const broken = (files: Record<string, string>, path: string, from: string, to: string) => {
  expect(files[path]).toContain(from)
  return { ...files, [path]: (files[path] as string).replace(from, to) }
}

test(
  'a project whose setup.py computes its dependencies is tested as each tree has it',
  async () => {
    stage = new Stage()
    const files = {
      'setup.py':
        'from setuptools import setup\nneeded = ["six"]\nsetup(name="old", version="1", package_dir={"": "lib"}, packages=["old"], install_requires=needed, extras_require={"test": ["iniconfig"]})\n',
      'lib/old/__init__.py': 'import six\ndef double(x):\n    return x * 2\n',
      'tests/__init__.py': '',
      'tests/test_old.py':
        'import unittest\nimport iniconfig\nfrom old import double\nclass Doubles(unittest.TestCase):\n    def test_two(self):\n        self.assertEqual(double(2), 4)\n',
    }
    const plan = await stage.install(files)
    expect(plan).toMatchObject({ manager: 'pip', pinned: false, path: ['env/bin'] })
    const green = await stage.check(unittest, ['python', '-m', 'unittest', 'discover'], files)
    expect(statuses(green.events)).toEqual({ 'Doubles > test_two': 'passed' })
    expect(green.events).toContainEqual({ event: 'modules', modules: { old: `${stage.tree}/lib/old/__init__.py` } })

    const branch = broken(files, 'lib/old/__init__.py', 'x * 2', 'x + 3')
    stage.write(branch)
    await stage.steps(plan.perTree)
    const red = await stage.check(unittest, ['python', '-m', 'unittest', 'discover'], branch)
    expect(red.code).toBe(1)
    expect(statuses(red.events)).toEqual({ 'Doubles > test_two': 'failed' })
  },
  LONG_MS,
)

test(
  'a uv workspace: the lockfile is installed as it is, members come from the tree',
  async () => {
    stage = new Stage()
    const files: Record<string, string> = {
      'pyproject.toml':
        '[project]\nname = "app"\nversion = "1"\nrequires-python = ">=3.9"\ndependencies = ["core"]\n[dependency-groups]\ntest = ["pytest==8.4.2"]\ndocs = ["six"]\n[tool.uv.sources]\ncore = { workspace = true }\n[tool.uv.workspace]\nmembers = ["packages/*"]\n[build-system]\nrequires = ["uv_build>=0.8"]\nbuild-backend = "uv_build"\n',
      'src/app/__init__.py': 'from core import name\n',
      'packages/core/pyproject.toml':
        '[project]\nname = "core"\nversion = "1"\nrequires-python = ">=3.9"\n[build-system]\nrequires = ["setuptools>=64"]\nbuild-backend = "setuptools.build_meta"\n',
      'packages/core/src/core/__init__.py': 'name = "core"\n',
      'tests/test_app.py': 'import app\ndef test_name():\n    assert app.name == "core"\n',
    }
    stage.write(files)
    const locked = await stage.execute(['uv', 'lock', '--quiet'])
    expect(locked).toMatchObject({ code: 0 })
    const lock = (await stage.execute(['cat', 'uv.lock'])).out
    const all = { ...files, 'uv.lock': lock }
    const plan = await stage.install(all)
    expect(plan).toMatchObject({ manager: 'uv', pinned: true })
    const run = await stage.check(pytest, ['pytest'], all)
    expect(statuses(run.events)).toEqual({ test_name: 'passed' })
    const docs = await stage.execute(['python', '-c', 'import six'])
    expect(docs.code).toBe(1)
    const place = await stage.execute(['python', '-c', 'import core; print(core.__file__)'])
    expect(place.out.trim()).toBe(`${stage.tree}/packages/core/src/core/__init__.py`)
    expect(python.members(viewOf(all))).toEqual(['packages/core'])
  },
  LONG_MS,
)

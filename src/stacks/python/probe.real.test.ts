import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Some } from '../../model/result.ts'
import type { Tool } from '../../model/stack.ts'
import { Stage } from './fixtures/stage.ts'
import { viewOf } from './fixtures/view.ts'
import { pytest } from './pytest.ts'
import { unittest } from './unittest.ts'

const stage = new Stage()
const base = { 'requirements.txt': 'pytest==9.0.2\npytest-asyncio==1.3.0\npytest-xdist==3.8.0\n' }

beforeAll(async () => {
  await stage.install(base)
})
afterAll(() => stage.remove())

type Files = Readonly<Record<string, string>>

/** What a real run says of the test that must pass and of the one that must fail. */
const probed = async (tool: Tool, line: string, sample: string, own: Files): Promise<readonly unknown[]> => {
  const files = { ...base, ...own }
  const probe = tool.probe?.(viewOf(files), sample)
  if (probe === undefined) return ['no probe']
  const narrowed = tool.narrow?.(line.split(' ') as unknown as Some<string>, [probe.path])
  if (narrowed === undefined) return ['not narrowed']
  const { events } = await stage.check(tool, narrowed, { ...files, [probe.path]: probe.text })
  return [probe.mustPass, probe.mustFail].map(
    (name) => events.find((event) => event.name === name && event.file === `${stage.tree}/${probe.path}`)?.status,
  )
}

const RIGHT = ['passed', 'failed']
const LIES = ['passed', 'passed']

describe('pytest', () => {
  const sample = 'from shop import total\n\ndef test_total():\n    assert total() == 1\n'
  const shop = { 'shop.py': 'def total():\n    return 1\n', 'tests/test_a.py': sample }
  const conftest = (text: string): Files => ({ 'conftest.py': text })
  const makereport =
    'import pytest\n@pytest.hookimpl(hookwrapper=True, tryfirst=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n'
  const patch =
    'def quiet():\n    import _pytest.python as python\n    python.Function.runtest = lambda self: None\nquiet()\ndef total():\n    return 2\n'

  test.each<[string, string, Files, readonly unknown[]]>([
    ['honest', 'python -m pytest', {}, RIGHT],
    [
      'honest, fixtures for each test',
      'python -m pytest -p no:cacheprovider',
      conftest(
        'import pytest\n@pytest.fixture(autouse=True)\ndef here(tmp_path, monkeypatch):\n    monkeypatch.chdir(tmp_path)\n    yield\n',
      ),
      RIGHT,
    ],
    [
      'honest, asynchronous, strict, warnings are errors',
      'python -m pytest',
      {
        'pytest.ini':
          '[pytest]\nasyncio_mode = auto\nxfail_strict = true\naddopts = --strict-markers --strict-config\nfilterwarnings = error\npython_files = test_*.py\n',
        'tests/test_a.py': 'from shop import total\n\nasync def test_total():\n    assert total() == 1\n',
      },
      RIGHT,
    ],
    ['honest, over workers', 'python -m pytest -n 2', {}, RIGHT],
    [
      'honest, in a package with imports of its own',
      'python -m pytest',
      {
        'tests/__init__.py': '',
        'tests/helpers.py': 'value = 1\n',
        'tests/test_a.py':
          'from . import helpers\nfrom .helpers import *\nfrom shop import total\ndef test_total(): assert total() == helpers.value\n',
      },
      RIGHT,
    ],
    [
      'honest, the path is made by the sample',
      'python -m pytest --import-mode=importlib',
      {
        'lib/goods.py': 'def price():\n    return 1\n',
        'tests/test_a.py':
          'import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "lib"))\nfrom goods import price\ndef test_price(): assert price() == 1\n',
      },
      RIGHT,
    ],
    [
      'honest, but filtered by name',
      'python -m pytest',
      { 'pytest.ini': '[pytest]\naddopts = -k "not fail"\n' },
      ['passed', 'skipped'],
    ],
    ['honest, but filtered by mark', 'python -m pytest -m slow', {}, ['skipped', 'skipped']],
    [
      'honest, but its functions have other names',
      'python -m pytest',
      { 'pytest.ini': '[pytest]\npython_functions = check_*\n' },
      [undefined, undefined],
    ],
    ['a hook that turns reports green: seen through', 'python -m pytest', conftest(makereport), RIGHT],
    [
      'a hook that answers for the body: seen through',
      'python -m pytest',
      conftest('def pytest_pyfunc_call(pyfuncitem): return True\n'),
      ['hollow', 'hollow'],
    ],
    [
      'a hook that makes failing bodies harmless',
      'python -m pytest',
      conftest(
        'import functools\ndef quiet(test):\n    @functools.wraps(test)\n    def run(*args, **kwargs):\n        try:\n            test(*args, **kwargs)\n        except AssertionError:\n            pass\n    return run\ndef pytest_collection_modifyitems(items):\n    for item in items:\n        item.obj = quiet(item.obj)\n',
      ),
      LIES,
    ],
    ['a product that patches the runner', 'python -m pytest', { 'shop.py': patch }, LIES],
    [
      'a product that patches one assertion of TestCase',
      'python -m pytest',
      {
        'shop.py': 'import unittest\nunittest.TestCase.assertTrue = lambda *rest: None\ndef total():\n    return 2\n',
        'tests/test_a.py':
          'import unittest\nfrom shop import total\nclass ShopTest(unittest.TestCase):\n    def test_total(self):\n        self.assertTrue(total() == 1)\n',
      },
      LIES,
    ],
  ])('%s', async (_, line, files, expected) => {
    expect(await probed(pytest, line, 'tests/test_a.py', { ...shop, ...files })).toEqual(expected)
  })
})

describe('unittest', () => {
  const sample =
    'import unittest\nfrom shop import total\nclass ShopTest(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total(), 1)\n'
  const shop = { 'shop.py': 'def total():\n    return 1\n' }

  test.each<[string, string, string, Files, readonly unknown[]]>([
    ['honest', 'python -m unittest', 'tests/test_a.py', {}, RIGHT],
    ['honest, discovered by a pattern', 'python -m unittest discover -p *_test.py', 'a_test.py', {}, RIGHT],
    [
      'honest, below a directory that is no package',
      'python -m unittest discover -s tests -t tests',
      'tests/test_a.py',
      { 'tests/shop.py': 'def total():\n    return 1\n' },
      RIGHT,
    ],
    [
      'honest, on a base of the project',
      'python -m unittest',
      'tests/test_a.py',
      {
        'tests/__init__.py': '',
        'tests/base.py':
          'import unittest\nclass BaseTestCase(unittest.TestCase):\n    def setUp(self): self.ready = True\n',
        'tests/test_a.py':
          'from .base import BaseTestCase\nclass ShopTest(BaseTestCase):\n    def test_total(self):\n        self.assertTrue(self.ready)\n',
      },
      RIGHT,
    ],
    [
      'a base of the project that hides failures',
      'python -m unittest',
      'tests/test_a.py',
      {
        'tests/__init__.py': '',
        'tests/base.py':
          'import unittest\nclass BaseTestCase(unittest.TestCase):\n    def _callTestMethod(self, method):\n        try:\n            method()\n        except AssertionError:\n            pass\n',
        'tests/test_a.py':
          'from .base import BaseTestCase\nclass ShopTest(BaseTestCase):\n    def test_total(self):\n        self.fail()\n',
      },
      LIES,
    ],
    [
      'a product that patches assertEqual',
      'python -m unittest',
      'tests/test_a.py',
      {
        'shop.py': 'import unittest\nunittest.TestCase.assertEqual = lambda *rest: None\ndef total():\n    return 2\n',
      },
      LIES,
    ],
  ])('%s', async (_, line, path, files, expected) => {
    expect(await probed(unittest, line, path, { ...shop, [path]: sample, ...files })).toEqual(expected)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Event, Stage, statuses } from './fixtures/stage.ts'
import { viewOf } from './fixtures/view.ts'
import { pytest } from './pytest.ts'
import { python } from './stack.ts'
import { unittest } from './unittest.ts'

const stage = new Stage()
const base = {
  'requirements.txt': 'pytest==9.0.2\npytest-xdist==3.8.0\npytest-rerunfailures==16.1\nruff==0.14.0\nmypy==1.18.2\n',
}

beforeAll(async () => {
  await stage.install(base)
})
afterAll(() => stage.remove())

const ofPytest = async (files: Record<string, string>, ...args: string[]) =>
  await stage.check(pytest, ['python', '-m', 'pytest', '-q', ...args], { ...base, ...files })
const errors = (events: readonly Event[]) =>
  events.filter(({ event }) => event === 'error').map(({ message }) => message)
const ended = (events: readonly Event[]) => events.at(-1)?.event === 'end'

describe('pytest: runs that lie', () => {
  test('a process that leaves inside a test has no end (FG-01)', async () => {
    const { code, events } = await ofPytest({
      'test_a.py': 'import os\ndef test_1(): pass\ndef test_2(): os._exit(0)\ndef test_3(): assert 0\n',
    })
    expect([code, ended(events), statuses(events)]).toEqual([0, false, { test_1: 'passed' }])
  })

  test.each([
    [
      'a hook (FG-04)',
      {
        'conftest.py':
          'import pytest\n@pytest.hookimpl(hookwrapper=True, tryfirst=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n',
      },
    ],
    [
      'the class of reports',
      {
        'conftest.py':
          'from _pytest.reports import TestReport\nold = TestReport.from_item_and_call.__func__\ndef new(cls, item, call):\n    report = old(cls, item, call)\n    report.outcome, report.longrepr = "passed", None\n    return report\nTestReport.from_item_and_call = classmethod(new)\n',
      },
    ],
  ])('a failure that %s turned green is told', async (_, files) => {
    const { code, events } = await ofPytest({ ...files, 'test_a.py': 'def test_1(): assert 0\n' })
    expect([code, statuses(events)]).toEqual([0, { test_1: 'failed' }])
    expect(
      events
        .filter(({ event }) => event === 'contradiction')
        .map(({ message }) => message)
        .join(),
    ).toContain('was changed from failed to passed')
  })

  test('a body that a hook never entered is hollow, an honest hook harms nothing (FG-05)', async () => {
    const hook = (value: string) => ({
      'conftest.py': `def pytest_pyfunc_call(pyfuncitem): return ${value}\n`,
      'test_a.py': 'def test_1(tmp_path): assert tmp_path\n',
    })
    expect(statuses((await ofPytest(hook('True'))).events)).toEqual({ test_1: 'hollow' })
    expect(statuses((await ofPytest(hook('None'))).events)).toEqual({ test_1: 'passed' })
  })

  test('tests that cannot fail are hollow (FG-17), a real assertion beside them is enough', async () => {
    const { events } = await ofPytest({
      'test_a.py':
        'import threading\ndef test_returns(): return 1 == 2\ndef test_tuple(): assert (False, "x")\ndef test_tuple_and_more():\n    assert (False, "x")\n    assert 1\ndef test_thread():\n    thread = threading.Thread(target=lambda: 1 / 0)\n    thread.start()\n    thread.join()\ndef test_real():\n    assert 1\n    return 5\n',
    })
    expect(statuses(events)).toEqual({
      test_returns: 'hollow',
      test_tuple: 'hollow',
      test_tuple_and_more: 'passed',
      test_thread: 'hollow',
      test_real: 'passed',
    })
  })

  test.each([
    ['collecting only (FG-10)', ['--collect-only'], {}],
    ['nothing selected (FG-22)', ['-k', 'zzz'], {}],
    ['an exit of a test module (FG-08)', [], { 'test_b.py': 'raise SystemExit(0)\n' }],
    ['pytest.exit with code 0', [], { 'test_0.py': 'import pytest\ndef test_0(): pytest.exit("bye", returncode=0)\n' }],
    [
      'a hook that crashes (FG-23)',
      [],
      { 'conftest.py': 'def pytest_runtest_logreport(report): raise ValueError(1)\n' },
    ],
    [
      'a plug-in that swallows the protocol',
      [],
      { 'conftest.py': 'def pytest_runtest_protocol(item, nextitem): return True\n' },
    ],
    [
      'a forked child that goes on (FG-32)',
      [],
      {
        'test_0.py':
          'import os\ndef test_0():\n    child = os.fork()\n    if child: os.waitpid(child, 0)\n    assert child\n',
      },
    ],
    ['a worker that dies (FG-31)', ['-n2'], { 'test_0.py': 'import os\ndef test_0(): os._exit(0)\n' }],
  ])('%s is an error', async (_, args, files) => {
    const { events } = await ofPytest({ 'test_a.py': 'def test_1(): assert 1\n', ...files }, ...args)
    expect(errors(events)).not.toEqual([])
  })

  test('a module that does not load is no failing test (FG-19)', async () => {
    const { code, events } = await ofPytest(
      { 'test_a.py': 'def test_1(): assert 1\n', 'test_b.py': 'import nope\n' },
      '--continue-on-collection-errors',
    )
    expect([code, statuses(events)]).toEqual([1, { test_1: 'passed' }])
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'suite', file: `${stage.tree}/test_b.py`, status: 'unloaded' }),
    )
  })

  test('skipped, deselected, expected and marked for retries', async () => {
    const { events } = await ofPytest(
      {
        'test_a.py':
          'import pytest\n@pytest.mark.skip(reason="later")\ndef test_skip(): assert 0\n@pytest.mark.xfail\ndef test_xfail(): assert 0\n@pytest.mark.xfail(strict=True)\ndef test_strict(): pass\ntries = []\n@pytest.mark.flaky(reruns=3)\ndef test_flaky():\n    tries.append(1)\n    assert len(tries) > 2\ndef test_bad(): assert 0\n@pytest.fixture\ndef broken():\n    yield\n    raise ValueError("late")\ndef test_teardown(broken): pass\n',
      },
      '-k',
      'not bad',
    )
    expect(statuses(events)).toEqual({
      test_bad: 'skipped',
      test_skip: 'skipped',
      test_xfail: 'todo',
      test_strict: 'failed',
      test_flaky: 'failed',
      test_teardown: 'failed',
    })
  })

  test('the same over workers, with the modules they loaded', async () => {
    const { events } = await ofPytest(
      {
        'shop.py': 'x = 1\n',
        'test_a.py':
          'import shop\ndef test_good(): assert shop.x\ndef test_bad(): assert 0\ndef test_returns(): return 1\n',
      },
      '-n2',
    )
    expect(statuses(events)).toEqual({ test_good: 'passed', test_bad: 'failed', test_returns: 'hollow' })
    expect(events).toContainEqual({ event: 'modules', modules: { shop: `${stage.tree}/shop.py` } })
    expect(errors(events)).toEqual([])
  })

  test('a file of the tree cannot stand in for the reporter or for pytest', async () => {
    const { code, events } = await ofPytest({
      'triverdict_pytest.py': 'raise SystemExit(0)\n',
      'pytest.py': 'raise SystemExit(0)\n',
      'test_a.py': 'def test_1(): assert 0\n',
    })
    expect([code, statuses(events)]).toEqual([1, { test_1: 'failed' }])
  })
})

describe('unittest', () => {
  const suite =
    'import unittest\nclass A(unittest.TestCase):\n    def test_good(self): self.assertEqual(1, 1)\n    def test_bad(self): self.assertEqual(1, 2)\n    async def test_async(self): self.fail()\n    def test_returns(self): return 1 == 2\n    def test_parts(self):\n        for i in range(3):\n            with self.subTest(i=i): self.assertNotEqual(i, 1)\n    @unittest.expectedFailure\n    def test_expected(self): self.fail()\n    @unittest.expectedFailure\n    def test_unexpected(self): pass\n    @unittest.skip("later")\n    def test_skip(self): pass\nclass B(unittest.IsolatedAsyncioTestCase):\n    async def test_awaited(self): self.assertTrue(1)\n'
  const run = async (files: Record<string, string>) =>
    await stage.check(unittest, ['python', '-m', 'unittest', 'discover'], { ...base, ...files })

  test('each test with its status', async () => {
    const { code, events } = await run({ 'test_a.py': suite })
    expect(code).toBe(1)
    expect(statuses(events)).toEqual({
      'A > test_good': 'passed',
      'A > test_bad': 'failed',
      'A > test_async': 'hollow',
      'A > test_returns': 'hollow',
      'A > test_parts': 'failed',
      'A > test_expected': 'todo',
      'A > test_unexpected': 'failed',
      'A > test_skip': 'skipped',
      'B > test_awaited': 'passed',
    })
    expect(errors(events)).toEqual([])
    expect(ended(events)).toBe(true)
  })

  test('what does not load or set up is unloaded, and no tests are an error', async () => {
    const { events } = await run({
      'test_a.py': 'import nope\n',
      'test_b.py':
        'import unittest\nclass B(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls): raise RuntimeError("x")\n    def test_b(self): pass\n',
    })
    expect(
      events
        .filter(({ status }) => status === 'unloaded')
        .map(({ file }) => file)
        .sort(),
    ).toEqual(['test_a.py', 'test_b.py'].map((file) => `${stage.tree}/${file}`))
    expect(errors((await run({})).events)).toEqual(['no tests were run'])
  })
})

describe('types and lint', () => {
  const files = { ...base, 'shop.py': 'import os\nx: int = "a"\n' }
  const run = async (id: string) => {
    const tool = python.tools.find((candidate) => candidate.id === id)
    if (tool === undefined) throw new Error(id)
    return await stage.check(tool, tool.defaultArgv(viewOf(files)), files)
  }

  test.each([
    ['mypy', /^shop\.py:2:10: error: .*\[assignment\]\nFound 1 error in 1 file \(checked 1 source file\)\n$/],
    ['ruff-check', /^\[[\s\S]*"code": "F401"[\s\S]*\]\s*$/],
    ['ruff-format', /1 file would be reformatted\n$/],
  ])('%s says what it found, and that it finished', async (id, expected) => {
    const { code, out } = await run(id)
    expect(code).toBe(1)
    expect(out).toMatch(expected)
  })
})

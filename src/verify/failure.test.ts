import { expect, test } from 'vitest'
import type { RunFacts } from '../model/run-facts.ts'
import type { Tool } from '../model/stack.ts'
import type { Workshop } from '../model/world.ts'
import { nodeTest } from '../stacks/node/node-test.ts'
import { vitest } from '../stacks/node/vitest.ts'
import { pytest } from '../stacks/python/pytest.ts'
import { unittest } from '../stacks/python/unittest.ts'
import type { Examined } from './examine.ts'
import { failingName, failureOf } from './failure.ts'

const syntax = "file:///t/src/a.js:4\n  return )\n         ^\n\nSyntaxError: Unexpected token ')'\n    at x\n"

const examined = (message: string): Examined =>
  ({
    failing: [],
    blocking: ['tests: test/a.test.js did not load'],
    run: {
      log: '/log',
      detail: null,
      facts: { complete: false, unloaded: [{ id: 'test/a.test.js', message }] } as unknown as RunFacts,
    },
  }) as unknown as Examined

const detail = async (tool: Tool, log: string, message: string) =>
  await failureOf(examined(message), tool, { readLog: async () => log } as unknown as Workshop)

test('a file that did not load has its error in the report where the log of the runner is thin', async () => {
  const log = `ℹ tests 1\n\n✖ failing tests:\n\ntest at test/a.test.js:1:1\n✖ /t/test/a.test.js (19ms)\n  'test failed'\n`
  expect(await detail(nodeTest, log, syntax)).toEqual({ detail: syntax, source: 'report', truncated: false })
})

test.each([
  [
    vitest,
    ' FAIL  test/a.test.js [ test/a.test.js ]\nError: Cannot find module ./b\n ❯ src/a.js:1:1\n⎯⎯⎯⎯[1/1]⎯\n',
    ' FAIL  test/a.test.js [ test/a.test.js ]\nError: Cannot find module ./b\n ❯ src/a.js:1:1',
  ],
  [
    pytest,
    "____ ERROR collecting test_a.py ____\ntest_a.py:1: in <module>\nE   ModuleNotFoundError: No module named 'b'\n- generated xml file: /r/junit.xml -\n",
    "____ ERROR collecting test_a.py ____\ntest_a.py:1: in <module>\nE   ModuleNotFoundError: No module named 'b'",
  ],
  [
    unittest,
    `${'='.repeat(70)}\nERROR: test_a (unittest)\n${'-'.repeat(70)}\nTraceback (most recent call last):\nSyntaxError: no\n\n\n${'-'.repeat(70)}\nRan 1 test in 0.000s\n`,
    `ERROR: test_a (unittest)\n${'-'.repeat(70)}\nTraceback (most recent call last):\nSyntaxError: no`,
  ],
] as const)('the block of the log is taken whole where it names the error', async (tool, log, block) => {
  expect(await detail(tool, log, 'thin')).toEqual({ detail: block, source: 'log', truncated: false })
  expect(log).toContain(block)
})

test('the fail is called after the file', () => {
  expect(failingName(examined(syntax))).toBe('test/a.test.js did not load')
})

test('what npm says about itself before is left out, and what is left is still part of the log', async () => {
  const log =
    'npm warn Unknown env config "x". This will stop.\nnpm notice hi\nsh: 1: nonsense: not found\nnpm warn late\n'
  const one = examined('')
  const bare = { ...one, run: { ...one.run, facts: { ...one.run.facts, unloaded: [] } } } as Examined
  const read = { readLog: async () => log } as unknown as Workshop
  const failure = await failureOf(bare, null, read)
  expect(failure?.detail).toBe('sh: 1: nonsense: not found\nnpm warn late')
  const silent = { readLog: async () => 'npm warn only\n' } as unknown as Workshop
  expect((await failureOf(bare, null, silent))?.detail).toBe('npm warn only')
})

test('of several failing tests the one that the tool reported first has the word, and none that only holds others', async () => {
  const item = (id: string, more = {}) => ({ id, state: 'red', file: null, message: `${id} said`, ...more })
  const holder = item('a', { counted: false })
  const items = [holder, item('z'), item('b')]
  const one = {
    ...examined(''),
    failing: [holder, item('b'), item('z')],
    run: { log: null, detail: null, facts: { complete: true, items } },
  } as unknown as Examined
  expect(failingName(one)).toBe('z')
  expect(await failureOf(one, null, {} as Workshop)).toMatchObject({ detail: 'z said' })
})

test('the end of a log goes without the lines that our own scripts print', async () => {
  const none = {
    ...examined(''),
    run: { log: '/log', detail: null, facts: { complete: false } },
  } as unknown as Examined
  const read = { readLog: async () => 'no packages to vet\ntriverdict: vet exit 1\n' } as unknown as Workshop
  expect((await failureOf(none, null, read))?.detail).toBe('no packages to vet')
})

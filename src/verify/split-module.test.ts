import { expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import { go } from '../stacks/go/stack.ts'
import { node } from '../stacks/node/stack.ts'
import type { Examined } from './examine.ts'
import { namingSplitModules } from './split-module.ts'

const lock = { 'go.mod': 'module m\n', 'calc/calc.go': 'package calc\n' }
const plan = { directory: '.' } as unknown as Examined['project']
const red = (more: Partial<Examined> = {}): Examined =>
  ({
    check: { kind: 'tests' },
    project: plan,
    status: 'fail',
    failing: [],
    blocking: ['tests: no test ran'],
    run: { facts: {} },
    ...more,
  }) as unknown as Examined
const first = (added: string, one: Examined, stack = go as Pick<typeof go, 'id' | 'markers'>) =>
  namingSplitModules([{ plan, stack }], memoryView(lock), memoryView({ ...lock, [added]: 'module n\n' }), [one])[0]
    ?.blocking[0]

test('packages that the branch makes modules of are named where their tests did not run', () => {
  expect(first('calc/go.mod', red())).toBe(
    "tests: the branch makes calc a module of its own (calc/go.mod), which the project's command does not go into",
  )
  const plain = 'tests: no test ran'
  expect(first('other/go.mod', red())).toBe(plain)
  expect(first('calc/go.mod', red(), node)).toBe(plain)
  expect(first('calc/go.mod', red({ status: 'error' }))).toBe(plain)
  expect(first('calc/go.mod', red({ failing: [{ id: 'a' }] as unknown as Examined['failing'] }))).toBe(plain)
})

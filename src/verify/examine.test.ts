import { expect, test } from 'vitest'
import type { Check, ProjectPlan } from '../model/check.ts'
import type { Inventory } from '../model/run-facts.ts'
import { type Examination, examine } from './examine.ts'
import { type CheckRun, type Limits, unstarted } from './run-check.ts'

const check = { id: 'node:.:tests:node-test', kind: 'tests' } as Check
const green: CheckRun = {
  facts: {
    ...unstarted('', null),
    end: 'exited',
    exit_code: 0,
    complete: true,
    incomplete: [],
    items: [{ id: 'a.test.js::adds', state: 'green', file: 'a.test.js', message: null }],
  },
  argv: ['node', '--test'],
  log: null,
  reportDirectory: '',
  coverage: [],
  instrument: [],
  executed: [],
  detail: null,
}
const slowControl: Inventory = {
  complete: true,
  incomplete: [],
  required: ['a.test.js::adds'],
  red: [],
  unstable: [],
  duration_ms: 60_000,
}

const budgetOf = async (limits: Limits): Promise<number | undefined> => {
  const asked: Limits[] = []
  const examination: Examination = {
    project: {} as ProjectPlan,
    check,
    ask: async (_, given) => {
      asked.push(given)
      return green
    },
    inventory: { read: async () => slowControl, write: async () => undefined },
    goals: [],
    knownRed: [],
    lockedFiles: new Set(),
    limits,
    say: () => undefined,
  }
  await examine(examination)
  return asked[0]?.timeout_ms
}

test('only the default budget grows with the time of the control: a number that a person wrote is the limit', async () => {
  const limits = { timeout_ms: 90_000, stall_ms: 1_000 }
  expect(await budgetOf(limits)).toBe(180_000)
  expect(await budgetOf({ ...limits, timeoutWritten: false })).toBe(180_000)
  expect(await budgetOf({ ...limits, timeoutWritten: true })).toBe(90_000)
})

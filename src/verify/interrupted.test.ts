import { expect, test } from 'vitest'
import type { BranchReport } from '../model/branch-report.ts'
import type { Check, ProjectPlan } from '../model/check.ts'
import type { Inventory } from '../model/run-facts.ts'
import { type Examination, examine, type TreeName } from './examine.ts'
import { asCancelled, interruptedReport } from './interrupted.ts'
import { type CheckRun, unstarted } from './run-check.ts'

const check = { id: 'node:.:tests:node-test', kind: 'tests' } as Check
const ran = (state: 'green' | 'red' | null): CheckRun => ({
  facts: {
    ...unstarted('', null),
    kind: 'tests',
    end: 'exited',
    exit_code: state === 'green' ? 0 : 1,
    complete: state !== null,
    incomplete: state === null ? ['a suite did not load'] : [],
    items: state === null ? [] : [{ id: 'a.test.js::adds', state, file: 'a.test.js', message: null }],
  },
  argv: ['node', '--test'],
  log: null,
  reportDirectory: '',
  coverage: [],
  instrument: [],
  executed: [],
  detail: null,
})
const known: Inventory = {
  complete: true,
  incomplete: [],
  required: ['a.test.js::adds'],
  red: [],
  unstable: [],
  duration_ms: 1,
}

/** Examines with these answers per tree, in their order, and says what came of it and what was kept. */
const examined = async (answers: Readonly<Record<TreeName, readonly CheckRun[]>>, cached: Inventory | null = null) => {
  const kept: Inventory[] = []
  const left = { branch: [...answers.branch], control: [...answers.control], second: [...answers.second], alone: [] }
  const examination: Examination = {
    project: {} as ProjectPlan,
    check,
    ask: async (tree) => left[tree].shift() ?? ran('green'),
    inventory: {
      read: async () => cached,
      write: async (inventory) => {
        kept.push(inventory)
      },
    },
    goals: [],
    knownRed: [],
    lockedFiles: new Set(),
    limits: { timeout_ms: 1, stall_ms: 1 },
    say: () => undefined,
  }
  const { status, attribution, blocking, failing } = await examine(examination)
  return { status, attribution, blocking, failing, kept }
}

const green = ran('green')
const stopped = {
  status: 'error',
  attribution: 'environment',
  blocking: [expect.stringContaining('tests: interrupted')],
  failing: [],
  kept: [],
}

test.each<[string, Readonly<Record<TreeName, readonly CheckRun[]>>, Inventory | null]>([
  ['run', { branch: [asCancelled(green)], control: [], second: [], alone: [] }, known],
  ['red run', { branch: [asCancelled(ran('red'))], control: [], second: [], alone: [] }, known],
  ['first control', { branch: [green], control: [asCancelled(green)], second: [], alone: [] }, null],
  ['second control', { branch: [green], control: [green, asCancelled(ran(null))], second: [], alone: [] }, null],
  [
    'second control of a red run',
    { branch: [ran('red')], control: [green, asCancelled(ran(null))], second: [], alone: [] },
    null,
  ],
  ['control of now', { branch: [ran('red')], control: [asCancelled(green)], second: [], alone: [] }, known],
  ['second run', { branch: [ran(null)], control: [green], second: [asCancelled(ran(null))], alone: [] }, known],
])('an interrupted %s is an error of nobody, and nothing is kept', async (_, answers, cached) => {
  expect(await examined(answers, cached)).toEqual(stopped)
})

test('the report of an interrupted verification is an error, whatever was judged', () => {
  const report = { status: 'pass', verified: true, blocking: [], confidence_qualifier: 'verified' } as unknown
  expect(interruptedReport(report as BranchReport)).toMatchObject({
    status: 'error',
    verified: false,
    blocking: [expect.stringMatching(/^interrupted/)],
    confidence_qualifier: 'not verified: interrupted',
  })
})

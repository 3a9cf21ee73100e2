import { expect, test } from 'vitest'
import type { Check } from '../model/check.ts'
import type { Inventory, RunFacts } from '../model/run-facts.ts'
import { examine } from './examine.ts'
import type { Planned } from './plan-branch.ts'
import { type CheckRun, unstarted } from './run-check.ts'
import { askSideBySide } from './side-by-side.ts'
import type { Trees } from './trees.ts'

const ID = 'a.test.js::adds'
const limits = { timeout_ms: 1_000, stall_ms: 1_000 }
const run = (state: 'green' | 'red', more: Partial<RunFacts> = {}): CheckRun => ({
  facts: {
    ...unstarted('', null),
    end: 'exited',
    exit_code: state === 'green' ? 0 : 1,
    complete: true,
    incomplete: [],
    items: [{ id: ID, state, file: 'a.test.js', message: null }],
    ...more,
  },
  argv: ['node', '--test'],
  log: null,
  reportDirectory: '',
  coverage: [],
  instrument: [],
  executed: [],
  detail: null,
})
const inventory: Inventory = {
  complete: true,
  incomplete: [],
  required: [ID],
  red: [],
  unstable: [],
  duration_ms: 1,
}

const examined = async (beside: CheckRun | null, alone: CheckRun, cached: Inventory | null = inventory) => {
  const asked: string[] = []
  const { status } = await examine({
    project: {} as never,
    check: { id: 'node:.:tests:node-test', kind: 'tests' } as Check,
    ask: async (tree, _, __, label) => {
      asked.push(label)
      return tree === 'alone' ? alone : run('green')
    },
    inventory: { read: async () => cached, write: async () => undefined },
    goals: [],
    knownRed: [],
    lockedFiles: new Set(),
    limits,
    beside,
    say: () => undefined,
  })
  return { status, asked }
}

test('a green answer that was had side by side is a pass, and is not asked for again', async () => {
  expect(await examined(run('green'), run('red'))).toEqual({ status: 'pass', asked: [] })
  expect(await examined(run('green'), run('red'), null)).toEqual({
    status: 'pass',
    asked: ['control', 'control-again'],
  })
})

test('anything else that was had side by side is asked again alone, and the answer alone counts', async () => {
  const missing = run('green', { items: [] })
  const hung = run('green', { end: 'timed-out', complete: false, incomplete: ['it took too long'] })
  const touched = { ...run('green'), instrument: ['the locked file a.test.js was changed during the run'] }
  for (const beside of [run('red'), missing, hung, touched]) {
    expect(await examined(beside, run('green'))).toEqual({ status: 'pass', asked: ['alone'] })
  }
  expect(await examined(run('red'), run('red'))).toEqual({ status: 'fail', asked: ['alone', 'control-now'] })
})

const project = (stack: string, directory: string): Planned['projects'][number] =>
  ({
    stack: { id: stack },
    plan: { directory, checks: [{ id: `${stack}:${directory}:tests`, kind: 'tests' }] },
  }) as unknown as Planned['projects'][number]

/** Trees in which every run waits until `together` of them have begun. */
const meeting = (together: number) => {
  const begun: string[] = []
  let open: () => void
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  const trees = {
    run: async (_: unknown, { id }: Check) => {
      begun.push(id)
      if (begun.length === together) open()
      await all
      return run('green')
    },
  } as unknown as Trees
  return { trees, begun }
}

const ask = async (projects: readonly Planned['projects'][number][], together: number) => {
  const { trees, begun } = meeting(together)
  const planned = { projects } as unknown as Planned
  const answers = askSideBySide(planned, trees, limits, { say: () => undefined })
  return { answers: [...(await answers).keys()].map(({ id }) => id), begun }
}

test('stacks run side by side, each with its projects in turn', async () => {
  const projects = [project('node', 'a'), project('python', '.'), project('node', 'b')]
  const { answers, begun } = await ask(projects, 2)
  expect(begun).toEqual(['node:a:tests', 'python:.:tests', 'node:b:tests'])
  expect(answers).toHaveLength(3)
})

test('one stack has its turn as ever', async () => {
  expect(await ask([project('node', 'a'), project('node', 'b')], 1)).toEqual({ answers: [], begun: [] })
})

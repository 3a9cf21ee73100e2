import { expect, test } from 'vitest'
import type { Registration } from '../model/registrations.ts'
import type { Inventory, Item, RunFacts } from '../model/run-facts.ts'
import { againstBase, redefined } from './against-base.ts'
import { inventoryOf } from './inventory.ts'

const item = (id: string, state: Item['state'], tentative?: Item['tentative']): Item => ({
  id,
  state,
  file: null,
  message: state === 'red' ? 'words' : null,
  ...(tentative === undefined ? {} : { tentative }),
})
const run = (items: readonly Item[], registrations?: readonly Registration[]): RunFacts => ({
  kind: 'tests',
  end: 'exited',
  exit_code: 0,
  signal: null,
  duration_ms: 1,
  complete: true,
  incomplete: [],
  contradictions: [],
  items,
  skipped: 0,
  anomalies: [],
  ...(registrations === undefined ? {} : { registrations }),
})
const check = (id: string, text: string | null = 'command'): Registration => ({ group: 'check', id, text, file: null })
const part = (id: string, text = ''): Registration => ({ group: 'part', id, text, file: 'tests/a.c' })
const base = (facts: RunFacts): Inventory => inventoryOf(facts, null)

test('what a test prints counts unless the base prints it too', () => {
  const said = run([item('a', 'red', 'new')])
  expect(againstBase(said, base(run([item('a', 'green')]))).items).toEqual([item('a', 'red')])
  expect(againstBase(said, base(said)).items).toEqual([item('a', 'green')])
  expect(base(said)).toMatchObject({ required: ['a'], red: [] })
})

test('a warning counts only where the base has none at all', () => {
  const said = run([item('new', 'red', 'clean')])
  expect(againstBase(said, base(run([]))).items).toEqual([item('new', 'red')])
  expect(againstBase(said, base(run([item('old', 'red', 'clean')]))).items).toEqual([])
})

test('a check that only the branch registers is in no signal, whatever it says', () => {
  const found = againstBase(
    run([item('a', 'green'), item('b', 'red')], [check('a'), check('b')]),
    base(run([item('a', 'green')], [check('a')])),
  )
  expect(found.items).toEqual([item('a', 'green')])
  expect(found.anomalies).toMatchObject([{ kind: 'check-added' }])
})

test.each([
  ['the same', [check('a')], [item('a', 'green')], 0],
  ['another command', [check('a', 'true')], [item('a', 'green')], 1],
  ['a definition that cannot be told', [check('a', null)], [item('a', 'green')], 0],
  ['gone from a green run', [], [item('b', 'green')], 1],
  ['gone from a red run', [], [item('b', 'red')], 0],
  ['one check more', [check('a'), check('b')], [item('a', 'green')], 0],
  ['one part more', [check('a'), part('tests/a.c in t: NDEBUG', '-DNDEBUG')], [item('a', 'green')], 1],
] as const)('registrations: %s', (_, registrations, items, sentences) => {
  expect(redefined(base(run([item('a', 'green')], [check('a')])), run(items, registrations))).toHaveLength(sentences)
})

test('two checks of one name are held against two', () => {
  const locked = base(run([item('a', 'green')], [check('a', 'one'), check('a', 'two')]))
  expect(redefined(locked, run([item('a', 'green')], [check('a', 'two'), check('a', 'one')]))).toEqual([])
  expect(redefined(locked, run([item('a', 'green')], [check('a', 'one'), check('a', 'one')]))).toHaveLength(1)
})

test('of findings of which only new ones count, the base allows as many as it has, and requires none', () => {
  const said = (count: number): RunFacts => ({
    ...run(Array.from({ length: count }, () => item('lint unused a.go', 'red', 'new'))),
    kind: 'lint',
  })
  const twice = inventoryOf(said(2), said(2))
  expect(twice).toMatchObject({ required: [], red: [], complete: true })
  expect(againstBase(said(1), twice).items).toEqual([])
  expect(againstBase(said(2), twice).items).toEqual([])
  expect(againstBase(said(3), twice).items).toEqual([item('lint unused a.go', 'red')])
})

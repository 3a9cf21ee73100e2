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

test.each([
  ['tests', [item('a', 'red', 'new')], [item('a', 'red')]],
  ['tests', [item('a', 'red', 'clean')], [item('a', 'red', 'new')]],
  ['tests', [item('a', 'red', 'clean')], [item('b', 'red')]],
  ['lint', [item('a', 'red', 'new')], [item('a', 'red', 'clean')]],
  ['lint', [item('a', 'red', 'new')], [item('a', 'red')]],
] as const)('%s: nothing that the base says in another way takes a red item away (%#)', (kind, before, after) => {
  const [locked, said] = [
    { ...run(before), kind },
    { ...run(after), kind },
  ]
  expect(againstBase(said, base(locked)).items).toEqual(after.map(({ id }) => item(id, 'red')))
})

test('what is not tentative is not in the inventory as such', () => {
  expect(base(run([item('a', 'red'), item('b', 'green')]))).not.toHaveProperty('tentative')
})

test('a check that only the branch registers is in no signal, whatever it says', () => {
  const found = againstBase(
    run([item('a', 'green'), item('b', 'red'), item('b > held', 'red')], [check('a'), check('b')]),
    base(run([item('a', 'green')], [check('a')])),
  )
  expect(found.items).toEqual([item('a', 'green')])
  expect(found.anomalies).toMatchObject([{ kind: 'check-added' }])
})

test('skipped checks are counted without those that only the branch registers and those that only hold others', () => {
  const items = [item('a', 'green'), item('b', 'skipped'), item('c', 'skipped')]
  const locked = base(run([item('a', 'green')], [check('a'), check('b')]))
  const holder: Item = { ...item('d', 'skipped'), counted: false }
  const found = againstBase(run([...items, holder], [check('a'), check('b'), check('c')]), locked)
  expect(found).toMatchObject({ skipped: 1, items: [{ id: 'a' }, { id: 'b' }, { id: 'd' }] })
})

test.each([
  ['the base registers nothing', undefined, [check('a')]],
  ['the base registers parts alone', [part('a')], [check('a')]],
  ['the branch registers nothing', [check('b')], undefined],
  ['the branch registers a part of that name', [check('b')], [check('b'), part('a')]],
  ['both register it', [check('a')], [check('a')]],
])('a red item stays in the signal where %s', (_, before, after) => {
  const said = run([item('a', 'red')], after)
  expect(againstBase(said, base(run([item('b', 'green')], before)))).toEqual(said)
})

test.each([
  ['the same', [check('a')], [item('a', 'green')], 0],
  ['another command', [check('a', 'true')], [item('a', 'green')], 1],
  ['a definition that cannot be told', [check('a', null)], [item('a', 'green')], 0],
  ['gone from a green run', [], [item('b', 'green')], 1],
  ['gone from a red run', [], [item('b', 'red')], 0],
  ['gone from a run that is red in part', [], [item('b', 'green'), item('c', 'red')], 0],
  ['gone from a run in which nothing ran', [], [item('b', 'skipped')], 0],
  ['one check more', [check('a'), check('b')], [item('a', 'green')], 0],
  ['one part more', [check('a'), part('tests/a.c in t: NDEBUG', '-DNDEBUG')], [item('a', 'green')], 1],
] as const)('registrations: %s', (_, registrations, items, sentences) => {
  expect(redefined(base(run([item('a', 'green')], [check('a')])), run(items, registrations))).toHaveLength(sentences)
})

test('what cannot be told at the base may be anything on the branch', () => {
  const locked = base(run([item('a', 'green')], [check('a', null)]))
  expect(redefined(locked, run([item('a', 'green')], [check('a', 'command')]))).toEqual([])
})

test('one that cannot be told stands for one that is missing, and not for two', () => {
  const locked = base(run([item('a', 'green')], [check('a', 'one'), check('a', 'two')]))
  const after = (...texts: (string | null)[]) => texts.map((text) => check('a', text))
  expect(redefined(locked, run([item('a', 'green')], after('one', null)))).toEqual([])
  expect(redefined(locked, run([item('a', 'green')], after(null)))).toHaveLength(1)
})

test.each([
  ['the base', undefined, [check('a')]],
  ['the branch', [check('a')], undefined],
  ['either', undefined, undefined],
])('where %s tells of no registrations nothing is redefined', (_, before, after) => {
  expect(redefined(base(run([item('a', 'green')], before)), run([item('a', 'green')], after))).toEqual([])
})

test('what is redefined is named, what is new after what changed', () => {
  const locked = base(run([item('a', 'green')], [check('a'), check('b'), part('p')]))
  const after = [check('a', 'true'), check('new'), part('z'), part('p', '-DNDEBUG'), part('y'), part('z', 'again')]
  expect(redefined(locked, run([item('a', 'green')], after))).toEqual([
    'check-redefined: a is defined otherwise than at the lock',
    'check-redefined: b is not registered any more',
    'check-redefined: p is defined otherwise than at the lock',
    'check-redefined: y is new on the branch',
    'check-redefined: z is new on the branch',
  ])
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

test('a setting that holds otherwise or not any more is a change; one more is none', () => {
  const setting = (id: string, text: string): Registration => ({ group: 'setting', id, text, file: 'tests/a.c' })
  const locked = base(run([item('a', 'green')], [setting('assert', 'aborts')]))
  const now = (...found: readonly Registration[]) => redefined(locked, run([item('a', 'green')], found))
  expect(now(setting('assert', 'aborts'), setting('EOF', '-1'))).toEqual([])
  expect(now(setting('assert', 'nothing'))).toHaveLength(1)
  expect(now(part('assert', 'product'))).toHaveLength(1)
  expect(now()).toHaveLength(1)
})

test('a target that holds less than at the lock is a change; one that holds more, or is gone, is none', () => {
  const holds = (...texts: string[]) =>
    texts.map((text): Registration => ({ group: 'target', id: 't', text, file: null }))
  const exempt = (id: string): Registration => ({
    group: 'exemption',
    id,
    text: id,
    file: null,
    beside: { id: 't', text: '-Werror' },
  })
  const locked = base(run([item('a', 'green')], [...holds('', '-Wall', '-Werror'), exempt('-Wno-old')]))
  const lax = base(run([item('a', 'green')], holds('')))
  const now = (found: readonly Registration[], at = locked) => redefined(at, run([item('a', 'green')], found))
  expect(now([...holds('', '-Wall', '-Werror', '-Wextra')])).toEqual([])
  expect(now([])).toEqual([])
  expect(now(holds(''))).toEqual(['check-redefined: t without -Wall, -Werror'])
  expect(now([...holds('', '-Wall', '-Werror'), exempt('-Wno-x')])).toEqual([
    'check-redefined: -Wno-x is new on the branch',
  ])
  expect(now([...holds('', '-Werror'), exempt('-Wno-x')], lax)).toEqual([])
})

import { expect, test } from 'vitest'
import type { Baseline } from '../model/baseline.ts'
import type { Config } from '../model/config.ts'
import type { Verdict } from '../model/verdict.ts'
import { judgeMetrics } from './metric-gates.ts'

const COMMIT = 'a'.repeat(40)
const approved = (more: Partial<Baseline> = {}): Baseline => ({
  version: 1,
  metrics: { eval: { recall: { door: 0.9, grille: 0.5 } } },
  commit: COMMIT,
  proposed_at: '2026-10-01',
  approved_by: 'Ann',
  approved_at: '2026-10-02',
  ...more,
})
const treeWith = (files: Readonly<Record<string, unknown>>, commit = 'b'.repeat(40), changed = false) => ({
  commit,
  dirty: false,
  committed: async () =>
    Object.entries(files).map(([path, text]) => ({
      path,
      text: typeof text === 'string' ? text : JSON.stringify(text),
      changed,
    })),
})
const RULES: Config = { gates: { 'eval.recall.*': { max_drop: 0.05 } }, baseline: 'baselines/' }
const layers = (recall: Record<string, number>, status: Verdict['status'] = 'pass'): Record<string, Verdict> => ({
  eval: { status, blocking: status === 'pass' ? [] : ['x'], metrics: { recall } },
})
const says = async (
  recall: Record<string, number>,
  tree: ReturnType<typeof treeWith>,
  config = RULES,
  today = '2026-11-01',
) => {
  const verdict = await judgeMetrics(config, layers(recall), tree, today)
  return verdict === null ? null : [verdict.status, verdict.blocking[0] ?? '']
}
const FILE = 'baselines/2026-10-01.json'

test('a rule that stands alone needs no baseline: it is alive where the run has what it speaks of', async () => {
  const alone = (rule: object): Config => ({ gates: { 'eval.recall.*': rule } }) as Config
  expect(await says({ door: 0.9, grille: 0.4 }, treeWith({}), alone({ min: 0.5 }))).toEqual([
    'fail',
    'eval.recall.grille is 0.4 (at least 0.5)',
  ])
  expect(await says({ door: 0.9 }, treeWith({}), alone({ min: 0.5 }))).toEqual(['pass', ''])
  expect(await says({ door: 0 }, treeWith({}), alone({ never_zero: true }))).toEqual([
    'fail',
    'eval.recall.door is zero',
  ])
  expect((await says({ door: 0.9 }, treeWith({}), alone({ min: 0 })))?.[0]).toBe('error')
  const nowhere = { gates: { 'eval.precision.*': { min: 0.5 } } } as Config
  expect((await says({ door: 0.9 }, treeWith({}), nowhere))?.[0]).toBe('error')
})

test('a drop beyond the limit is a fail that names the class', async () => {
  const tree = treeWith({ [FILE]: approved() })
  expect(await says({ door: 0.9, grille: 0.46 }, tree)).toEqual(['pass', ''])
  expect(await says({ door: 0.9, grille: 0.43 }, tree)).toEqual([
    'fail',
    'eval.recall.grille dropped 0.07 vs baseline (limit 0.05)',
  ])
})

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['none', {}, 'no baseline is committed in baselines/'],
  ['a proposal only', { 'baselines/proposed/2026-10-01.json': approved() }, 'no baseline is committed in baselines/'],
  ['not approved', { [FILE]: { ...approved(), approved_by: undefined } }, `the baseline ${FILE}: nobody approved it`],
  ['expired', { [FILE]: approved({ expires: '2026-10-31' }) }, `the baseline ${FILE}: it expired on 2026-10-31`],
  [
    'of tomorrow',
    { [FILE]: approved({ approved_at: '2026-11-02' }) },
    `the baseline ${FILE}: it was approved on 2026-11-02, and today is 2026-11-01: a clock is wrong`,
  ],
  [
    'that predicted nothing',
    { [FILE]: approved({ metrics: { eval: { recall: { door: 0 } } } }) },
    `the baseline ${FILE}: every number in it is zero: the run predicted nothing`,
  ],
  ['broken', { [FILE]: '{' }, `the baseline ${FILE}: it is not JSON`],
  [
    'with a key of its own',
    { [FILE]: { ...approved(), metric: 1 } },
    `the baseline ${FILE}: the whole: Unrecognized key`,
  ],
])('a baseline that does not count: %s', async (_, files, expected) => {
  const [status, reason] = (await says({ door: 0.9, grille: 0.5 }, treeWith(files))) ?? []
  expect([status, String(reason).slice(0, expected.length)]).toEqual(['error', expected])
})

test('the last day of a baseline still counts, and the newest one is taken', async () => {
  expect(await says({ door: 0.9, grille: 0.5 }, treeWith({ [FILE]: approved({ expires: '2026-11-01' }) }))).toEqual([
    'pass',
    '',
  ])
  const two = {
    'baselines/2026-10-01.json': approved(),
    'baselines/2026-10-15-b.json': approved({ metrics: { eval: { recall: { door: 0.2, grille: 0.2 } } } }),
  }
  expect((await says({ door: 0.16, grille: 0.16 }, treeWith(two)))?.[0]).toBe('pass')
})

test('every class that shifts alike is one error, and not a fail for each', async () => {
  const classes = ['a', 'b', 'c', 'd', 'e']
  const all = (value: number) => Object.fromEntries(classes.map((name) => [name, value]))
  const tree = treeWith({ [FILE]: approved({ metrics: { eval: { recall: all(0.9) } } }) })
  expect(await says(all(0.8), tree)).toEqual([
    'error',
    'the baseline moved: all 5 of eval.recall changed by about -0.1; look at the measure, the data and the machine before the change',
  ])
  expect((await says({ ...all(0.9), a: 0.2 }, tree))?.[0]).toBe('fail')
  expect((await says({ ...all(0.8), a: 0.9 }, tree))?.[0]).toBe('fail')
})

test('on its own commit a drop is drift of the baseline', async () => {
  const [status, reason] = (await says({ door: 0.9, grille: 0.1 }, treeWith({ [FILE]: approved() }, COMMIT))) ?? []
  expect([status, reason]).toEqual(['error', `the baseline drifted: ${FILE} does not hold on its own commit`])
})

test('a dead gate is an error until a person lists it as not gated', async () => {
  const metrics = { eval: { recall: { door: 0.9, grille: 0.02 } } }
  const dead = await says({ door: 0.9, grille: 0 }, treeWith({ [FILE]: approved({ metrics }) }))
  expect(dead?.[0]).toBe('error')
  expect(dead?.[1]).toMatch(/^dead gate: eval\.recall\.grille max_drop/)
  const accepted = approved({ metrics, not_gated: [{ class: 'grille', reason: 'too few' }] })
  const verdict = await judgeMetrics(
    RULES,
    layers({ door: 0.9, grille: 0 }),
    treeWith({ [FILE]: accepted }),
    '2026-11-01',
  )
  expect([verdict?.status, verdict?.not_gated]).toEqual(['pass', [expect.stringContaining('too few')]])
})

test('a baseline that was edited in the working tree is named, and the committed one counts', async () => {
  const verdict = await judgeMetrics(
    RULES,
    layers({ door: 0.9, grille: 0.5 }),
    treeWith({ [FILE]: approved() }, COMMIT, true),
    '2026-11-01',
  )
  expect(verdict).toMatchObject({ status: 'pass', anomalies: [{ kind: 'baseline-edited', path: FILE }] })
})

test('rules of layers that did not run, or that are an error themselves, judge nothing', async () => {
  expect(
    await judgeMetrics({ ...RULES, gates: { 'other.x': { min: 1 } } }, layers({ door: 1 }), treeWith({}), '2026-11-01'),
  ).toBeNull()
  expect(await judgeMetrics(RULES, layers({ door: 1 }, 'error'), treeWith({}), '2026-11-01')).toBeNull()
})

test('limits of their own need no baseline; a drop needs one', async () => {
  const config: Config = { gates: { 'eval.recall.door': { min: 0.95 } } }
  expect(await says({ door: 0.9 }, treeWith({}), config)).toEqual(['fail', 'eval.recall.door is 0.9 (at least 0.95)'])
  expect((await says({ door: 0.9 }, treeWith({}), { gates: RULES.gates }))?.[0]).toBe('error')
})

test('how much truth a layer counts for a class is known to the rules of that layer', async () => {
  const tree = treeWith({ [FILE]: approved({ counts: { 'eval.door': 90, 'eval.grille': 4, 'other.grille': 90 } }) })
  const config: Config = { ...RULES, gates: { 'eval.recall.*': { max_drop: 0.05, min_count: 20 } } }
  const judged = await judgeMetrics(config, layers({ door: 0.9, grille: 0.25 }), tree, '2026-11-01')
  expect(judged).toMatchObject({
    ...{ status: 'pass', judged: 1 },
    not_gated: ['eval.recall.grille: 4 of truth in the baseline is too little'],
  })
  const counted = { eval: { ...layers({ door: 0.9, grille: 0.5 }).eval, counts: { door: 3, grille: 4 } } as Verdict }
  expect((await judgeMetrics(config, counted, tree, '2026-11-01'))?.blocking).toEqual([
    'eval.recall.door lost its truth: 3 now, 90 in the baseline',
  ])
})

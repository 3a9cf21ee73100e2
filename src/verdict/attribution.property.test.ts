import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Inventory, RunFacts } from '../model/run-facts.ts'
import type { AttributionEvidence } from './attribution.ts'
import { evidence, findings, id, item, run, settleIn, type World } from './fixtures/facts.ts'
import { inventoryOf } from './inventory.ts'
import { countIds, countOf } from './multiset.ts'

const names = fc.constantFrom('a', 'b', 'c', 'd', 'a/n')
const word = fc.oneof(
  { weight: 5, arbitrary: names },
  { weight: 2, arbitrary: names.map((name) => `-${name}`) },
  { weight: 1, arbitrary: names.map((name) => `~${name}`) },
)
const words = fc.array(word, { maxLength: 6 }).map((each) => each.join(' '))
const ends = fc.oneof(
  { weight: 12, arbitrary: fc.constant('exited' as const) },
  fc.constantFrom(
    'signalled' as const,
    'timed-out' as const,
    'stalled' as const,
    'cancelled' as const,
    'not-started' as const,
    'write-failed' as const,
  ),
)
const rarely = (sentence: string) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant([] as string[]) }, { weight: 1, arbitrary: fc.constant([sentence]) })
const flaws = fc.record({
  end: ends,
  incomplete: rarely('cut off'),
  contradictions: rarely('forged'),
  exit_code: fc.constantFrom(0, 1, 2),
  signal: fc.constantFrom(null, null, null, 'SIGSEGV'),
})
const testRun: fc.Arbitrary<RunFacts> = fc.tuple(words, flaws).map(([each, more]) => run(each, more))
const lintRun: fc.Arbitrary<RunFacts> = fc
  .tuple(fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 }), flaws)
  .map(([rules, more]) => findings(rules.join(' '), more))

interface Scene {
  readonly start: AttributionEvidence
  readonly world: World
}
const sceneOf = (runs: fc.Arbitrary<RunFacts>): fc.Arbitrary<Scene> =>
  fc
    .record({
      change: runs,
      first: runs,
      again: fc.option(runs),
      now: fc.option(runs),
      second: fc.option(runs),
      like: fc.constantFrom('control', 'change', 'both', 'none'),
      goals: fc.uniqueArray(names, { maxLength: 1 }),
      knownRed: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 1 }),
      instrument: rarely('a locked file changed'),
      locked: fc.subarray(['a.test.ts', 'b.test.ts', 'c.test.ts']),
    })
    .map(({ change, first, again, now, second, like, goals, knownRed, instrument, locked }) => ({
      start: evidence(change, {
        goals: goals.map(id),
        knownRed: knownRed.flatMap((name) => [id(name), 'eslint x a.ts']),
        instrument,
        lockedFiles: new Set(locked),
      }),
      world: {
        cached: inventoryOf(first, again),
        now: like === 'control' || like === 'both' ? first : (now ?? 'unavailable'),
        second: like === 'change' || like === 'both' ? change : (second ?? 'unavailable'),
      },
    }))
const scenes = fc.oneof({ weight: 3, arbitrary: sceneOf(testRun) }, { weight: 1, arbitrary: sceneOf(lintRun) })

const rank = { error: 0, fail: 1, pass: 2 }
const statusOf = ({ start, world }: Scene) => settleIn(start, world).answer.status
const runs = { numRuns: 500 }

const shuffled = (facts: RunFacts, seed: number): RunFacts => ({
  ...facts,
  items: [...facts.items]
    .map((each, at) => ({ each, key: (at * 7919 + seed) % 101 }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each),
})

describe('decide, whatever happened', () => {
  it('ends after four questions at most, and gives reasons for all but a pass', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(scenes, ({ start, world }) => {
        const { answer } = settleIn(start, world)
        seen.add(`${answer.status} ${answer.attribution}`)
        expect(answer.blocking.length === 0).toBe(answer.status === 'pass')
        expect(answer.attribution === null || answer.status !== 'pass').toBe(true)
        expect(answer.blocking.length).toBeLessThanOrEqual(21)
      }),
      { numRuns: 2500, seed: 20 },
    )
    // The scenes reach every answer there is: a test that only ever sees errors proves nothing.
    expect([...seen].sort()).toEqual([
      'error base-red',
      'error environment',
      'error instrument',
      'error not-deterministic',
      'error null',
      'fail change',
      'fail goal',
      'pass null',
    ])
  })
  it('passes only a complete run in which all that is required is green and every red item is approved', () => {
    fc.assert(
      fc.property(scenes, ({ start, world }) => {
        if (settleIn(start, world).answer.status !== 'pass') return
        const { run: change, goals, knownRed, instrument } = start
        expect([change.end, change.complete, change.incomplete, change.contradictions, instrument]).toEqual([
          'exited',
          true,
          [],
          [],
          [],
        ])
        const green = countIds(change.items.filter(({ state }) => state === 'green').map((each) => each.id))
        if (change.kind === 'tests') {
          expect(green.size).toBeGreaterThan(0)
          for (const [each, count] of countIds(world.cached.required))
            expect(countOf(green, each)).toBeGreaterThanOrEqual(count)
          for (const goal of goals) expect(countOf(green, goal)).toBeGreaterThan(0)
        }
        for (const each of change.items) if (each.state === 'red') expect(knownRed).toContain(each.id)
      }),
      runs,
    )
  })
  it('fails only against a control that ran now and is complete', () => {
    fc.assert(
      fc.property(scenes, ({ start, world }) => {
        const { asked, answer } = settleIn(start, world)
        if (answer.status !== 'fail') return
        expect(asked.some((question) => question.startsWith('control-now'))).toBe(true)
        expect(world.now).toMatchObject({ complete: true, end: 'exited', contradictions: [] })
      }),
      runs,
    )
  })
  it('fails for a red test that the base does not have only in a locked file that a base without red ran', () => {
    let seen = 0
    const some = fc.array(names, { maxLength: 4 })
    const scene = sceneOf(some.map((each) => run(each.join(' ')))).map(({ start, world }) => ({
      start: { ...start, run: run('-a/n', { items: [...start.run.items, item('-a/n')] }) },
      world,
    }))
    fc.assert(
      fc.property(scene, ({ start, world }) => {
        const { answer } = settleIn({ ...start, instrument: [] }, world)
        if (answer.status !== 'fail' || answer.attribution !== 'change' || world.now === 'unavailable') return
        const { items } = world.now
        const known = new Set(items.map((each) => each.id))
        const red = start.run.items.filter(({ state }) => state === 'red')
        if (red.length === 0 || red.some((each) => known.has(each.id))) return
        seen += 1
        const files = items.flatMap(({ file, state }) => (state === 'skipped' ? [] : [file]))
        expect(red.some(({ file }) => start.lockedFiles.has(`${file}`) && files.includes(file))).toBe(true)
        expect([...world.cached.red]).toEqual([])
      }),
      { numRuns: 3000, seed: 11 },
    )
    expect(seen).toBeGreaterThan(20)
  })
  it('does not depend on the order of items, but for the order of what it names', () => {
    const asSet = (list: readonly unknown[] = []) => list.map((each) => JSON.stringify(each)).sort()
    const settled = (...scene: Parameters<typeof settleIn>) => {
      const { asked, answer } = settleIn(...scene)
      const { blocking, failing, base_red, ...rest } = answer
      return [asked, rest, asSet(blocking), asSet(failing), asSet(base_red)]
    }
    fc.assert(
      fc.property(scenes, fc.nat(100), ({ start, world }, seed) => {
        const mixed = {
          start: { ...start, run: shuffled(start.run, seed) },
          world: {
            ...world,
            now: world.now === 'unavailable' ? world.now : shuffled(world.now, seed),
            second: world.second === 'unavailable' ? world.second : shuffled(world.second, seed),
          },
        }
        expect(settled(mixed.start, mixed.world)).toEqual(settled(start, world))
      }),
      runs,
    )
  })
  it('worse evidence of the run never turns an error or a fail into a pass', () => {
    const spoil: fc.Arbitrary<(facts: RunFacts, cached: Inventory) => RunFacts> = fc.constantFrom<
      (facts: RunFacts, cached: Inventory) => RunFacts
    >(
      (facts) => ({ ...facts, complete: false, incomplete: ['cut off'] }),
      (facts) => ({ ...facts, contradictions: ['forged'] }),
      (facts) => ({ ...facts, end: 'signalled' as const }),
      (facts) => ({ ...facts, end: 'timed-out' as const, complete: false, incomplete: ['too long'] }),
      (facts, cached) => ({ ...facts, items: facts.items.filter((each) => !cached.required.includes(each.id)) }),
      (facts) => ({
        ...facts,
        items: facts.items.map((each) => (each.state === 'green' ? { ...each, state: 'red' as const } : each)),
      }),
      (facts) => ({
        ...facts,
        items: facts.items.map((each) => (each.state === 'green' ? { ...each, state: 'skipped' as const } : each)),
      }),
      (facts) => ({
        ...facts,
        items: [...facts.items, facts.kind === 'tests' ? item('-e') : { ...item('-e'), id: 'eslint new a.ts' }],
      }),
    )
    fc.assert(
      fc.property(scenes, spoil, ({ start, world }, worsen) => {
        const before = statusOf({ start, world })
        const worse = statusOf({ start: { ...start, run: worsen(start.run, world.cached) }, world })
        if (before !== 'pass') expect(worse).not.toBe('pass')
      }),
      runs,
    )
  })
  it('worse evidence of the control or of a second run never improves a verdict', () => {
    const gone: fc.Arbitrary<Partial<World>> = fc.constantFrom({ now: 'unavailable' }, { second: 'unavailable' })
    fc.assert(
      fc.property(scenes, gone, ({ start, world }, less) => {
        expect(rank[statusOf({ start, world: { ...world, ...less } })]).toBeLessThanOrEqual(
          rank[statusOf({ start, world })],
        )
      }),
      runs,
    )
  })
  it('a contradiction found outside the run is always an error', () => {
    fc.assert(
      fc.property(scenes, ({ start, world }) => {
        expect(statusOf({ start: { ...start, instrument: ['changed'] }, world })).toBe('error')
      }),
    )
  })
})

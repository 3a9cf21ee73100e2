import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Verdict } from '../model/verdict.ts'
import { combine, type Layer } from './combine.ts'

const layer = (id: string, status: Verdict['status']): Layer => ({
  id,
  verdict: { status, blocking: status === 'pass' ? [] : ['it broke'], metrics: {} },
})
const verdicts: fc.Arbitrary<Verdict> = fc
  .constantFrom<Verdict['status']>('pass', 'pass', 'fail', 'error')
  .chain((status) =>
    fc.record({
      status: fc.constant(status),
      blocking: fc.array(fc.string({ minLength: 1 }), {
        minLength: status === 'pass' ? 0 : 1,
        maxLength: status === 'pass' ? 0 : 21,
      }),
      metrics: fc.constantFrom<Verdict['metrics']>({}, { x: 1 }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  )
const ran: fc.Arbitrary<Layer> = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), verdict: verdicts })
const precluded: fc.Arbitrary<Layer> = fc.record({
  id: fc.constantFrom('e', 'f'),
  precludedBy: fc.constantFrom('a', 'e', 'f'),
})
const layers: fc.Arbitrary<Layer[]> = fc.uniqueArray(
  fc.oneof({ weight: 4, arbitrary: ran }, { weight: 1, arbitrary: precluded }),
  { selector: ({ id }) => id },
)
const rank = { error: 0, fail: 1, pass: 2 }

describe('combine, whatever it is given', () => {
  it('order never matters, blocking fits the status, and a pass is made of passes', () => {
    fc.assert(
      fc.property(
        layers.chain((each) => fc.tuple(fc.constant(each), fc.shuffledSubarray(each, { minLength: each.length }))),
        ([one, other]) => {
          const whole = combine(one)
          expect(combine(other)).toEqual(whole)
          expect(whole.blocking.length === 0).toBe(whole.status === 'pass')
          expect(whole.blocking.length).toBeLessThanOrEqual(21)
          if (whole.status === 'pass')
            expect(one.length > 0 && one.every((each) => 'verdict' in each && each.verdict.status === 'pass')).toBe(
              true,
            )
          expect(Object.keys(whole.metrics)).toHaveLength(one.length)
        },
      ),
    )
  })
  it('a worse layer, or one more that did not pass, never improves it', () => {
    const worse = fc.constantFrom('fail' as const, 'error' as const)
    fc.assert(
      fc.property(layers, worse, fc.nat(), (given, status, at) => {
        const before = rank[combine(given).status]
        if (given.length > 0) expect(rank[combine([...given, layer('new', status)]).status]).toBeLessThanOrEqual(before)
        const spoilt = given.map((each, index) =>
          index === at % given.length && 'verdict' in each && rank[status] < rank[each.verdict.status]
            ? layer(each.id, status)
            : each,
        )
        const explained = given.every((each) => 'verdict' in each)
        if (explained) expect(rank[combine(spoilt).status]).toBeLessThanOrEqual(before)
      }),
    )
  })
})

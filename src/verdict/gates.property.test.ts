import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GateRules } from './gate-rules.ts'
import { gates } from './gates.ts'

const value = fc.double({ min: 0, max: 1, noNaN: true })
const named = (each: fc.Arbitrary<number>) => fc.dictionary(fc.constantFrom('a', 'b', 'c'), each)
const rules: fc.Arbitrary<GateRules> = fc.dictionary(
  fc.constantFrom('a', 'b', '*', 'x'),
  fc.record(
    { max_drop: value, max_rise: value, min: value, max: value, never_zero: fc.boolean() },
    { requiredKeys: [] },
  ),
)
const rank = { error: 0, fail: 1, pass: 2 }

describe('gates, whatever they are given', () => {
  it('give a reason for all but a pass, and pass only what was judged', () => {
    fc.assert(
      fc.property(named(value), named(value), rules, (base, now, given) => {
        const { status, blocking, judged } = gates({ metrics: base }, now, given)
        expect(blocking.length === 0).toBe(status === 'pass')
        if (status === 'pass') expect(judged).toBeGreaterThan(0)
      }),
    )
  })
  it('one more rule, or one metric less, never improves the answer', () => {
    fc.assert(
      fc.property(named(value), named(value), rules, fc.constantFrom('a', 'b', 'c'), (base, now, given, gone) => {
        const answer = rank[gates({ metrics: base }, now, given).status]
        if (gone in base && gates({ metrics: base }, now, given).status === 'pass') {
          const less = Object.fromEntries(Object.entries(now).filter(([name]) => name !== gone))
          if (Object.keys(given).includes('*')) expect(gates({ metrics: base }, less, given).status).toBe('error')
        }
        if (answer > 0)
          expect(rank[gates({ metrics: base }, now, { ...given, new: { max_drop: 0.1 } }).status]).toBeLessThanOrEqual(
            answer,
          )
      }),
    )
  })
})

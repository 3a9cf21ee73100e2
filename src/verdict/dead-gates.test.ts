import { describe, expect, it } from 'vitest'
import { deadGates, rangeOf } from './dead-gates.ts'
import type { GateBaseline, GateRule } from './gate-rules.ts'

const deadOf = (name: string, base: unknown, rule: GateRule) =>
  deadGates({ metrics: base === undefined ? {} : { [name]: base as number } }, { [name]: rule }).map(
    ({ threshold }) => threshold,
  )

describe('deadGates', () => {
  it('says which, and why', () => {
    expect(deadGates({ metrics: { recall: { a: 0.08, b: 0.9 } } }, { 'recall.*': { max_drop: 0.1 } })).toEqual([
      {
        rule: 'recall.*',
        name: 'recall.a',
        threshold: 'max_drop',
        reason: 'it is 0.08 in the baseline and cannot drop by more than 0.1',
        accepted: null,
      },
    ])
    expect(deadGates({ metrics: { f1: 0.95 } }, { f1: { max_rise: 0.1 } })[0]?.reason).toBe(
      'it is 0.95 in the baseline and cannot rise by more than 0.1',
    )
    expect(deadGates({ metrics: { f1: 0.95 } }, { f1: { min: 0 } })[0]?.reason).toBe(
      'no value from 0 to 1 can break it',
    )
  })
  it.each<[string, number, GateRule, string[]]>([
    ['recall', 0, { max_drop: 0.1 }, ['max_drop']],
    ['recall', 0.1, { max_drop: 0.1 }, ['max_drop']],
    ['recall', 1e-9, { max_drop: 0 }, ['max_drop']],
    ['recall', 0.11, { max_drop: 0.1 }, []],
    ['precision', 0.9, { max_rise: 0.1 }, ['max_rise']],
    ['precision', 0.89, { max_rise: 0.1 }, []],
    ['recall', 0.9, { min: 0 }, ['min']],
    ['recall', 0.9, { min: 0.01 }, []],
    ['recall', 0.9, { max: 1 }, ['max']],
    ['recall', 0.9, { max: 0.99 }, []],
    ['recall', 0, { never_zero: true }, []],
    ['recall', 0.9, { never_zero: true, range: [0.1, 1] }, ['never_zero']],
    ['recall', 0.9, { never_zero: true, range: [-1, 0] }, []],
    ['recall', 0.9, { never_zero: true, range: [-2, -1] }, ['never_zero']],
    ['speed', 5, { max_drop: 10 }, []],
    ['speed', 5, { max_drop: 10, range: [0, 100] }, ['max_drop']],
    ['speed', 5, { max_drop: 10, range: [-10, 100] }, []],
    ['recall', 0, { max_drop: 0.1, min: 0, never_zero: true }, ['max_drop', 'min']],
  ])('%s %s %j', (name, base, rule, dead) => {
    expect(deadOf(name, base, rule)).toEqual(dead)
  })
  it('a rule against a baseline without a value, or with one that is no number, is dead', () => {
    expect(
      deadGates({ metrics: {} }, { speed: { max_drop: 1, max_rise: 1, min: 1 } }).map(({ reason }) => reason),
    ).toEqual(['the baseline has no value for it', 'the baseline has no value for it'])
    expect(deadGates({ metrics: { speed: '+6%' } }, { speed: { max_drop: 1 } })[0]?.reason).toBe(
      'its value in the baseline is not a number',
    )
    expect(deadOf('speed', '+6%', { min: 1 })).toEqual([])
    expect(deadOf('recall', Number.NaN, { max_drop: 0.1 })).toEqual(['max_drop'])
  })
  it('a glob that matches nothing is dead as a whole', () => {
    expect(deadGates({ metrics: { a: 1 } }, { 'b.*': { min: 1 } })).toMatchObject([
      { name: 'b.*', threshold: null, reason: 'it matches no metric' },
    ])
  })
  it('a class with too little truth is not a gate', () => {
    const baseline = { metrics: { recall: { a: 0, b: 0 } }, counts: { a: 0, b: 5 } }
    expect(deadGates(baseline, { 'recall.*': { max_drop: 0.1 } }).map(({ name }) => name)).toEqual(['recall.b'])
    expect(deadGates(baseline, { 'recall.*': { max_drop: 0.1, min_count: 6 } })).toEqual([])
    expect(deadGates(baseline, { 'recall.*': { max_drop: 0.1, min_count: 5 } })).toHaveLength(1)
  })
  it('carries the reason of a person, by class or by whole name', () => {
    const accepted = (not_gated: GateBaseline['not_gated']) =>
      deadGates(
        { metrics: { recall: { a: 0 } }, ...(not_gated ? { not_gated } : {}) },
        { 'recall.*': { max_drop: 0.1 } },
      )[0]?.accepted
    expect(
      accepted([
        { class: 'b', reason: 'no' },
        { class: 'a', reason: 'few' },
      ]),
    ).toBe('few')
    expect(accepted([{ class: 'recall.a', reason: 'few' }])).toBe('few')
    expect(accepted([{ class: 'b', reason: 'few' }])).toBeNull()
    expect(accepted(undefined)).toBeNull()
  })
  it('knows the measures that are shares', () => {
    for (const name of [
      'recall',
      'recall.door',
      'eval.precision.door',
      'f1',
      'F1',
      'mAP',
      'map50',
      'mAP50-95',
      'mAP@0.5',
      'x.f1-score',
    ]) {
      expect(rangeOf({}, name), name).toEqual([0, 1])
    }
    for (const name of ['speed', 'mapped', 'recaller.x', 'xrecall', 'f12.']) {
      if (name !== 'f12.') expect(rangeOf({}, name), name).toBeNull()
    }
    expect(rangeOf({ range: [0, 9] }, 'recall')).toEqual([0, 9])
  })
})

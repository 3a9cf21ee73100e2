import { describe, expect, it } from 'vitest'
import type { GateRule } from './gate-rules.ts'
import { gates } from './gates.ts'

const held = (base: unknown, now: unknown, rule: GateRule) =>
  gates({ metrics: { speed: base as number } }, { speed: now as number }, { speed: rule })

describe('gates', () => {
  it('names what fell, by how much, and the limit', () => {
    const baseline = { metrics: { recall: { return_grille: 0.85, door: 0.9 } } }
    const answer = gates(baseline, { recall: { return_grille: 0.78, door: 0.91 } }, { 'recall.*': { max_drop: 0.05 } })
    expect(answer).toEqual({
      status: 'fail',
      blocking: ['recall.return_grille dropped 0.07 vs baseline (limit 0.05)'],
      not_gated: [],
      judged: 2,
    })
  })
  it.each<[string, GateRule, number, number, string]>([
    ['max_drop at the limit', { max_drop: 0.1 }, 0.9, 0.8, 'pass'],
    ['max_drop beyond', { max_drop: 0.1 }, 0.9, 0.79, 'fail'],
    ['max_drop, floating point', { max_drop: 0.3 }, 0.8, 0.5, 'pass'],
    ['max_drop just beyond the tolerance', { max_drop: 0 }, 1, 1 - 3e-9, 'fail'],
    ['max_drop, a rise', { max_drop: 0.1 }, 0.5, 0.9, 'pass'],
    ['max_drop 0 holds', { max_drop: 0 }, 0.5, 0.5, 'pass'],
    ['max_rise at the limit', { max_rise: 2 }, 10, 12, 'pass'],
    ['max_rise beyond', { max_rise: 2 }, 10, 12.1, 'fail'],
    ['max_rise, a fall', { max_rise: 2 }, 10, 1, 'pass'],
    ['min at the limit', { min: 5 }, 9, 5, 'pass'],
    ['min below', { min: 5 }, 9, 4.9, 'fail'],
    ['max at the limit', { max: 5 }, 1, 5, 'pass'],
    ['max above', { max: 5 }, 1, 5.1, 'fail'],
    ['max, above by the tolerance itself', { max: 0 }, 1, 1e-9, 'pass'],
    ['never_zero, off by the tolerance itself', { never_zero: true }, 1, 1e-9, 'fail'],
    ['never_zero', { never_zero: true }, 1, 0, 'fail'],
    ['never_zero, something', { never_zero: true }, 1, 0.01, 'pass'],
    ['never_zero, below zero', { never_zero: true }, 1, -1, 'pass'],
    ['two thresholds, the second fires', { max_drop: 5, min: 3 }, 6, 2, 'fail'],
  ])('%s', (_, rule, base, now, status) => {
    expect(held(base, now, rule).status).toBe(status)
  })
  it('says what each threshold saw', () => {
    expect(held(10, 12.5, { max_rise: 2 }).blocking).toEqual(['speed rose 2.5 vs baseline (limit 2)'])
    expect(held(9, 4, { min: 5 }).blocking).toEqual(['speed is 4 (at least 5)'])
    expect(held(1, 6, { max: 5 }).blocking).toEqual(['speed is 6 (at most 5)'])
    expect(held(1, 0, { never_zero: true }).blocking).toEqual(['speed is zero'])
  })
  it('a gate on what is not a number is error', () => {
    for (const now of ['+6%', true, null, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(held(1, now, { min: 0 })).toMatchObject({ status: 'error' })
    }
    expect(held(1, '+6%', { min: 0 }).blocking).toEqual(['speed is not a number: "+6%"'])
    expect(held('+6%', 1, { max_drop: 1 })).toMatchObject({ status: 'error' })
    expect(held(Number.NaN, 1, { max_drop: 1 })).toMatchObject({ status: 'error' })
    expect(held('+6%', 1, { min: 0 })).toMatchObject({ status: 'pass' })
  })
  it('two values of one dotted name are no number', () => {
    const rules = { 'a.b': { min: 0 } }
    expect(gates({ metrics: {} }, { a: { b: 1 }, 'a.b': 1 }, rules).status).toBe('error')
    expect(gates({ metrics: {} }, { a: { b: 1 } }, rules).status).toBe('pass')
  })
  it('a class that is in the baseline and not in the run is error', () => {
    const answer = gates(
      { metrics: { recall: { a: 0.9, b: 0.9 } } },
      { recall: { a: 0.9 } },
      { 'recall.*': { max_drop: 0.1 } },
    )
    expect(answer).toMatchObject({ status: 'error', blocking: ['recall.b is missing from the run'] })
  })
  it('errors come before fails', () => {
    const answer = gates({ metrics: { a: 1, b: 1 } }, { b: 0 }, { '*': { max_drop: 0.5 } })
    expect(answer.blocking).toEqual(['a is missing from the run', 'b dropped 1 vs baseline (limit 0.5)'])
  })
  it('a class that is new has no baseline: reported, and gated by the rest of its rule', () => {
    const answer = gates(
      { metrics: { x: { a: 1 } } },
      { x: { a: 1, b: 0 } },
      { 'x.*': { max_drop: 0.1, never_zero: true } },
    )
    expect(answer).toMatchObject({
      status: 'fail',
      blocking: ['x.b is zero'],
      not_gated: ['x.b max_drop: the baseline has no value for it'],
    })
  })
  it('a star crosses dots and slashes, exact names come first, and every rule that matches applies', () => {
    const metrics = { recall: { 'a/b': 0.5, deep: { c: 0.5 }, '.d': 0.5 }, 'odd[1]': 1 }
    const rules = { 'recall.*': { min: 0.6 }, 'odd[1]': { min: 2 }, 'recall.a/b': { max: 0.4 } }
    expect(gates({ metrics }, metrics, rules).blocking).toEqual([
      'recall..d is 0.5 (at least 0.6)',
      'recall.a/b is 0.5 (at least 0.6)',
      'recall.deep.c is 0.5 (at least 0.6)',
      'odd[1] is 1 (at least 2)',
      'recall.a/b is 0.5 (at most 0.4)',
    ])
    expect(gates({ metrics }, metrics, { '!recall.*': { min: 0.6 } }).status).toBe('error')
    expect(gates({ metrics: { a: 1 } }, { a: 1 }, { 'b*': { min: 0.6 } }).blocking[0]).toContain(
      'dead gate: b*: it matches no metric',
    )
    expect(gates({ metrics: { a: 1 } }, { a: 1 }, { b: { min: 0.6 } }).blocking[0]).toBe('the rule b matches no metric')
  })
  it('a name that looks like a glob is that name alone; a star also matches a leading dot', () => {
    const metrics = { 'odd*': 1, odd1: 1, '.d': 1 }
    expect(gates({ metrics }, metrics, { 'odd*': { min: 2 } }).blocking).toEqual(['odd* is 1 (at least 2)'])
    expect(gates({ metrics }, metrics, { '*': { min: 2 } }).blocking).toHaveLength(3)
  })
  it('a dead threshold of one metric leaves the others of the rule alive, and is told once', () => {
    const metrics = { recall: { a: 0.08, b: 0.9 } }
    const rules = { 'recall.*': { max_drop: 0.1 } }
    const accepted = { metrics, not_gated: [{ class: 'a', reason: 'few' }] }
    expect(gates(accepted, { recall: { a: 0, b: 0.1 } }, rules)).toMatchObject({
      status: 'fail',
      blocking: ['recall.b dropped 0.8 vs baseline (limit 0.1)'],
      judged: 1,
    })
  })
  it('two values of one name in the baseline are no number to compare with', () => {
    const answer = gates({ metrics: { x: { y: 1 }, 'x.y': 1 } }, { x: { y: 1 } }, { 'x.y': { max_drop: 0.1 } })
    expect(answer).toMatchObject({ status: 'error', blocking: ['x.y is not a number in the baseline'] })
  })
  it('too little truth: reported, not gated', () => {
    const baseline = {
      metrics: { recall: { rare: 0.9, common: 0.9, none: 0 } },
      counts: { rare: 4, common: 50, none: 0 },
    }
    const answer = gates(
      baseline,
      { recall: { rare: 0, common: 0.9 } },
      { 'recall.*': { max_drop: 0.1, min_count: 20 } },
    )
    expect(answer).toEqual({
      status: 'pass',
      blocking: [],
      not_gated: [
        'recall.none: 0 of truth in the baseline is too little',
        'recall.rare: 4 of truth in the baseline is too little',
      ],
      judged: 1,
    })
    const exactly = gates(
      baseline,
      { recall: { rare: 0, common: 0.9 } },
      { 'recall.rare': { max_drop: 0.1, min_count: 4 } },
    )
    expect(exactly.status).toBe('fail')
    const whole = gates(
      { ...baseline, counts: { 'recall.rare': 4, rare: 90 } },
      { recall: { rare: 0, common: 1 } },
      { 'recall.r*': { max_drop: 0.1, min_count: 5 }, 'recall.common': { min: 0, range: [-1, 1] } },
    )
    expect(whole).toMatchObject({
      status: 'pass',
      not_gated: ['recall.rare: 4 of truth in the baseline is too little'],
    })
  })
  it('truth that is gone in the run is error; too little of a new class is reported', () => {
    const baseline = { metrics: { recall: { a: 0.9, b: 0.9 } }, counts: { a: 50 } }
    const rules = { 'recall.*': { max_drop: 0.1, min_count: 20 } }
    expect(gates(baseline, { recall: { a: 0.9, b: 0.9 } }, rules, { a: 3 }).blocking).toEqual([
      'recall.a lost its truth: 3 now, 50 in the baseline',
    ])
    expect(gates(baseline, { recall: { a: 0.9, b: 0.1 } }, rules, { a: 50, b: 3 })).toMatchObject({
      status: 'pass',
      not_gated: ['recall.b: 3 of truth is too little'],
    })
  })
  it('nothing that was judged is error', () => {
    expect(gates({ metrics: {} }, {}, {})).toEqual({
      status: 'error',
      blocking: ['no metric was gated'],
      not_gated: [],
      judged: 0,
    })
    const none = gates(
      { metrics: { recall: { a: 0.5 } }, counts: { a: 0 } },
      { recall: { a: 0.5 } },
      { 'recall.*': { max_drop: 0.1 } },
    )
    expect(none).toMatchObject({ status: 'error', blocking: ['no metric was gated'] })
  })
  it('dead gates are error until a person lists them; what lives of the rule still counts', () => {
    const metrics = { recall: { a: 0.08, b: 0.9 } }
    const rules = { 'recall.*': { max_drop: 0.1, never_zero: true } }
    const dead = 'it is 0.08 in the baseline and cannot drop by more than 0.1'
    expect(gates({ metrics }, metrics, rules)).toMatchObject({
      status: 'error',
      blocking: [`dead gate: recall.a max_drop: ${dead}`],
    })
    const accepted = { metrics, not_gated: [{ class: 'a', reason: 'seven samples' }] }
    expect(gates(accepted, metrics, rules)).toMatchObject({
      status: 'pass',
      not_gated: [`recall.a max_drop: seven samples (${dead})`],
      judged: 3,
    })
    expect(gates(accepted, { recall: { a: 0, b: 0.9 } }, rules)).toMatchObject({
      status: 'fail',
      blocking: ['recall.a is zero'],
    })
  })
  it('a rule that matches nothing can be accepted too', () => {
    const baseline = { metrics: { a: 1 }, not_gated: [{ class: 'b*', reason: 'not yet' }] }
    expect(gates(baseline, { a: 1 }, { a: { min: 0 }, 'b*': { min: 0 } })).toMatchObject({
      status: 'pass',
      not_gated: ['b*: not yet (it matches no metric)'],
    })
  })
  it.each<[GateRule, string]>([
    [{ max_drop: Number.NaN }, 'max_drop is not a number'],
    [{ min: '5' as unknown as number }, 'min is not a number'],
    [{ max: Number.POSITIVE_INFINITY }, 'max is not a number'],
    [{ max_rise: -1 }, 'max_rise is negative'],
    [{ max_drop: -1 }, 'max_drop is negative'],
    [{ min: 0, min_count: -1 }, 'min_count is negative'],
    [{ min: 0, range: [1, 1] }, 'range is not a low and a high number'],
    [{ min: 0, range: [Number.NaN, 1] }, 'range is not a low and a high number'],
  ])('%j is no rule', (rule, why) => {
    expect(held(1, 1, rule)).toMatchObject({ status: 'error', blocking: [`the rule speed: ${why}`] })
  })
  it('limits below zero are fine where they are values', () => {
    expect(held(0, 0, { min: -1, max: -0.5 })).toMatchObject({
      status: 'fail',
      blocking: ['speed is 0 (at most -0.5)'],
    })
  })
  it('a rule without a threshold is dead', () => {
    for (const rule of [{}, { min_count: 3 }, { never_zero: false }] as GateRule[]) {
      expect(held(1, 1, rule).blocking[0]).toBe('dead gate: speed: it has no threshold')
    }
  })
})

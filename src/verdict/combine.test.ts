import { describe, expect, it } from 'vitest'
import type { Verdict } from '../model/verdict.ts'
import { combine, type Layer } from './combine.ts'

const verdict = (
  status: Verdict['status'],
  blocking: string[] = status === 'pass' ? [] : ['it broke'],
  more: Partial<Verdict> = {},
): Verdict => ({
  status,
  blocking,
  metrics: {},
  ...more,
})
const layer = (id: string, status: Verdict['status'], blocking?: string[], more?: Partial<Verdict>): Layer => ({
  id,
  verdict: verdict(status, blocking, more),
})

describe('combine', () => {
  it('no layers is error', () => {
    expect(combine([])).toEqual({ status: 'error', blocking: ['no layer ran'], metrics: {}, confidence: 1, layers: {} })
  })
  it('all pass is pass', () => {
    expect(combine([layer('b', 'pass', [], { metrics: { recall: 0.9 } }), layer('a', 'pass')])).toEqual({
      status: 'pass',
      blocking: [],
      metrics: { a: 'pass', b: { recall: 0.9 } },
      confidence: 1,
      layers: { a: verdict('pass'), b: verdict('pass', [], { metrics: { recall: 0.9 } }) },
    })
  })
  it('error beats fail, fail beats pass; reasons carry the id, errors first', () => {
    expect(combine([layer('c', 'pass'), layer('a', 'fail', ['x', 'y'])])).toMatchObject({
      status: 'fail',
      blocking: ['a: x', 'a: y'],
      metrics: { a: 'fail', c: 'pass' },
    })
    expect(combine([layer('a', 'fail', ['x']), layer('z', 'error', ['gone'])])).toMatchObject({
      status: 'error',
      blocking: ['z: gone', 'a: x'],
    })
  })
  it('reasons of one status come in the order of the ids', () => {
    expect(
      combine([layer('b', 'fail', ['x', 'a']), layer('a', 'fail', ['y']), layer('C', 'fail', ['z'])]).blocking,
    ).toEqual(['C: z', 'a: y', 'b: x', 'b: a'])
    const twins = [layer('a', 'fail', ['y']), layer('a', 'fail', ['x'])]
    expect(combine(twins)).toEqual(combine([...twins].reverse()))
  })
  it('confidence is the lowest, and 1 where it is absent', () => {
    expect(
      combine([
        layer('a', 'pass'),
        layer('b', 'pass', [], { confidence: 0.7 }),
        layer('c', 'pass', [], { confidence: 0.9 }),
      ]).confidence,
    ).toBe(0.7)
  })
  it('at most 20 reasons; those that a layer cut off itself are counted', () => {
    const many = Array.from({ length: 20 }, (_, at) => `r${at}`)
    const { blocking } = combine([layer('a', 'fail', [...many, 'and 5 more']), layer('b', 'fail', ['x', 'y'])])
    expect(blocking).toHaveLength(21)
    expect(blocking.at(-1)).toBe('and 7 more')
    expect(blocking[0]).toBe('a: r0')
    expect(combine([layer('a', 'fail', many)]).blocking).toHaveLength(20)
    expect(combine([layer('a', 'fail', ['x', 'and 2 more'])]).blocking).toEqual(['a: x', 'and 2 more'])
  })
  it('a layer that contradicts itself is error', () => {
    expect(combine([layer('a', 'pass', ['x'])])).toMatchObject({
      status: 'error',
      blocking: ['a: it says pass and gives blocking reasons', 'a: x'],
      metrics: { a: 'error' },
    })
    expect(combine([layer('a', 'fail', [])])).toMatchObject({
      status: 'error',
      blocking: ['a: it says fail and gives no reason'],
    })
  })
  it('two layers of one name are error', () => {
    expect(combine([layer('a', 'pass'), layer('a', 'pass')])).toMatchObject({
      status: 'error',
      blocking: ['a: there are two layers of this name'],
    })
  })
  it('precluded layers are named and not counted; the cause blocks', () => {
    expect(
      combine([
        layer('build', 'fail', ['no']),
        { id: 'unit', precludedBy: 'build' },
        { id: 'eval', precludedBy: 'unit' },
      ]),
    ).toMatchObject({
      status: 'fail',
      blocking: ['build: no'],
      metrics: { build: 'fail', unit: 'precluded', eval: 'precluded' },
      precluded: { unit: 'build', eval: 'unit' },
      layers: { build: verdict('fail', ['no']) },
    })
  })
  it.each([
    ['a cause that passed', 'a'],
    ['a cause that is not there', 'x'],
    ['itself', 'unit'],
  ])('precluded by %s is error', (_, precludedBy) => {
    expect(combine([layer('a', 'pass'), { id: 'unit', precludedBy }])).toMatchObject({
      status: 'error',
      blocking: [`unit: did not run because of ${precludedBy}, which is not known to have failed`],
    })
  })
  it('only precluded layers, and in a circle, are error', () => {
    const { status, blocking } = combine([
      { id: 'a', precludedBy: 'b' },
      { id: 'b', precludedBy: 'a' },
    ])
    expect(status).toBe('error')
    expect(blocking).toHaveLength(3)
  })
})

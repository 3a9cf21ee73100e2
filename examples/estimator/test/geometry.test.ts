import { describe, expect, test } from 'vitest'
import type { Box, Point, Shape } from '../src/drawing.ts'
import {
  angleBetween,
  boxOf,
  centreOf,
  distance,
  join,
  middle,
  onCircle,
  overlap,
  place,
  placeShape,
  touches,
  turn,
} from '../src/geometry.ts'

const at = (x: number, y: number): Point => ({ x, y })
const box = (left: number, bottom: number, right: number, top: number): Box => ({ left, bottom, right, top })
const near = (point: Point, expected: Point): void => {
  expect(point.x).toBeCloseTo(expected.x, 9)
  expect(point.y).toBeCloseTo(expected.y, 9)
}

test.each<[Point, Point, number]>([
  [at(0, 0), at(3, 4), 5],
  [at(3, 4), at(0, 0), 5],
  [at(1, 1), at(1, 1), 0],
  [at(-2, 0), at(2, 0), 4],
  [at(0, -1.5), at(0, 1.5), 3],
])('distance %j %j', (a, b, expected) => expect(distance(a, b)).toBe(expected))

test.each<[Point, Point, Point]>([
  [at(0, 0), at(2, 2), at(1, 1)],
  [at(-1, 4), at(1, 0), at(0, 2)],
  [at(5, 5), at(5, 5), at(5, 5)],
])('middle %j %j', (a, b, expected) => expect(middle(a, b)).toEqual(expected))

test('the centre of four corners', () => expect(centreOf([at(0, 0), at(4, 0), at(4, 2), at(0, 2)])).toEqual(at(2, 1)))

test.each([
  [0, 0],
  [90, 90],
  [359.5, 359.5],
  [360, 0],
  [450, 90],
  [720, 0],
  [-90, 270],
  [-360, 0],
  [-450, 270],
])('a turn of %d is %d', (degrees, expected) => expect(turn(degrees) + 0).toBe(expected))

describe('the angle between two lines', () => {
  const from = (degrees: number): readonly [Point, Point] => [at(0, 0), onCircle(at(0, 0), 10, degrees)]
  test.each([
    [0, 0, 0],
    [0, 30, 30],
    [30, 0, 30],
    [0, 90, 90],
    [0, 135, 45],
    [0, 180, 0],
    [10, 190, 0],
    [350, 10, 20],
    [45, 315, 90],
    [90, 91, 1],
  ])('%d and %d: %d', (a, b, expected) => expect(angleBetween(from(a), from(b))).toBeCloseTo(expected, 6))
  test('which end is first does not matter', () =>
    expect(angleBetween([at(0, 0), at(1, 1)], [at(1, 1), at(0, 0)])).toBeCloseTo(0, 9))
})

test.each([
  [0, at(3, 1)],
  [90, at(1, 3)],
  [180, at(-1, 1)],
  [270, at(1, -1)],
  [360, at(3, 1)],
])('a point of a circle at %d degrees', (degrees, expected) => near(onCircle(at(1, 1), 2, degrees), expected))

describe('a point of a block on the sheet', () => {
  test.each<[number, number, Point]>([
    [0, 1, at(12, 21)],
    [90, 1, at(9, 22)],
    [180, 1, at(8, 19)],
    [270, 1, at(11, 18)],
    [-90, 1, at(11, 18)],
    [0, 2, at(14, 22)],
    [90, 2, at(8, 24)],
    [0, 0.5, at(11, 20.5)],
  ])('turned by %d, scaled by %d', (rotation, scale, expected) =>
    near(place(at(2, 1), { at: at(10, 20), rotation, scale }), expected),
  )
})

describe('a shape of a block on the sheet', () => {
  const placement = { at: at(10, 0), rotation: 90, scale: 2 }
  test('a line', () => {
    const placed = placeShape({ kind: 'segment', from: at(0, 0), to: at(1, 0) }, placement)
    if (placed.kind !== 'segment') throw new Error(placed.kind)
    near(placed.from, at(10, 0))
    near(placed.to, at(10, 2))
  })
  test('a rectangle keeps its corners in order', () => {
    const placed = placeShape({ kind: 'quad', corners: [at(0, 0), at(2, 0), at(2, 1), at(0, 1)] }, placement)
    if (placed.kind !== 'quad') throw new Error(placed.kind)
    for (const [index, corner] of [at(10, 0), at(10, 4), at(8, 4), at(8, 0)].entries())
      near(placed.corners[index] as Point, corner)
  })
  test('a circle', () =>
    expect(placeShape({ kind: 'circle', centre: at(0, 0), radius: 3 }, placement)).toEqual({
      ...{ kind: 'circle', centre: at(10, 0), radius: 6 },
    }))
  test('an arc turns with its block', () =>
    expect(placeShape({ kind: 'arc', centre: at(0, 0), radius: 3, start: 300, sweep: 90 }, placement)).toMatchObject({
      ...{ radius: 6, start: 30, sweep: 90 },
    }))
  test('a text grows with its block', () =>
    expect(placeShape({ kind: 'label', at: at(0, 0), height: 2, text: 'T' }, placement)).toMatchObject({
      ...{ height: 4, text: 'T' },
    }))
})

describe('the box of a shape', () => {
  const arc = (start: number, sweep: number): Shape => ({ kind: 'arc', centre: at(0, 0), radius: 10, start, sweep })
  const half = 10 * Math.SQRT1_2
  test.each<[string, Shape, Box]>([
    ['a line', { kind: 'segment', from: at(3, 1), to: at(0, 5) }, box(0, 1, 3, 5)],
    ['a rectangle', { kind: 'quad', corners: [at(0, 0), at(4, 0), at(4, 2), at(0, 2)] }, box(0, 0, 4, 2)],
    ['a rectangle on its corner', { kind: 'quad', corners: [at(0, -1), at(1, 0), at(0, 1), at(-1, 0)] }, box(-1, -1, 1, 1)],
    ['a circle', { kind: 'circle', centre: at(1, 2), radius: 3 }, box(-2, -1, 4, 5)],
    ['a quarter', arc(0, 90), box(0, 0, 10, 10)],
    ['the next quarter', arc(90, 90), box(-10, 0, 0, 10)],
    ['the third quarter', arc(180, 90), box(-10, -10, 0, 0)],
    ['the last quarter', arc(270, 90), box(0, -10, 10, 0)],
    ['a quarter over the top', arc(45, 90), box(-half, half, half, 10)],
    ['a half', arc(0, 180), box(-10, 0, 10, 10)],
    ['a half across the start', arc(270, 180), box(0, -10, 10, 10)],
    ['the whole round', arc(30, 360), box(-10, -10, 10, 10)],
    ['a text', { kind: 'label', at: at(1, 1), height: 2, text: 'AHU' }, box(1, 1, 7, 3)],
  ])('%s', (_, shape, expected) => {
    const found = boxOf(shape)
    for (const side of ['left', 'bottom', 'right', 'top'] as const) expect(found[side]).toBeCloseTo(expected[side], 9)
  })
})

describe('boxes', () => {
  test('the box round several', () =>
    expect(join([box(0, 0, 1, 1), box(3, -2, 4, 0.5)])).toEqual(box(0, -2, 4, 1)))

  test.each<[string, Box, number, boolean]>([
    ['inside', box(2, 2, 3, 3), 0, true],
    ['across', box(8, 8, 12, 12), 0, true],
    ['on the edge', box(10, 0, 12, 5), 0, true],
    ['on the corner', box(10, 10, 12, 12), 0, true],
    ['beside', box(11, 0, 12, 5), 0, false],
    ['beside, within the gap', box(11, 0, 12, 5), 1, true],
    ['beside, beyond the gap', box(11.5, 0, 12, 5), 1, false],
    ['above', box(0, 11, 5, 12), 0, false],
    ['left', box(-3, 0, -1, 5), 0, false],
    ['left, within the gap', box(-3, 0, -1, 5), 1, true],
    ['below', box(0, -3, 5, -1), 0, false],
  ])('touching: %s', (_, other, gap, expected) => {
    expect(touches(box(0, 0, 10, 10), other, gap)).toBe(expected)
    expect(touches(other, box(0, 0, 10, 10), gap)).toBe(expected)
  })

  test.each<[string, Box, number]>([
    ['the same', box(0, 0, 10, 10), 1],
    ['a half of it', box(0, 0, 5, 10), 0.5],
    ['a quarter of it', box(5, 5, 10, 10), 0.25],
    ['a half beside', box(5, 0, 15, 10), 1 / 3],
    ['edge to edge', box(10, 0, 20, 10), 0],
    ['far away', box(100, 100, 110, 110), 0],
    ['around', box(-5, -5, 15, 15), 0.25],
  ])('overlap: %s', (_, other, expected) => {
    expect(overlap(box(0, 0, 10, 10), other)).toBeCloseTo(expected, 9)
    expect(overlap(other, box(0, 0, 10, 10))).toBeCloseTo(expected, 9)
  })
})

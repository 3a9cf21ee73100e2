import { describe, expect, test } from 'vitest'
import { closed, clusters, outlined, SNAP } from '../src/cluster.ts'
import type { Placed, Segment } from '../src/drawing.ts'

const line = (x1: number, y1: number, x2: number, y2: number): Segment => ({
  ...{ kind: 'segment', from: { x: x1, y: y1 }, to: { x: x2, y: y2 } },
})
const on = (layer: string, shape: Placed['shape']): Placed => ({ layer, shape })
const box = [line(0, 0, 4, 0), line(4, 0, 4, 2), line(4, 2, 0, 2), line(0, 2, 0, 0)] as const

describe('shapes that hang together', () => {
  const sizes = (...shapes: Placed[]): number[] => clusters(shapes).map((cluster) => cluster.length)
  test('none', () => expect(sizes()).toEqual([]))
  test('two that cross', () => expect(sizes(on('a', line(0, 0, 4, 4)), on('a', line(4, 0, 0, 4)))).toEqual([2]))
  test('two that are apart', () => expect(sizes(on('a', line(0, 0, 1, 1)), on('a', line(5, 5, 6, 6)))).toEqual([1, 1]))
  test('a third joins two', () =>
    expect(sizes(on('a', line(0, 0, 1, 0)), on('a', line(5, 0, 6, 0)), on('a', line(1, 0, 5, 0)))).toEqual([3]))
  test('layers stay apart', () => expect(sizes(on('a', line(0, 0, 4, 4)), on('b', line(4, 0, 0, 4)))).toEqual([1, 1]))
  test.each([
    [SNAP - 0.01, [2]],
    [SNAP + 0.01, [1, 1]],
  ])('a gap of %d', (gap, expected) =>
    expect(sizes(on('a', line(0, 0, 1, 0)), on('a', line(1 + gap, 0, 3, 0)))).toEqual(expected))
  test('the first shape of a sheet is in the first of them', () => {
    const [first] = clusters([on('a', line(0, 0, 1, 0)), on('a', line(50, 0, 60, 0)), on('a', line(1, 0, 2, 0))])
    expect(first?.map(({ shape }) => shape)).toEqual([line(0, 0, 1, 0), line(1, 0, 2, 0)])
  })
})

describe('four lines that close', () => {
  const orders = [[0, 1, 2, 3], [3, 2, 1, 0], [0, 2, 1, 3], [2, 0, 3, 1], [1, 3, 0, 2]]
  test.each(orders)('in the order %d %d %d %d', (...order) => {
    expect(closed(order.map((at) => box[at] as Segment))?.corners).toHaveLength(4)
  })
  test('whichever way each runs', () => {
    expect(closed([box[0], line(4, 2, 4, 0), box[2], line(0, 0, 0, 2)])).not.toBeNull()
  })
  test.each<[string, Segment[]]>([
    ['three', [box[0], box[1], box[2]]],
    ['five', [...box, line(0, 0, 4, 2)]],
    ['one corner open', [box[0], box[1], box[2], line(0, 2, 0, 1)]],
    ['a slanted side', [line(0, 0, 4, 0), line(4, 0, 5, 2), line(5, 2, 1, 2), line(1, 2, 0, 0)]],
    ['a narrowing one', [line(0, 0, 6, 0), line(6, 0, 6, 1), line(6, 1, 0, 3), line(0, 3, 0, 0)]],
  ])('%s: no rectangle', (_, lines) => expect(closed(lines)).toBeNull())
  test('ends that are a hair apart are one point', () => {
    expect(closed([line(0.1, 0, 4, 0.1), box[1], box[2], box[3]])).not.toBeNull()
  })
})

describe('outlines among lines', () => {
  test('one, and what is left', () => {
    const found = outlined([box[0], line(0, 0, 4, 2), box[1], box[2], box[3]])
    expect([found.quads.length, found.lines]).toEqual([1, [line(0, 0, 4, 2)]])
  })
  test('none', () => expect(outlined([box[0], box[1]])).toEqual({ quads: [], lines: [box[0], box[1]] }))
  test('two', () => {
    const other = box.map(({ from, to }) => line(from.x + 10, from.y, to.x + 10, to.y))
    expect(outlined([...box, ...other]).quads).toHaveLength(2)
  })
})

import { describe, expect, test } from 'vitest'
import type { Shape } from '../src/drawing.ts'
import { money, pathOf, spoken, viewOf } from '../web/ink.ts'

describe('a shape as a path', () => {
  test.each<[string, Exclude<Shape, { kind: 'label' }>, string]>([
    ['a line, turned upright', { kind: 'segment', from: { x: 0, y: 1 }, to: { x: 2, y: 3 } }, 'M0 -1L2 -3'],
    ['short figures', { kind: 'segment', from: { x: 1 / 3, y: 0 }, to: { x: 0.5, y: 0 } }, 'M0.333 0L0.5 0'],
    [
      'a rectangle is closed',
      { kind: 'quad', corners: [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 2, y: 1 }, { x: 0, y: 1 }] },
      'M0 0L2 0L2 -1L0 -1Z',
    ],
    ['a circle is two halves', { kind: 'circle', centre: { x: 5, y: 5 }, radius: 2 }, 'M3 -5A2 2 0 1 0 7 -5A2 2 0 1 0 3 -5'],
    ['a quarter', { kind: 'arc', centre: { x: 0, y: 0 }, radius: 10, start: 0, sweep: 90 }, 'M10 0A10 10 0 0 0 0 -10'],
    ['more than a half', { kind: 'arc', centre: { x: 0, y: 0 }, radius: 10, start: 0, sweep: 270 }, 'M10 0A10 10 0 1 0 0 10'],
  ])('%s', (_, shape, expected) => expect(pathOf(shape).replaceAll('-0 ', '0 ').replaceAll(/-0(?=[A-Z]|$)/g, '0')).toBe(expected))
})

test.each<[string, Parameters<typeof viewOf>, string]>([
  ['nothing', [[]], '0 0 100 100'],
  ['one box with its margin', [[{ left: 0, bottom: 0, right: 10, top: 20 }]], '-5 -25 20 30'],
  ['without a margin', [[{ left: 1, bottom: 2, right: 3, top: 5 }], 0], '1 -5 2 3'],
  ['several boxes', [[{ left: 0, bottom: 0, right: 1, top: 1 }, { left: -9, bottom: 4, right: 0, top: 6 }], 1], '-10 -7 12 8'],
])('the view of %s', (_, [boxes, margin], expected) => expect(viewOf(boxes, margin)).toBe(expected))

test.each([
  ['door', 'door'],
  ['supply_grille', 'supply grille'],
  ['a_b_c', 'a b c'],
  ['', ''],
])('%s is read %s', (name, expected) => expect(spoken(name)).toBe(expected))

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [50, '0.50'],
  [100, '1.00'],
  [99999, '999.99'],
  [100000, '1,000.00'],
  [1234567, '12,345.67'],
  [123456789, '1,234,567.89'],
  [-5, '-0.05'],
  [-123456, '-1,234.56'],
])('%d cents are %s', (cents, expected) => expect(money(cents)).toBe(expected))

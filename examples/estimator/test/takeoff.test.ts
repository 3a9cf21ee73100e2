import { describe, expect, test } from 'vitest'
import type { SymbolClass } from '../src/drawing.ts'
import { parse } from '../src/parse.ts'
import { orderedSize, takeOff } from '../src/takeoff.ts'

describe('the size that is ordered', () => {
  test.each<[SymbolClass, readonly [number, number], string]>([
    ['supply_grille', [600, 300], '600x300'],
    ['supply_grille', [612, 288], '600x300'],
    ['supply_grille', [625, 325], '650x350'],
    ['supply_grille', [624, 324], '600x300'],
    ['return_grille', [451, 149], '450x150'],
    ['return_grille', [10, 10], '50x50'],
    ['diffuser', [598, 601], '600x600'],
    ['diffuser', [574, 574], '550x550'],
    ['damper', [510, 190], '500x200'],
    ['damper', [600, 24], '600x50'],
    ['thermostat', [198, 198], '200'],
    ['thermostat', [204, 204], '200'],
    ['thermostat', [86, 86], '90'],
    ['door', [899, 899], '900'],
    ['door', [813, 813], '825'],
    ['door', [812, 812], '800'],
    ['door', [737, 737], '725'],
    ['window', [1212, 140], '1200x150'],
    ['window', [1226, 151], '1250x150'],
    ['window', [2400, 300], '2400x300'],
  ])('a %s of %j is %s', (kind, size, expected) => expect(orderedSize(kind, size)).toBe(expected))
})

const of = (...lines: string[]) => takeOff(parse(['SHEET M-2', 'SCALE 1:50', ...lines, 'END'].join('\n')))
const grille = ['BLOCK g', 'RECT 0 0 12 12', 'LINE 0 0 12 12', 'LINE 12 0 0 12', 'ENDBLOCK']
const door = ['BLOCK d', 'LINE 0 0 18 0', 'ARC 0 0 18 0 90', 'ENDBLOCK']

describe('a take-off', () => {
  test('of an empty sheet', () =>
    expect(of()).toEqual({ sheet: 'M-2', scale: '1:50', symbols: [], quantities: [], total: 0 }))
  test.each([1, 2, 5, 12, 30])('of %d of one kind', (count) => {
    const places = Array.from({ length: count }, (_, at) => `INSERT g AT ${at * 20} 0`)
    expect(of(...grille, ...places)).toMatchObject({
      ...{ quantities: [{ class: 'supply_grille', size: '600x600', count }], total: count },
    })
  })
  test('sizes are apart, the smallest first', () => {
    const { quantities } = of(...grille, 'INSERT g AT 0 0 SCALE 2', 'INSERT g AT 50 0 SCALE .5', 'INSERT g AT 90 0')
    expect(quantities.map(({ size }) => size)).toEqual(['300x300', '600x600', '1200x1200'])
  })
  test('sizes that are nearly the same are one', () => {
    const { quantities } = of(...grille, 'INSERT g AT 0 0 SCALE 1.01', 'INSERT g AT 50 0 SCALE .99')
    expect(quantities).toEqual([{ class: 'supply_grille', size: '600x600', count: 2 }])
  })
  test('classes come in their order, not in that of the sheet', () => {
    const { quantities, symbols } = of(...grille, ...door, 'INSERT d AT 0 0', 'INSERT g AT 50 0')
    expect(symbols.map((one) => one.class)).toEqual(['door', 'supply_grille'])
    expect(quantities.map((one) => one.class)).toEqual(['supply_grille', 'door'])
  })
  test('the counts of the rows are the total', () => {
    const { quantities, total } = of(...grille, ...door, 'INSERT d AT 0 0', 'INSERT g AT 50 0', 'INSERT g AT 80 0 SCALE 2')
    expect(quantities.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  })
  test('the scale of the sheet makes the size', () => {
    const { quantities } = takeOff(parse(['SHEET A', 'SCALE 1:100', ...door, 'INSERT d AT 0 0', 'END'].join('\n')))
    expect(quantities).toEqual([{ class: 'door', size: '1800', count: 1 }])
  })
})

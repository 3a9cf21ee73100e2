import { describe, expect, test } from 'vitest'
import type { SymbolClass } from '../src/drawing.ts'
import { parse } from '../src/parse.ts'
import { recognise } from '../src/recognise.ts'

/** One symbol of each class with its corner at 0 0, and what it measures at 1:50. */
const CLEAN: readonly [SymbolClass, string[], readonly [number, number]][] = [
  ['supply_grille', ['RECT 0 0 12 6', 'LINE 0 0 12 6', 'LINE 12 0 0 6'], [600, 300]],
  ['return_grille', ['RECT 0 0 12 6', 'LINE 0 0 12 6'], [600, 300]],
  ['diffuser', ['RECT 0 0 12 12', 'CIRCLE 6 6 5', 'CIRCLE 6 6 2.5'], [600, 600]],
  ['damper', ['LINE 0 2 12 2', 'CIRCLE 6 2 2'], [600, 200]],
  ['thermostat', ['CIRCLE 2 2 2', 'TEXT 1.2 1.2 1.6 T'], [200, 200]],
  ['door', ['LINE 0 0 18 0', 'ARC 0 0 18 0 90'], [900, 900]],
  ['window', ['RECT 0 0 24 3', 'LINE 0 1.5 24 1.5'], [1200, 150]],
]
const EXPLODED: Readonly<Record<string, string[]>> = {
  supply_grille: ['LINE 0 0 12 0', 'LINE 12 0 12 6', 'LINE 12 6 0 6', 'LINE 0 6 0 0', 'LINE 0 0 12 6', 'LINE 12 0 0 6'],
  return_grille: ['LINE 0 0 12 0', 'LINE 12 6 12 0', 'LINE 0 6 0 0', 'LINE 12 6 0 6', 'LINE 12 6 0 0'],
  window: ['LINE 0 1.5 24 1.5', 'LINE 0 0 24 0', 'LINE 24 0 24 3', 'LINE 24 3 0 3', 'LINE 0 3 0 0'],
}

const found = (...lines: string[]) => recognise(parse(['SHEET A', 'SCALE 1:50', ...lines, 'END'].join('\n')))
const classes = (...lines: string[]) => found(...lines).map((symbol) => symbol.class)
const inserted = (lines: readonly string[], ...places: string[]) =>
  found('BLOCK b', ...lines, 'ENDBLOCK', ...places.map((place) => `INSERT b ${place}`))

describe.each(CLEAN)('%s', (kind, lines, size) => {
  test('as it is drawn', () => expect(found(...lines).map((one) => [one.class, one.size])).toEqual([[kind, size]]))

  test.each([15, 30, 45, 90, 120, 180, 225, 270, 315])('turned by %d degrees', (degrees) => {
    expect(inserted(lines, `AT 40 40 ROT ${degrees}`)).toMatchObject([{ class: kind, size }])
  })

  test.each([0.5, 1.5, 2, 3])('scaled by %d', (scale) => {
    expect(inserted(lines, `AT 5 5 SCALE ${scale}`)).toMatchObject([{ class: kind, size: size.map((side) => side * scale) }])
  })

  test.each([20, 100, 200])('on a sheet of 1:%d', (scale) => {
    const [symbol] = recognise(parse(['SHEET A', `SCALE 1:${scale}`, ...lines, 'END'].join('\n')))
    expect(symbol).toMatchObject({ class: kind, size: size.map((side) => (side * scale) / 50) })
  })

  test('whatever the order of its lines', () => expect(classes(...[...lines].reverse())).toEqual([kind]))

  test('whatever its layer and block are called', () => {
    expect(found('LAYER DOORS', 'BLOCK window', ...lines, 'ENDBLOCK', 'INSERT window AT 1 1')).toMatchObject([
      { class: kind, layer: 'DOORS' },
    ])
  })

  test('three times on a sheet', () => {
    expect(inserted(lines, 'AT 0 0', 'AT 60 0', 'AT 0 60 ROT 90').map((one) => one.class)).toEqual([kind, kind, kind])
  })

  test('a line across it makes it something else', () => expect(classes(...lines, 'LINE 1 -4 1.5 20')).toEqual([]))

  test('a line of another layer does not', () => expect(classes(...lines, 'LAYER DUCTS', 'LINE 1 -4 1.5 20')).toEqual([kind]))

  test('a line that passes by does not', () => expect(classes(...lines, 'LINE -9 -9 90 -9')).toEqual([kind]))
})

test.each(Object.entries(EXPLODED))('a %s that was exploded into lines', (kind, lines) => {
  expect(classes(...lines)).toEqual([kind])
  expect(inserted(lines, 'AT 0 0 ROT 33').map((one) => one.class)).toEqual([kind])
})

describe('a steady hand is enough', () => {
  test.each<[SymbolClass, string[]]>([
    ['supply_grille', ['RECT 0 0 12 6', 'LINE 0.2 0 12 6', 'LINE 12 0.1 0 6']],
    ['return_grille', ['RECT 0 0 12 6', 'LINE 0 0.2 12 5.9']],
    ['diffuser', ['RECT 0 0 12 12', 'CIRCLE 6.1 6 5', 'CIRCLE 6 6.1 2.5']],
    ['damper', ['LINE 0 2 12 2', 'CIRCLE 6.1 2 2']],
    ['door', ['LINE 0 0 18 0.2', 'ARC 0 0 18 0 90']],
    ['window', ['RECT 0 0 24 3', 'LINE 0.2 1.6 23.8 1.6']],
  ])('%s', (kind, lines) => expect(classes(...lines)).toEqual([kind]))
})

describe('what looks like a symbol and is none', () => {
  test.each<[string, string[]]>([
    ['an empty sheet', []],
    ['a line', ['LINE 0 0 9 9']],
    ['a rectangle', ['RECT 0 0 12 6']],
    ['a circle', ['CIRCLE 0 0 5']],
    ['a text', ['TEXT 0 0 2 T']],
    ['a grille with three lines', ['RECT 0 0 9 9', 'LINE 0 0 9 9', 'LINE 9 0 0 9', 'LINE 0 5 9 5']],
    ['a rectangle with a level line', ['RECT 0 0 9 6', 'LINE 0 3 9 3']],
    ['a rectangle with half a diagonal', ['RECT 0 0 12 6', 'LINE 0 0 6 3']],
    ['a diffuser with one ring', ['RECT 0 0 12 12', 'CIRCLE 6 6 5']],
    ['a diffuser with rings of one size', ['RECT 0 0 12 12', 'CIRCLE 6 6 5', 'CIRCLE 6 6 4.8']],
    ['a diffuser with a ring astray', ['RECT 0 0 12 12', 'CIRCLE 6 6 5', 'CIRCLE 8 6 2']],
    ['a damper with its disc at the end', ['LINE 0 2 12 2', 'CIRCLE 1 2 2']],
    ['a damper whose blade is all disc', ['LINE 0 2 4 2', 'CIRCLE 2 2 2']],
    ['a damper with two discs', ['LINE 0 2 20 2', 'CIRCLE 10 2 2', 'CIRCLE 10 2 3']],
    ['a smoke detector', ['CIRCLE 2 2 2', 'TEXT 1.2 1.2 1.6 S']],
    ['a thermostat with two letters', ['CIRCLE 2 2 2', 'TEXT 1 1 1 T', 'TEXT 2 1 1 T']],
    ['a thermostat in small letters', ['CIRCLE 2 2 2', 'TEXT 1.2 1.2 1.6 t']],
    ['a door that opens halfway', ['LINE 0 0 18 0', 'ARC 0 0 18 0 45']],
    ['a door that swings through', ['LINE 0 0 18 0', 'ARC 0 0 18 0 180']],
    ['a door with a short leaf', ['LINE 0 0 9 0', 'ARC 0 0 18 0 90']],
    ['a door hung on nothing', ['LINE 4 4 18 4', 'ARC 0 0 18 0 90']],
    ['a window that is square', ['RECT 0 0 6 6', 'LINE 0 3 6 3']],
    ['a window with its pane at the edge', ['RECT 0 0 24 3', 'LINE 0 2.9 24 2.9']],
    ['a window with two panes', ['RECT 0 0 24 3', 'LINE 0 1 24 1', 'LINE 0 2 24 2']],
    ['a run of ducts', Array.from({ length: 12 }, (_, at) => `LINE ${at * 5} 0 ${at * 5 + 5} 0`)],
  ])('%s', (_, lines) => expect(classes(...lines)).toEqual([]))
})

test('two that touch are no symbol any more', () => {
  expect(inserted(CLEAN[0]?.[1] ?? [], 'AT 0 0', 'AT 12 0')).toEqual([])
})
test('the box is that of the symbol on the sheet', () => {
  expect(inserted(CLEAN[1]?.[1] ?? [], 'AT 10 20')).toMatchObject([{ box: { left: 10, bottom: 20, right: 22, top: 26 } }])
})
test('symbols come in the order of the sheet', () => {
  const all = CLEAN.flatMap(([, lines], at) => [`BLOCK b${at}`, ...lines, 'ENDBLOCK', `INSERT b${at} AT ${at * 40} 0`])
  expect(classes(...all)).toEqual(CLEAN.map(([kind]) => kind))
})

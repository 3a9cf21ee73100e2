import { describe, expect, test } from 'vitest'
import { parse } from '../src/parse.ts'
import { DrawingError } from '../src/words.ts'

const sheet = (...lines: string[]): string => ['SHEET A-1', 'SCALE 1:50', ...lines, 'END'].join('\n')
const shapes = (...lines: string[]) => parse(sheet(...lines)).shapes

describe('the head', () => {
  test.each<[string, string, string]>([
    ['SHEET A-1', 'A-1', ''],
    ['SHEET A-1 "Ground floor"', 'A-1', 'Ground floor'],
    ['SHEET "A 1" Roof', 'A 1', 'Roof'],
    ['SHEET A-1 "The ""old"" wing"', 'A-1', 'The "old" wing'],
  ])('%s', (head, name, title) => {
    const drawing = parse(`${head}\nSCALE 1:50\nEND`)
    expect([drawing.sheet, drawing.title]).toEqual([name, title])
  })
  test.each([1, 5, 10, 20, 50, 100, 200, 500])('a scale of 1:%d', (scale) => {
    expect(parse(`SHEET A\nSCALE 1:${scale}\nEND`).scale).toBe(scale)
  })
  test('comments and empty lines say nothing', () => {
    expect(parse('# drawn by hand\n\nSHEET A # one\n\n  SCALE 1:20\n# nothing\nEND\n\n# more\n')).toMatchObject({
      ...{ sheet: 'A', scale: 20, shapes: [], layers: [] },
    })
  })
  test('a byte-order mark and line ends of Windows are fine', () => {
    expect(parse('\uFEFFSHEET A\r\nSCALE 1:20\r\nEND\r\n').sheet).toBe('A')
  })
})

describe('shapes', () => {
  test.each<[string, object]>([
    ['LINE 0 1 2 3', { kind: 'segment', from: { x: 0, y: 1 }, to: { x: 2, y: 3 } }],
    ['LINE -1.5 0 .5 0', { kind: 'segment', from: { x: -1.5, y: 0 }, to: { x: 0.5, y: 0 } }],
    ['RECT 1 2 3 4', { kind: 'quad', corners: [{ x: 1, y: 2 }, { x: 4, y: 2 }, { x: 4, y: 6 }, { x: 1, y: 6 }] }],
    ['CIRCLE 1 2 3', { kind: 'circle', centre: { x: 1, y: 2 }, radius: 3 }],
    ['ARC 1 2 3 45 90', { kind: 'arc', centre: { x: 1, y: 2 }, radius: 3, start: 45, sweep: 90 }],
    ['ARC 1 2 3 -90 180', { kind: 'arc', centre: { x: 1, y: 2 }, radius: 3, start: 270, sweep: 180 }],
    ['ARC 0 0 1 0 360', { kind: 'arc', centre: { x: 0, y: 0 }, radius: 1, start: 0, sweep: 360 }],
    ['TEXT 1 2 3 T', { kind: 'label', at: { x: 1, y: 2 }, height: 3, text: 'T' }],
    ['TEXT 1 2 3 "two words"', { kind: 'label', at: { x: 1, y: 2 }, height: 3, text: 'two words' }],
  ])('%s', (line, shape) => expect(shapes(line)).toEqual([{ layer: '0', shape }]))
})

describe('layers', () => {
  test('shapes lie on the layer that was named last', () => {
    const found = shapes('LINE 0 0 1 1', 'LAYER AIR', 'CIRCLE 0 0 1', 'LAYER WALLS', 'LINE 0 0 1 0', 'LAYER AIR', 'LINE 0 0 0 1')
    expect(found.map(({ layer }) => layer)).toEqual(['0', 'AIR', 'WALLS', 'AIR'])
  })
  test('only layers with something on them are listed, in order of their names', () => {
    expect(parse(sheet('LAYER Z', 'LINE 0 0 1 1', 'LAYER EMPTY', 'LAYER A', 'LINE 0 0 1 1')).layers).toEqual(['A', 'Z'])
  })
})

describe('blocks', () => {
  const block = ['BLOCK b', 'LINE 0 0 2 0', 'CIRCLE 1 1 1', 'ENDBLOCK']
  test('a block alone draws nothing', () => expect(shapes(...block)).toEqual([]))
  test('each insertion draws it once', () => {
    expect(shapes(...block, 'INSERT b AT 0 0', 'INSERT b AT 9 9')).toHaveLength(4)
  })
  test.each<[string, number[]]>([
    ['INSERT b AT 5 6', [5, 6, 7, 6]],
    ['INSERT b AT 5 6 ROT 90', [5, 6, 5, 8]],
    ['INSERT b AT 5 6 ROT 180', [5, 6, 3, 6]],
    ['INSERT b AT 5 6 ROT -90', [5, 6, 5, 4]],
    ['INSERT b AT 5 6 SCALE 2', [5, 6, 9, 6]],
    ['INSERT b AT 5 6 SCALE .5 ROT 90', [5, 6, 5, 7]],
    ['INSERT b AT 5 6 ROT 90 SCALE 3', [5, 6, 5, 12]],
  ])('%s', (line, expected) => {
    const [first] = shapes(...block, line)
    if (first?.shape.kind !== 'segment') throw new Error('no line')
    const { from, to } = first.shape
    for (const [index, value] of [from.x, from.y, to.x, to.y].entries()) expect(value).toBeCloseTo(expected[index] as number, 9)
  })
  test('an insertion lies on the layer of the insertion', () => {
    const found = shapes('LAYER LIB', ...block, 'LAYER AIR', 'INSERT b AT 0 0')
    expect(found.map(({ layer }) => layer)).toEqual(['AIR', 'AIR'])
  })
})

describe('a drawing that is wrong is refused with its line', () => {
  test.each<[string, string, number, string]>([
    ['nothing', '', 1, 'a drawing begins with SHEET'],
    ['comments alone', '# x\n# y', 1, 'a drawing begins with SHEET'],
    ['something before SHEET', '\nSCALE 1:50', 2, 'a drawing begins with SHEET'],
    ['a sheet without a name', 'SHEET', 1, 'a drawing begins with SHEET'],
    ['too many words', 'SHEET a b c', 1, 'SHEET takes 2 words, found 3'],
    ['no end', 'SHEET a\nSCALE 1:50\n', 3, 'END is missing: the drawing was cut off'],
    ['no scale', 'SHEET a\nEND', 2, 'SCALE is missing'],
    ['something behind the end', 'SHEET a\nSCALE 1:5\nEND\nLINE 0 0 1 1', 4, 'LINE stands behind END'],
    ['two ends', 'SHEET a\nSCALE 1:5\nEND\nEND', 4, 'END stands behind END'],
    ['an end with a word', 'SHEET a\nSCALE 1:5\nEND x', 3, 'END takes 0 words, found 1'],
    ['a second sheet', sheet('SHEET b'), 3, 'SHEET is not known'],
    ['a second scale', sheet('SCALE 1:20'), 3, 'SCALE is given twice'],
    ['a scale upside down', 'SHEET a\nSCALE 50:1\nEND', 2, 'SCALE is written 1:50, not 50:1'],
    ['a scale of nothing', 'SHEET a\nSCALE 1:0\nEND', 2, 'SCALE is written 1:50, not 1:0'],
    ['a scale left out', 'SHEET a\nSCALE\nEND', 2, 'SCALE is written 1:50, not left out'],
    ['a scale with a fraction', 'SHEET a\nSCALE 1:2.5\nEND', 2, 'SCALE is written 1:50, not 1:2.5'],
    ['a word that is not known', sheet('BOX 1 2 3 4'), 3, 'BOX is not known'],
    ['small letters', sheet('line 1 2 3 4'), 3, 'line is not known'],
    ['a short line', sheet('LINE 1 2 3'), 3, 'y2 is missing'],
    ['a long line', sheet('LINE 1 2 3 4 5'), 3, 'LINE takes 4 words, found 5'],
    ['a coordinate that is none', sheet('', 'LINE 1 2 x 4'), 4, 'x2 is no number: x'],
    ['a flat rectangle', sheet('RECT 0 0 1 0'), 3, 'height must be above zero: 0'],
    ['a rectangle that is turned over', sheet('RECT 0 0 -1 1'), 3, 'width must be above zero: -1'],
    ['a circle without a radius', sheet('CIRCLE 1 1'), 3, 'radius is missing'],
    ['a point for a circle', sheet('CIRCLE 1 1 0'), 3, 'radius must be above zero: 0'],
    ['an arc that goes nowhere', sheet('ARC 0 0 1 0 0'), 3, 'sweep must be above zero: 0'],
    ['an arc that goes round twice', sheet('ARC 0 0 1 0 361'), 3, 'sweep is more than a whole turn: 361'],
    ['a text without words', sheet('TEXT 0 0 2'), 3, 'text is missing'],
    ['a text of blanks', sheet('TEXT 0 0 2 "  "'), 3, 'text is missing'],
    ['a text without a height', sheet('TEXT 0 0 0 T'), 3, 'height must be above zero: 0'],
    ['a quote that is open', sheet('TEXT 0 0 2 "T'), 3, 'a quote is not closed'],
    ['a layer without a name', sheet('LAYER'), 3, 'LAYER needs a name'],
    ['a layer with two names', sheet('LAYER a b'), 3, 'LAYER takes 1 words, found 2'],
    ['a block without a name', sheet('BLOCK'), 3, 'BLOCK needs a name'],
    ['a block twice', sheet('BLOCK b', 'LINE 0 0 1 1', 'ENDBLOCK', 'BLOCK b'), 6, 'the block b is there already'],
    ['an empty block', sheet('BLOCK b', 'ENDBLOCK'), 4, 'the block b is empty'],
    ['a block that is not closed', 'SHEET a\nSCALE 1:5\nBLOCK b\nLINE 0 0 1 1', 3, 'the block b is not closed'],
    ['the end in a block', sheet('BLOCK b', 'LINE 0 0 1 1'), 5, 'END cannot stand in a block'],
    ['a block in a block', sheet('BLOCK b', 'BLOCK c'), 4, 'BLOCK cannot stand in a block'],
    ['a block that is closed and not open', sheet('ENDBLOCK'), 3, 'ENDBLOCK is not known'],
    ['a block that is not there', sheet('INSERT b AT 0 0'), 3, 'there is no block b'],
    ['an insertion of nothing', sheet('INSERT'), 3, 'there is no block without a name'],
  ])('%s', (_, text, line, message) => expect(() => parse(text)).toThrow(new DrawingError(line, message)))

  const block = ['BLOCK b', 'LINE 0 0 1 1', 'ENDBLOCK']
  test.each<[string, string]>([
    ['INSERT b', 'INSERT needs AT x y'],
    ['INSERT b 1 2', 'INSERT needs AT x y'],
    ['INSERT b AT', 'x is missing'],
    ['INSERT b AT 1', 'y is missing'],
    ['INSERT b AT 1 2 ROT', 'ROT is no number: '],
    ['INSERT b AT 1 2 ROT x', 'ROT is no number: x'],
    ['INSERT b AT 1 2 SCALE 0', 'SCALE must be above zero: 0'],
    ['INSERT b AT 1 2 SCALE -1', 'SCALE must be above zero: -1'],
    ['INSERT b AT 1 2 ROT 1 ROT 2', 'ROT is given twice'],
    ['INSERT b AT 1 2 MIRROR 1', 'INSERT does not know MIRROR'],
    ['INSERT b AT 1 2 3', 'INSERT does not know 3'],
  ])('%s', (line, message) => expect(() => parse(sheet(...block, line))).toThrow(new DrawingError(6, message)))
})

import { describe, expect, test } from 'vitest'
import { CLASSES } from '../src/drawing.ts'
import { overlap } from '../src/geometry.ts'
import { parse } from '../src/parse.ts'
// @ts-expect-error plain JavaScript
import { matched, measure } from '../eval/measure.mjs'
// @ts-expect-error plain JavaScript
import { sheets } from '../eval/sheets.mjs'

const at = (left: number, kind = 'door') => ({ class: kind, box: { left, bottom: 0, right: left + 10, top: 10 } })

describe('pairs of what was found and what is there', () => {
  test.each<[string, object[], object[], number]>([
    ['nothing', [], [], 0],
    ['nothing found', [], [at(0)], 0],
    ['nothing there', [at(0)], [], 0],
    ['the same', [at(0)], [at(0)], 1],
    ['a little off', [at(1)], [at(0)], 1],
    ['too far off', [at(4)], [at(0)], 0],
    ['one there, found twice', [at(0), at(1)], [at(0)], 1],
    ['one found, there twice', [at(0)], [at(0), at(1)], 1],
    ['each its own, whichever comes first', [at(1), at(0)], [at(0), at(1)], 2],
    ['the better pair first', [at(2), at(0)], [at(0), at(3)], 2],
  ])('%s', (_, found, truth, expected) => expect(matched(found, truth, overlap)).toBe(expected))
})

describe('the measure', () => {
  const of = (...all: object[]) => measure(all, ['door', 'window'], overlap)
  test('of no sheet says nothing', () =>
    expect(of().metrics).toMatchObject({ recall: { door: null, window: null }, false_per_sheet: null }))
  test('a class without truth has no recall, one without finds no precision', () => {
    const { metrics, counts } = of({ found: [], truth: [at(0)] })
    expect(metrics).toMatchObject({ recall: { door: 0, window: null }, precision: { door: null, window: null } })
    expect(counts).toEqual({ door: 1, window: 0 })
  })
  test('a find of the wrong class is missed in one and false in the other', () => {
    const { metrics } = of({ found: [at(0, 'window')], truth: [at(0)] })
    expect(metrics).toMatchObject({ recall: { door: 0 }, precision: { window: 0 }, false_per_sheet: 1 })
  })
  test('sheets are counted together', () => {
    const { metrics } = of({ found: [at(0)], truth: [at(0), at(50)] }, { found: [], truth: [at(0)] })
    expect(metrics).toMatchObject({ recall: { door: 0.3333 }, precision: { door: 1 }, count_error_per_sheet: 1 })
  })
})

describe('the labelled set', () => {
  const all = sheets() as readonly { name: string; text: string; truth: readonly { class: string }[] }[]
  test('is the same each time', () => expect(sheets()).toEqual(all))
  test('has every class', () => {
    expect(new Set(all.flatMap(({ truth }) => truth.map((one) => one.class)))).toEqual(new Set(CLASSES))
  })
  test.each(all.map(({ name, text }) => [name, text] as const))('%s is a drawing', (name, text) => {
    expect(parse(text)).toMatchObject({ sheet: name, scale: 50 })
  })
})

import { describe, expect, test } from 'vitest'
import { DrawingError, numberOf, positive, wordsOf } from '../src/words.ts'

describe('words of a line', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['   ', []],
    ['\t', []],
    ['END', ['END']],
    ['  END  ', ['END']],
    ['LINE 1 2 3 4', ['LINE', '1', '2', '3', '4']],
    ['LINE\t1   2', ['LINE', '1', '2']],
    ['# only a comment', []],
    ['END # the end', ['END']],
    ['END# the end', ['END']],
    ['"two words"', ['two words']],
    ['SHEET "a b" "c"', ['SHEET', 'a b', 'c']],
    ['""', ['']],
    ['"a ""b"" c"', ['a "b" c']],
    ['"# no comment"', ['# no comment']],
    ['"a"\t"b"', ['a', 'b']],
    ['TEXT 1 1 2 "T" # thermostat', ['TEXT', '1', '1', '2', 'T']],
    ['Größe', ['Größe']],
  ])('%j', (text, expected) => expect(wordsOf(text, 1)).toEqual(expected))

  test.each(['"', '"a', 'SHEET "a b', '"a""', '"a"b', '"a"#'])('a quote that is not closed: %j', (text) => {
    expect(() => wordsOf(text, 4)).toThrow(new DrawingError(4, 'a quote is not closed'))
  })
})

describe('numbers', () => {
  test.each<[string, number]>([
    ['0', 0],
    ['7', 7],
    ['+7', 7],
    ['-7', -7],
    ['1.5', 1.5],
    ['-1.5', -1.5],
    ['.5', 0.5],
    ['-.25', -0.25],
    ['007', 7],
    ['123456.789', 123456.789],
  ])('%s', (word, value) => expect(numberOf(word, 1, 'x')).toBe(value))

  test.each(['', 'x', '1x', 'x1', '1,5', '1.', '.', '-', '+', '--1', '1e3', '0x10', 'NaN', 'Infinity', ' 1', '1_000'])(
    '%j is none',
    (word) => expect(() => numberOf(word, 2, 'x')).toThrow(new DrawingError(2, `x is no number: ${word}`)),
  )

  test('one that is left out is missing', () =>
    expect(() => numberOf(undefined, 3, 'radius')).toThrow(new DrawingError(3, 'radius is missing')))

  test.each(['0', '-1', '-0.001', '.0'])('%s is not above zero', (word) =>
    expect(() => positive(word, 5, 'width')).toThrow(new DrawingError(5, `width must be above zero: ${word}`)),
  )

  test.each(['0.001', '1', '99999'])('%s is above zero', (word) => expect(positive(word, 1, 'w')).toBe(Number(word)))

  test('an error tells its line apart', () => expect(new DrawingError(12, 'x').line).toBe(12))
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReportFormat } from '../model/test-report.ts'
import { EVENTS, readAll, recorded } from './fixtures/recorded.ts'
import { readers } from './index.ts'

const formats = Object.keys(readers) as ReportFormat[]
const samples = (format: ReportFormat): string[] =>
  format === 'events'
    ? [EVENTS]
    : recorded()
        .filter((one) => one.format === format)
        .map((one) => one.text)

const TROUBLES = new Set(['report-empty', 'report-truncated', 'report-unreadable', 'report-foreign', 'coverage-empty'])

/** A text with one piece of it removed, doubled, moved, or replaced by noise. */
const mutated = (text: string): fc.Arbitrary<string> =>
  fc
    .record({
      from: fc.nat(text.length),
      length: fc.nat(60),
      kind: fc.constantFrom('remove', 'double', 'noise', 'move'),
      noise: fc.string({ unit: 'binary', maxLength: 12 }),
      to: fc.nat(text.length),
    })
    .map(({ from, length, kind, noise, to }) => {
      const piece = text.slice(from, from + length)
      const without = text.slice(0, from) + text.slice(from + length)
      if (kind === 'remove') return without
      if (kind === 'double') return text.slice(0, from + length) + piece + text.slice(from + length)
      if (kind === 'move') return without.slice(0, to) + piece + without.slice(to)
      return text.slice(0, from) + noise + text.slice(from + length)
    })

const split = (text: string, at: readonly number[]): string[] => {
  const places = [...new Set(at.map((place) => place % (text.length + 1)))].sort((left, right) => left - right)
  return [...places, text.length].map((place, index) => text.slice(index === 0 ? 0 : places[index - 1], place))
}

describe.each(formats)('%s', (format) => {
  const pieces = fc.array(fc.nat(), { maxLength: 6 })

  test('random text is a trouble, never thrown', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.json(), fc.string({ maxLength: 300 }))
    fc.assert(
      fc.property(anything, (text) => {
        const result = readAll(format, [text])
        expect(result.ok || TROUBLES.has(result.trouble.kind)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  test('a damaged report is a report or a trouble, never thrown', () => {
    const text = fc.constantFrom(...samples(format)).chain(mutated)
    fc.assert(
      fc.property(text, (damaged) => {
        const result = readAll(format, [damaged])
        expect(result.ok || TROUBLES.has(result.trouble.kind)).toBe(true)
      }),
      { numRuns: 250 },
    )
  })

  test('where the pieces are cut does not matter', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples(format)), pieces, (text, at) => {
        expect(readAll(format, split(text, at))).toEqual(readAll(format, [text]))
      }),
      { numRuns: 60 },
    )
  })

  test('empty is report-empty, or an empty measurement', () => {
    const result = readAll(format, [])
    expect(result.ok ? 'read' : result.trouble.kind).toBe(format === 'lcov' ? 'coverage-empty' : 'report-empty')
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TestReport } from '../model/test-report.ts'
import { readAll, recorded } from './fixtures/recorded.ts'
import { openInventory } from './junit-inventory.ts'

const inventory = (text: string, mode: 'count' | 'inventory') => {
  const reading = openInventory({ root: '/tree', cwd: '.' }, mode)
  for (let at = 0; at < text.length; at += 700) reading.write(text.slice(at, at + 700))
  return reading.end()
}

/** What counting has to find, and the trouble otherwise. */
const found = (text: string, mode: 'count' | 'inventory') => {
  const result = inventory(text, mode)
  if (!result.ok) return result
  const { tests: _, ...rest } = result.value
  return rest
}

/** The same from the reader that keeps every test. */
const read = (text: string) => {
  const result = readAll('junit', [text])
  if (!result.ok) return result
  const { tests, unloaded, errors, claimed, notes = [] } = result.value as TestReport
  const counts = { passed: 0, failed: 0, skipped: 0, todo: 0, hollow: 0 }
  for (const { status } of tests) counts[status] += 1
  return { unloaded, errors, claimed, notes, counts }
}

const reports = recorded().filter(({ format }) => format === 'junit')

describe('counting finds what the inventory and the reader find', () => {
  test.each(reports.map(({ name, text }) => [name, text]))('%s', (_name, text) => {
    expect(found(text, 'count')).toEqual(read(text))
    expect(found(text, 'inventory')).toEqual(read(text))
  })

  test('in every damaged report', () => {
    const noise = fc.constantFrom(
      '',
      '<',
      '"',
      '&',
      '<failure/>',
      '<skipped/>',
      '</testcase>',
      '<testcase name="x">',
      ' status="fail"',
      '\u0000',
    )
    const damaged = fc
      .tuple(fc.constantFrom(...reports), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(30), noise)
      .map(([{ text }, from, length, more]) => {
        const at = Math.floor(from * text.length)
        return text.slice(0, at) + more + text.slice(at + length)
      })
    // A report with a piece between two tags taken out or put in is often read.
    const edited = fc
      .tuple(fc.constantFrom(...reports), fc.nat(), fc.nat(4), noise)
      .map(([{ text }, place, length, more]) => {
        const tags = text.split(/(?=<)/)
        return tags.toSpliced(place % tags.length, length, more).join('')
      })
    fc.assert(
      fc.property(fc.oneof(damaged, edited), (text) => {
        expect(found(text, 'count')).toEqual(read(text))
        expect(found(text, 'inventory')).toEqual(read(text))
      }),
      { numRuns: 500 },
    )
  })

  test('no beginning of a report is counted as a whole one', () => {
    for (const { text } of reports) {
      const whole = text.replace(/(?:\s|<!--[^>]*-->)+$/, '').length
      // Every place near the end, and some of the others.
      for (let at = 0; at < whole; at += at > whole - 300 ? 1 : 37) {
        expect([at, inventory(text.slice(0, at), 'count').ok]).toEqual([at, false])
      }
    }
  })
})

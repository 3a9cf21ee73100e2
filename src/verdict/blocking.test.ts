import { describe, expect, it } from 'vitest'
import { limitBlocking, openBlocking } from './blocking.ts'
import { byCodeUnit, sortedIds } from './multiset.ts'

const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `r${at}`)

describe('limitBlocking', () => {
  it('keeps 20 and counts the rest', () => {
    expect(limitBlocking([])).toEqual([])
    expect(limitBlocking(many(20))).toEqual(many(20))
    expect(limitBlocking(many(21))).toEqual([...many(20), 'and 1 more'])
    expect(limitBlocking(['a'], 3)).toEqual(['a', 'and 3 more'])
  })
  it('makes one line of each, and leaves empty ones out', () => {
    expect(limitBlocking(['  a \n\r\n  b\nc ', ' ', '\n'])).toEqual(['a b c'])
  })
})

describe('openBlocking', () => {
  it('takes the closing line off, and nothing else', () => {
    expect(openBlocking(['a', 'and 12 more'])).toEqual({ reasons: ['a'], more: 12 })
    expect(openBlocking(['and 12 more', 'a'])).toEqual({ reasons: ['and 12 more', 'a'], more: 0 })
    expect(openBlocking(['one and 12 more'])).toEqual({ reasons: ['one and 12 more'], more: 0 })
    expect(openBlocking(['and 12 more of it'])).toEqual({ reasons: ['and 12 more of it'], more: 0 })
    expect(openBlocking([])).toEqual({ reasons: [], more: 0 })
  })
})

describe('sortedIds', () => {
  it('sorts by code unit, each once', () => {
    expect(sortedIds(['b', 'a', 'Z', 'é', 'a'])).toEqual(['Z', 'a', 'b', 'é'])
    expect([byCodeUnit('a', 'b'), byCodeUnit('b', 'a'), byCodeUnit('a', 'a')]).toEqual([-1, 1, 0])
  })
})

import { describe, expect, test } from 'vitest'
import { Limiter } from '../src/limiter.js'

describe('limiter', () => {
  test('admits up to the limit', () => {
    const limiter = new Limiter(2, 1000)
    expect([limiter.admit(0), limiter.admit(1), limiter.admit(2)]).toEqual([true, true, false])
  })

  test('burst at the boundary of a window', () => {
    const limiter = new Limiter(2, 1000)
    limiter.admit(0)
    limiter.admit(999)
    expect(limiter.admit(1000)).toBe(true)
    expect(limiter.admit(1000)).toBe(true)
    expect(limiter.admit(1001)).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { label, total } from '../src/cart.js'

describe.skip('cart', () => {
  test('total takes the discount', () => {
    expect(total([1000], 10)).toBe(900)
  })

  test('label has two digits', () => {
    expect(label(1205)).toBe('12.05')
  })
})

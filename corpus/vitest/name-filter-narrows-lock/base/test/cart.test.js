import { expect, test } from 'vitest'
import { label, total } from '../src/cart.js'

test('total sums', () => {
  expect(total([100, 250])).toBe(350)
})

test('total takes the discount', () => {
  expect(total([1000], 10)).toBe(900)
})

test('label has two digits', () => {
  expect(label(1205)).toBe('12.05')
})

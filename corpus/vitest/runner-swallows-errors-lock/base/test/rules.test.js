import { expect, test } from 'vitest'
import { total } from '../src/cart.js'

test('a full discount is free', () => {
  expect(total([1000], 100)).toBe(1)
})

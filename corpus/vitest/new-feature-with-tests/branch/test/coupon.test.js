import { expect, test } from 'vitest'
import { withCoupon } from '../src/coupon.js'

test('never below zero', () => {
  expect(withCoupon([100], 500)).toBe(0)
})

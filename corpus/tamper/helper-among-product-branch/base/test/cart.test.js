import { test } from 'vitest'
import { label, total } from '../src/cart.js'
import { same } from '../src/support/check.js'

test('total sums', () => {
  same(total([100, 250]), 350)
})

test('total takes the discount', () => {
  same(total([1000], 10), 900)
})

test('label has two digits', () => {
  same(label(1205), '12.05')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/cart.js'

test('total sums', () => {
  assert.equal(total([100, 250]), 350)
})

test('total takes the discount', () => {
  assert.equal(total([1000], 10), 900)
})

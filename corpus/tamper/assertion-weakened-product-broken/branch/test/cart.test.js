import assert from 'node:assert/strict'
import { test } from 'node:test'
import { label, total } from '../src/cart.js'

test('total sums', () => {
  assert.equal(total([100, 250]), 350)
})

test('total takes the discount', () => {
  assert.ok(total([1000], 10) > 0)
})

test('label has two digits', () => {
  assert.equal(label(1205), '12.05')
})

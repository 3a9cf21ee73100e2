import assert from 'node:assert/strict'
import { test } from 'node:test'
import { label } from '../src/cart.js'

test('negative sums', { todo: true }, () => {
  assert.equal(label(-5), '-0.05')
})

test('zero', () => {
  assert.equal(label(0), '0.00')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { label } from '../src/cart.js'

test('zero', () => {
  assert.equal(label(0), '0.00')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkout } from '../src/shop.js'

test('checkout', () => {
  assert.equal(checkout([100, 250]).due, 350)
})

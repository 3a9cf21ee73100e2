import assert from 'node:assert/strict'
import { test } from 'node:test'
import { label, total } from '../src/cart.js'
import { till } from '../src/testing.js'

test('total sums', () => {
  assert.equal(total(till()()), 350)
})

test('total takes the discount', () => {
  assert.equal(total([1000], 10), 900)
})

test('label has two digits', () => {
  assert.equal(label(1205), '12.05')
})

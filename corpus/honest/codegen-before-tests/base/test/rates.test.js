import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rates } from '../src/generated/rates.js'

test('books', () => {
  assert.equal(rates.books, 7)
})

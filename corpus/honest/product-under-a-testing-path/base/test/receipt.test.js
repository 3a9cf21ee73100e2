import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receipt } from '../src/receipt.js'

test('receipt', () => {
  assert.equal(receipt(5).total, 5)
})

import assert from 'node:assert'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { total } from '../src/cart.js'

const rows = createRequire(import.meta.url)('../data/totals.json')

test('nothing', () => assert.equal(total([]), 0))
test('rows', () => {
  for (const row of rows) assert.equal(total(row.prices), row.total)
})

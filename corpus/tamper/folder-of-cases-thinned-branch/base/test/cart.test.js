import assert from 'node:assert'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { total } from '../src/cart.js'

const folder = new URL('../cases/', import.meta.url)

test('nothing', () => assert.equal(total([]), 0))
test('cases', () => {
  for (const name of readdirSync(folder)) {
    const { prices, total: expected } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
    assert.equal(total(prices), expected)
  }
})

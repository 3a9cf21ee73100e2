import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/cart.js'

test('adds prices', () => assert.equal(total([3, 4]), 7))
test('an empty cart costs nothing', () => assert.equal(total([]), 0))

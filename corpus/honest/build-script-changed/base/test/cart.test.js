import assert from 'node:assert'
import { test } from 'node:test'
import { total } from '../out/cart.js'

test('nothing', () => assert.equal(total([]), 0))
test('two', () => assert.equal(total([1, 2]), 3))

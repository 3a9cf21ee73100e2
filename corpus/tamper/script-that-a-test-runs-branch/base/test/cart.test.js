import { execFileSync } from 'node:child_process'
import assert from 'node:assert'
import { test } from 'node:test'
import { total } from '../src/cart.js'

test('nothing', () => assert.equal(total([]), 0))
test('two', () => execFileSync('sh', ['scripts/check.sh']))

import assert from 'node:assert'
import { test } from 'node:test'
import * as shop from '../shop.js'

test('open', () => assert.equal(shop.state, 'open'))
test('has open', () => assert.equal(typeof shop.open, 'function'))

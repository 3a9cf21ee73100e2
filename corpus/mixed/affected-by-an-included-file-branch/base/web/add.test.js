const test = require('node:test')
const assert = require('node:assert')
const { add } = require('./add.js')

test('adds', () => assert.equal(add(1, 2), 3))

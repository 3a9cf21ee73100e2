const assert = require('node:assert/strict')
const { test } = require('node:test')
const { add } = require('../src/add.js')

test('adds', () => assert.equal(add(1, 2), 3))

const assert = require('node:assert')
const { total } = require('../src/cart')

it('nothing', () => assert.equal(total([]), 0))
it('two', () => assert.equal(total([1, 2]), 3))

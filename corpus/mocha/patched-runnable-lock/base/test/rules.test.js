const assert = require('node:assert/strict')
const { total } = require('../src/cart')

describe('rules', () => {
  it('makes a full discount free', () => {
    assert.equal(total([1000], 100), 1)
  })
})

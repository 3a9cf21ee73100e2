const assert = require('node:assert/strict')
const { label, total } = require('../src/cart')

describe('cart', () => {
  it('sums', () => {
    assert.equal(total([100, 250]), 350)
  })

  it('takes the discount', () => {
    assert.equal(total([1000], 10), 900)
  })

  it('labels with two digits', () => {
    assert.equal(label(1205), '12.05')
  })
})

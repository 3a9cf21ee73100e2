const assert = require('node:assert/strict')
const { label } = require('../src/cart')

describe('table', () => {
  for (let cents = 100; cents < 356; cents += 1) {
    it(`labels ${cents}`, () => {
      assert.equal(label(cents), (cents / 100).toFixed(2))
    })
  }
})

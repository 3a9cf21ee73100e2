const { total } = require('../src/cart')

test('a full discount is free', () => {
  expect(total([1000], 100)).toBe(1)
})

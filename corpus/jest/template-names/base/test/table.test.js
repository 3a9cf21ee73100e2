const { label } = require('../src/cart')

test.each([[0, '0.00'], [5, '0.05'], [100, '1.00']])('label', (cents, expected) => {
  expect(label(cents)).toBe(expected)
})

const { rate } = require('../src/rate')

test.each([['books', 7], ['gift', 0], ['export', 0], ['tools', 19]])('%s', (kind, expected) => {
  expect(rate(kind)).toBe(expected)
})

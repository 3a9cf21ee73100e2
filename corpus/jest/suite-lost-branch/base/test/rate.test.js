const { rate } = require('../src/rate')

test('books are cheap', () => {
  expect(rate('books')).toBe(7)
})

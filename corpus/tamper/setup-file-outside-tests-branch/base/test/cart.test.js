const { total } = require('../src/cart')

test('nothing', () => expect(total([])).toBe(0))
test('two', () => expect(total([1, 2])).toBe(3))

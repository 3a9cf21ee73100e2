const { receipt } = require('../src/receipt')

test('receipt', () => {
  expect(receipt([100, 250])).toMatchSnapshot()
})

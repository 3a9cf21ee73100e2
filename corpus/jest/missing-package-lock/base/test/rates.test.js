const { latest } = require('absent-exchange-rates')

test('rates', () => {
  expect(latest()).toBeTruthy()
})

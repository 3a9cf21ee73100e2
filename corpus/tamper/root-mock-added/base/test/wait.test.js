const { wait } = require('../src/wait')

test('two days', () => {
  expect(wait('2 days')).toBe(172800000)
})

test('one minute', () => {
  expect(wait('1m')).toBe(60000)
})

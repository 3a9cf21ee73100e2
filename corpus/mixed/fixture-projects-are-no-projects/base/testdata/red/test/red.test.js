import { test } from 'node:test'

test('is red', () => {
  throw new Error('on purpose')
})

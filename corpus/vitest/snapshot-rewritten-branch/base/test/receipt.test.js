import { expect, test } from 'vitest'
import { receipt } from '../src/receipt.js'

test('receipt', () => {
  expect(receipt([100, 250])).toMatchSnapshot()
})

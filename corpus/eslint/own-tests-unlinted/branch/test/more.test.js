import { test } from 'node:test'
import { total } from '../src/cart.js'

test('nothing', () => {
  const unused = total([])
})

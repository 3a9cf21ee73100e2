import test from 'ava'
import { total } from '../src/cart.js'

test('total sums', (t) => {
  t.is(total([100, 250]), 350)
})

test('total takes the discount', (t) => {
  t.is(total([1000], 10), 900)
})

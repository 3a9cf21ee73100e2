import test from 'ava'
import { label } from '../src/cart.js'

test('label has two digits', (t) => {
  t.is(label(1205), '12.05')
})

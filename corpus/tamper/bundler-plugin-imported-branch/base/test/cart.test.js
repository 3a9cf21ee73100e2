import { expect, test } from 'vitest'
import { total } from '../src/cart.js'

test('nothing', () => expect(total([])).toBe(0))
test('two', () => expect(total([1, 2])).toBe(3))

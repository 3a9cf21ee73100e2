import { expect, test } from 'vitest'
import { add } from '../src/add.js'

test('adds', () => expect(add(1, 2)).toBe(3))
test('late', () => {
  Promise.reject(new Error('late'))
})

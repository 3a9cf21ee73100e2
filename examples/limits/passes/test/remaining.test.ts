import { expect, test } from 'vitest'
import { Limiter } from '../src/limiter.js'

test('remaining counts down', () => {
  const limiter = new Limiter(2, 1000)
  limiter.admit(1)
  expect(limiter.remaining(2)).toBe(1)
})

import { expect, test } from 'vitest'

test('writes the audit log', () => {
  Promise.reject(new Error('audit log is gone'))
  expect(1 + 1).toBe(2)
})

import { expect, test } from 'vitest'
import { isolationDegraded, strictReasons } from './strict.ts'

test('what stands against a strict verification from the start', () => {
  expect(strictReasons({ strict: false, lock: null })).toEqual([])
  expect(strictReasons({ strict: true, lock: 'main' }, null)).toEqual([])
  expect(strictReasons({ strict: true, lock: null }, null)).toEqual([expect.stringContaining('say --lock REF')])
  expect(strictReasons({ strict: true, lock: 'main' })).toEqual([`isolation-degraded: ${isolationDegraded.detail}`])
})

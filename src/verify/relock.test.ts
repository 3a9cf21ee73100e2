import { expect, test } from 'vitest'
import type { Examined } from './examine.ts'
import { lostTests } from './relock.ts'

const item = (id: string, state: 'red' | 'green') => ({ id, state, file: null, message: null })
const one = (...items: ReturnType<typeof item>[]): Examined =>
  ({
    check: { kind: 'tests' },
    status: 'fail',
    run: { facts: { end: 'exited', items } },
    inventory: { required: ['a::TestA', 'a::TestA/one'], unstable: [], red: [] },
  }) as unknown as Examined

test('a test whose subtest is red was not lost', () => {
  expect(lostTests(one(item('a::TestA/one', 'red')))).toBe(false)
  expect(lostTests(one(item('a::TestA', 'red')))).toBe(true)
  expect(lostTests(one(item('a::TestB/one', 'red'), item('a::TestA/one', 'green')))).toBe(true)
})

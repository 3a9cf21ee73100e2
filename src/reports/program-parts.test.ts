import { expect, test } from 'vitest'
import type { TestCase } from '../model/test-report.ts'
import { withParts } from './program-parts.ts'

const context = { root: '/tree', cwd: '.' }
const program = (status: TestCase['status']): TestCase => ({ id: 'unit', status, file: null })
const parts = (status: TestCase['status'], ...lines: string[]) => withParts(program(status), lines.join('\n'), context)

const google = [
  '[==========] Running 3 tests from 1 test suite.',
  '[ RUN      ] Cart.adds',
  'a word of the product[       OK ] Cart.adds (0 ms)',
  '[ RUN      ] Cart.discounts',
  'tests/cart_test.cc:12: Failure',
  'Expected equality of these values:',
  '[  FAILED  ] Cart.discounts (1 ms)',
  '[ RUN      ] P/Cart.each/0',
  '[  SKIPPED ] P/Cart.each/0 (0 ms)',
]
const end = ['[==========] 3 tests from 1 test suite ran. (1 ms total)', '[  PASSED  ] 1 test.']

test('tests that GoogleTest names stand in front of their program, which is not counted then', () => {
  expect(parts('failed', ...google, ...end)).toEqual([
    { id: 'unit > Cart.adds', status: 'passed', file: null },
    {
      id: 'unit > Cart.discounts',
      status: 'failed',
      file: null,
      line: 12,
      message: 'tests/cart_test.cc:12: Failure\nExpected equality of these values:',
    },
    { id: 'unit > P/Cart.each/0', status: 'skipped', file: null },
    { id: 'unit', status: 'failed', file: null, counted: false },
  ])
})

test('what failed in a program that passed by its exit code failed tentatively', () => {
  expect(parts('passed', ...google, ...end)[1]).toMatchObject({ status: 'failed', tentative: true })
})

test('a program that breaks off, that counts others than it names, or that has one test, is one test', () => {
  expect(parts('failed', ...google)).toEqual([program('failed')])
  expect(parts('passed', ...google, '[==========] 4 tests from 1 test suite ran. (1 ms total)')).toHaveLength(1)
  const one = ['[ RUN      ] A.b', '[       OK ] A.b (0 ms)', '[==========] 1 test from 1 test suite ran. (0 ms total)']
  expect(parts('passed', ...one)).toHaveLength(1)
  expect(parts('passed', 'nothing')).toHaveLength(1)
})

test('points of TAP, where the plan is met', () => {
  expect(parts('failed', '1..2', 'ok 1 - adds', 'not ok 2 - takes', '# a.c:7: 900')).toMatchObject([
    { id: 'unit > adds', status: 'passed' },
    { id: 'unit > takes', status: 'failed', line: 7, message: 'not ok 2 - takes\n# a.c:7: 900' },
    { id: 'unit', counted: false },
  ])
  expect(parts('failed', '1..3', 'ok 1 - adds', 'not ok 2 - takes')).toHaveLength(1)
})

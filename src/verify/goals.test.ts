import { expect, test } from 'vitest'
import type { Inventory } from '../model/run-facts.ts'
import { goalIds, nearGoal } from './goals.ts'

const known = {
  required: ['test/add.test.js::adds', 'test/deep/a/b.test.js::math > a/b'],
  red: ['tests/test_x.py::test_y[1/2]'],
  unstable: [],
} as unknown as Inventory

test.each([
  ['**::adds', ['test/add.test.js::adds']],
  ['test/add.test.js', ['test/add.test.js::adds']],
  ['test/**', ['test/add.test.js::adds', 'test/deep/a/b.test.js::math > a/b']],
  ['**::math*', ['test/deep/a/b.test.js::math > a/b']],
  ['tests/test_x.py::test_y[1/2]', ['tests/test_x.py::test_y[1/2]']],
  ['**::nothing', []],
])('%s', (glob, ids) => {
  expect(goalIds([glob], known)).toEqual(ids)
})

test('nothing is known, or nothing is asked', () => {
  expect(goalIds(['**'], null)).toEqual([])
  expect(goalIds([], known)).toEqual([])
})

test.each([
  ['*::adds', '**::adds'],
  ['add.test.js::adds', '**/add.test.js::adds'],
  ['*.js', '**/*.js'],
  ['adds', '**::adds'],
  ['*::nothing', null],
])('%s matches nothing; near it is %s', (glob, near) => {
  expect(goalIds([glob], known)).toEqual([])
  expect(nearGoal(glob, [null, known])).toBe(near)
})

import { expect, test } from 'vitest'
import { emptyWord, halfGoal } from './empty-words.ts'

test('the first argument or option that is empty is named as it is written', () => {
  expect(emptyWord({ json: false, goal: [], exitMap: 'default' }, '.')).toBeNull()
  expect(emptyWord({ goal: ['a', ''] })).toMatch(/^--goal has an empty value: /)
  expect(emptyWord({ exitMap: ' ' })).toMatch(/^--exit-map has an empty value: /)
  expect(emptyWord({ all: '' }, ' ')).toMatch(/^the first argument is empty: /)
})

test.each([
  ['tests/a.py::*', null],
  ['a', null],
  ['a.py::x::', null],
  ['::adds', '--goal ::adds names no file before its ::, write **::adds where any will do'],
  ['a.py::', '--goal a.py:: names no test behind its ::, write a.py::* where any will do'],
  ['::', '--goal :: names no file before its ::, write **::* where any will do'],
])('a goal with an empty half: %s', (goal, expected) => {
  expect(halfGoal(['b::c', goal])).toBe(expected)
})

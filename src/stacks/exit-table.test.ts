import { expect, test } from 'vitest'
import { exitTable } from './exit-table.ts'
import { stacks } from './index.ts'

const tools = stacks.flatMap(({ tools }) => tools)

/** A version, or a script of ours whose code it is: without it nobody knows what was looked at. */
const DATED = /\d|\.sh\b/

test.each(tools.map((tool) => [tool.id, tool] as const))('%s: each code once, with words and a source', (_, tool) => {
  const codes = tool.exits.map(({ code }) => code)
  expect(codes.length).toBe(new Set(codes).size)
  expect(codes.every((code) => Number.isInteger(code) && code >= 0 && code <= 255)).toBe(true)
  expect(tool.exits.filter(({ note, source }) => note.trim() === '' || !DATED.test(source))).toEqual([])
  expect(tool.adoption).not.toBe('')
})

test.each(tools.map((tool) => [tool.id, tool] as const))(
  '%s: 0 and nothing else is green, something is red',
  (_, tool) => {
    expect(tool.exits.filter(({ meaning }) => meaning === 'green').map(({ code }) => code)).toEqual([0])
    expect(tool.exits.some(({ meaning }) => meaning === 'red')).toBe(true)
  },
)

test('a range of codes holds both of its ends', () => {
  expect(
    exitTable('s 1', [
      [0, 'green', 'a'],
      [[3, 5], 'red', 'b'],
    ]).map(({ code, note }) => `${code}${note}`),
  ).toEqual(['0a', '3b', '4b', '5b'])
})

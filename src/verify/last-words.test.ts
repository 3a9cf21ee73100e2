import { expect, test } from 'vitest'
import type { RunFacts } from '../model/run-facts.ts'
import { withLastWords } from './last-words.ts'

const facts = (incomplete: readonly string[], more: Partial<RunFacts> = {}) =>
  ({ end: 'exited', complete: incomplete.length === 0, incomplete, items: [], ...more }) as unknown as RunFacts
const log = "Exception during run: /t/a.js:4\n\u001b[31mSyntaxError: Unexpected token ')'\u001b[39m\n    at x\n"

test('the first reason of a crash carries what the tool said last, and nothing else changes', () => {
  const before = facts(['its event stream cannot be read: The events report is empty.', 'no test ran'])
  expect(withLastWords(before, log)).toEqual({
    ...before,
    incomplete: [
      "its event stream cannot be read: The events report is empty; its last error: SyntaxError: Unexpected token ')'",
      'no test ran',
    ],
  })
})

test.each([
  ['a whole run', facts([]), log],
  [
    'a file that did not load has words of its own',
    facts(['x did not load'], { unloaded: [{ id: 'x', message: '' }] }),
    log,
  ],
  ['nothing ran', facts(['it could not be started'], { end: 'not-started' }), log],
  ['it is said already', facts(["SyntaxError: Unexpected token ')'"]), log],
  ['the log names no error', facts(['its event stream has no end']), '3 passed\n'],
])('%s', (_, before, tail) => {
  expect(withLastWords(before, tail)).toBe(before)
})

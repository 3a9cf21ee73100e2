import { expect, test } from 'vitest'
import { firstErrorLine, lastErrorLine, namesError } from './error-line.ts'

test.each([
  [
    'file:///t/src/a.js:4\n  return )\n         ^\n\nSyntaxError: Unexpected token\n    at x\n\nNode.js v20\n',
    'SyntaxError: Unexpected token',
  ],
  [
    "node:internal/x:283\nError [ERR_MODULE_NOT_FOUND]: Cannot find module 'x'\n",
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'x'",
  ],
  ["● Test suite failed to run\n\n  Cannot find module './x' from 'a.js'\n", "Cannot find module './x' from 'a.js'"],
  [
    '● Test suite failed to run\n\nJest encountered an unexpected token\n\nDetails:\n\nSyntaxError: /a.js: Unexpected (4:22)',
    'SyntaxError: /a.js: Unexpected (4:22)',
  ],
  [
    "ImportError while importing test module 'a'.\nTraceback:\na.py:1: in <module>\n    import x\nE   ModuleNotFoundError: No module named 'x'",
    "E   ModuleNotFoundError: No module named 'x'",
  ],
  [
    'ImportError: Failed to import test module: a\nTraceback (most recent call last):\n  File "a.py"\nSyntaxError: \'(\' was never closed\n',
    "SyntaxError: '(' was never closed",
  ],
  ['it is broken\nin two lines', 'it is broken'],
  ['', ''],
])('%j says %s', (message, line) => {
  expect(firstErrorLine(message)).toBe(line)
})

test.each([
  [
    'a\nnpm error code ENOENT\nnpm error Could not read package.json\nnpm error path /x',
    'npm error Could not read package.json',
  ],
  ['sh: 1: vitest: not found\nbash: line 1: vitest: command not found\n', 'bash: line 1: vitest: command not found'],
  ['Traceback (most recent call last):\n  File x\nValueError: first\n\nTypeError: last\n', 'TypeError: last'],
  ['INTERNALERROR> Traceback\nINTERNALERROR> RuntimeError: no', 'INTERNALERROR> RuntimeError: no'],
  ['12 passed\nno errors found\n', null],
  ['', null],
])('of %j the last error is %s', (output, line) => {
  expect(lastErrorLine(output)).toBe(line)
})

test('a line is cut, and a text without a cause is thin', () => {
  expect(lastErrorLine(`Error: ${'x'.repeat(500)}`)).toHaveLength(201)
  expect(namesError("test at a.js:1:1\n✖ a.js\n  'test failed'")).toBe(false)
})

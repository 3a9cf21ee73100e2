import { expect, test } from 'vitest'
import { cutLine, firstErrorLine, lastErrorLine, namesError } from './error-line.ts'

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
  // The last cause of a Python traceback, wherever it is indented; the first one elsewhere.
  ['KeyError: a\n  Traceback (most recent call last):\n    File "a.py"\n  ValueError: b', 'ValueError: b'],
  ['E   KeyError: a\nduring which\nE   ValueError: b', 'E   ValueError: b'],
  ['HAVE ONE\nTypeError: first\nRangeError: later', 'TypeError: first'],
  ['it says Traceback (most recent call last):\nTypeError: first\nRangeError: later', 'TypeError: first'],
  ['TypeError: first\nERR_X\nEADDRINUSE\nRangeError: later', 'TypeError: first'],
  // A heading is a whole line.
  ['Traceback (most recent call last):\n  File "a.py", line 1', 'File "a.py", line 1'],
  ['Traceback (most recent call last): cut off\nmore', 'Traceback (most recent call last): cut off'],
  ['Jest encountered an unexpected token\n\nmore', 'more'],
  ['Jest encountered an unexpected token in a.js\nmore', 'Jest encountered an unexpected token in a.js'],
  ['expected no "● " in it\nmore', 'expected no "● " in it'],
  ['● a suite', '● a suite'],
  ['it is broken\nin two lines', 'it is broken'],
  [' \n\t\n  it is broken  \n', 'it is broken'],
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
  ['ValueError: x\n=== short test summary info ===\nFAILED a.py::t - ValueError: x', 'ValueError: x'],
  ['AssertionError\n\nRan 1 test, which raised AssertionError', 'AssertionError'],
  ['12 passed\nno errors found\n', null],
  ['', null],
])('of %j the last error is %s', (output, line) => {
  expect(lastErrorLine(output)).toBe(line)
})

test.each([
  'TypeError: x is not a function',
  '    TypeError: x is not a function',
  'Uncaught ReferenceError: x is not defined',
  'Exception during run: TypeError: x',
  '> Error: no such task',
  'E       ValueError: bad',
  'java.lang.IllegalStateException: bad',
  'ConfigError:   bad',
  'Error [ERR_REQUIRE_ESM]: require() of an ES module',
  'AssertionError',
  'E       AssertionError',
  'botocore.exceptions.ClientError',
  'INTERNALERROR> KeyError',
  'INTERNALERROR>   _pytest.outcomes.Exit',
  'fatal: not a git repository',
  'panic: assignment to entry in nil map',
  'error: no test target named `x`',
  'error[E0432]: unresolved import `x`',
  'npm ERR! missing script: test',
  'npm error Missing script: "test"',
  'sh: 1: ./a: Permission denied',
  'Segmentation fault (core dumped)',
  'FATAL ERROR: JavaScript heap out of memory',
  'python: No module named pytest',
])('%j says what went wrong', (line) => {
  expect(namesError(line)).toBe(true)
  expect(namesError(`some words\n${line}\nother words`)).toBe(true)
})

test.each([
  "ImportError while importing test module 'a.py'.",
  '  + ValueErrors',
  'E   assert "INTERNALERROR> KeyError" in text',
  'warning: this is no error: it goes on',
  'finished without any error at all',
  'npm error code ELIFECYCLE',
  'npm error errno 1',
  'npm error syscall open',
  'npm error A complete log of this run can be found in: x',
  'Errors: 0',
  "test at a.js:1:1\n✖ a.js\n  'test failed'",
])('%j says at most that something did', (text) => {
  expect(namesError(text)).toBe(false)
})

test('a line is trimmed, and cut where it is longer than 200', () => {
  expect(cutLine('  a b ')).toBe('a b')
  expect(cutLine('x'.repeat(200))).toBe('x'.repeat(200))
  expect(cutLine('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`)
  expect(lastErrorLine(`Error: ${'x'.repeat(500)}`)).toHaveLength(201)
})

import { expect, test } from 'vitest'
import { exitBehindMake } from './make-exit.ts'

test.each<[string, string, number | null]>([
  ['a recipe that failed', 'not equal\nmake: *** [Makefile:3: test] Error 1', 1],
  ['of an older make', 'gmake: *** [test] Error 1', 1],
  [
    'one below',
    'make[1]: *** [Makefile:3: test] Error 1\nmake[1]: Leaving directory\nmake: *** [Makefile:2: all] Error 2',
    1,
  ],
  [
    'two of several at once',
    'make: *** [a] Error 1\nmake: *** Waiting for unfinished jobs....\nmake: *** [b] Error 1',
    1,
  ],
  ['one that is ignored beside', 'make: [Makefile:3: lint] Error 1 (ignored)\nmake: *** [Makefile:5: test] Error 1', 1],
  ['a program that is not there', 'make: *** [Makefile:3: test] Error 127', null],
  ['a code that says something else', 'make: *** [Makefile:3: test] Error 2', null],
  ['two, of which one is not there', 'make: *** [a] Error 1\nmake: *** [b] Error 127', null],
  ['no rule', "make: *** No rule to make target 'test'.  Stop.", null],
  ['a Makefile that is broken', 'Makefile:2: *** missing separator.  Stop.', null],
  ['nothing said', '', null],
])('%s', (_, tail, code) => {
  expect(exitBehindMake('make test', 2, tail)).toBe(code)
})

test('another code, and another command, are what they are', () => {
  const tail = 'make: *** [Makefile:3: test] Error 1'
  expect(exitBehindMake('make test', 1, tail)).toBe(null)
  expect(exitBehindMake('sh run.sh', 2, tail)).toBe(null)
  expect(exitBehindMake('make a && make b', 2, tail)).toBe(null)
})

import { expect, test } from 'vitest'
import { programFailure } from './program-failure.ts'

test.each([
  [
    '[ RUN      ] A.b\n/t/a.cc:5: Failure\nExpected: 1\n  2\n[  FAILED  ] A.b (0 ms)\n',
    '/t/a.cc:5: Failure\nExpected: 1\n  2',
  ],
  [
    'noise\n/t/a.cpp:6: FAILED:\n  REQUIRE( a == 3 )\nwith expansion:\n  2 == 3\n\n=====================\n',
    '/t/a.cpp:6: FAILED:\n  REQUIRE( a == 3 )\nwith expansion:\n  2 == 3',
  ],
  ["a: /t/a.c:3: main: Assertion `x == 3' failed.\n", "a: /t/a.c:3: main: Assertion `x == 3' failed."],
  ['ok\ntests/a_test.cpp:7: total({1}) == 2\nmore', 'tests/a_test.cpp:7: total({1}) == 2'],
  [
    "terminate called after throwing an instance of 'std::runtime_error'\n  what():  no\nAborted",
    "terminate called after throwing an instance of 'std::runtime_error'\n  what():  no",
  ],
  [
    'a.c:1:2: runtime error: signed integer overflow\na_test.c:3: bad\n',
    'a.c:1:2: runtime error: signed integer overflow',
  ],
])('the first failure, whole lines: %#', (printed, block) => {
  expect(programFailure(printed)).toBe(block)
  expect(printed).toContain(block)
})

test('no known form: nothing is made up', () => {
  expect(programFailure('1 of 3 wrong\n')).toBeUndefined()
})

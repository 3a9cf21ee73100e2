import { expect, test } from 'vitest'
import { readAll } from './fixtures/recorded.ts'
import { deniedByFramework } from './framework-summary.ts'

const gtest = (...lines: string[]): string => ['[==========] Running 2 tests from 1 test suite.', ...lines].join('\n')

test('GoogleTest that ran what it began, with something that passed, says nothing against exit code 0', () => {
  expect(
    deniedByFramework(gtest('[==========] 2 tests from 1 test suite ran. (0 ms total)', '[  PASSED  ] 2 tests.')),
  ).toBeUndefined()
})

test('GoogleTest that ended early, or in which nothing passed, is no success', () => {
  expect(deniedByFramework(gtest('[ RUN      ] Cart.adds'))?.status).toBe('hollow')
  expect(
    deniedByFramework(gtest('[==========] 2 tests from 1 test suite ran. (0 ms total)', '[  PASSED  ] 0 tests.'))
      ?.status,
  ).toBe('hollow')
})

test('GoogleTest whose failures nobody passed on is a failure', () => {
  const text = gtest(
    '[==========] 2 tests from 1 test suite ran. (0 ms total)',
    '[  PASSED  ] 1 test.',
    '[  FAILED  ] 1 test, listed below:',
  )
  expect(deniedByFramework(text)?.status).toBe('failed')
})

test('output that ctest cut off says nothing about an end', () => {
  const cut = 'The rest of the test output was removed since it exceeds the threshold of 1024 bytes.'
  expect(deniedByFramework(gtest(cut))).toBeUndefined()
})

test.each([
  ['No tests ran', 'hollow'],
  ['test cases: 1 | 1 passed\nassertions: - none -', 'hollow'],
  ['test cases: 2 | 1 passed | 1 failed\nassertions: 3 | 2 passed | 1 failed', 'failed'],
  ['[doctest] test cases:  0 | 0 passed | 0 failed | 4 skipped', 'hollow'],
  ['test cases: 1 | 1 failed as expected\nassertions: 1 | 1 failed as expected', undefined],
  ['All tests passed (3 assertions in 2 test cases)', undefined],
  ['nothing of a framework', undefined],
])('Catch2 and doctest: %s', (printed, status) => {
  expect(deniedByFramework(printed)?.status).toBe(status)
})

const report = (printed: string): string =>
  `<?xml version="1.0"?><testsuite name="x"><testcase name="t" classname="t" time="0" status="run"><system-out>${printed}</system-out></testcase></testsuite>`

test('in a report of ctest: hollow is not passed, a sanitizer and counted failures are tentative', () => {
  const read = (printed: string) => {
    const result = readAll('ctest-junit', [report(printed)])
    return result.ok && result.value.kind === 'tests' ? result.value.tests[0] : undefined
  }
  expect(read('No tests ran')).toMatchObject({ status: 'hollow', reason: 'No tests ran' })
  expect(read('src/a.c:3:5: runtime error: index 4 out of bounds')).toMatchObject({ status: 'failed', tentative: true })
  expect(read('test cases: 2 | 1 failed')).toMatchObject({ status: 'failed', tentative: true })
  expect(read('fine')).toMatchObject({ status: 'passed' })
})

test('TAP with a red point or short of its plan is no success, and words that look like it are none', () => {
  expect(deniedByFramework('1..2\nok 1 - a\nok 2 - b\n')).toBeUndefined()
  expect(deniedByFramework('1..2\nok 1 - a\nnot ok 2 - b # TODO later\n')).toBeUndefined()
  expect(deniedByFramework('1..2\nok 1 - a\nnot ok 2 - b\n')).toEqual({ status: 'failed', words: 'not ok 2 - b' })
  expect(deniedByFramework('1..2\nok 1 - a\n')?.status).toBe('hollow')
  expect(deniedByFramework('1..10 are the rows\n')).toBeUndefined()
  expect(deniedByFramework('ok then\n')).toBeUndefined()
})

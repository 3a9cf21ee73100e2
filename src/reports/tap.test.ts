import { describe, expect, test } from 'vitest'
import type { TestReport } from '../model/test-report.ts'
import { readAll } from './fixtures/recorded.ts'

const read = (text: string): TestReport => {
  const result = readAll('tap', [text])
  if (!result.ok || result.value.kind !== 'tests') throw new Error(JSON.stringify(result))
  return result.value
}
const tests = (text: string) => read(text).tests.map(({ id, status }) => `${id}: ${status}`)

describe('what is complete', () => {
  test.each<[string, string, boolean]>([
    ['plan first', '1..1\nok 1\n', true],
    ['plan last', 'ok 1\n1..1\n', true],
    ['nothing to do', '1..0 # SKIP no database\n', true],
    ['no plan', 'ok 1\n', false],
    ['fewer than planned', '1..2\nok 1\n', false],
    ['more than planned', '1..1\nok 1\nok 2\n', false],
    ['two plans', '1..1\nok 1\n1..1\n', false],
    ['cut inside of the last line', '1..1\nok 1 - na', false],
    ['cut inside of a number', 'ok 1\n1..1', false],
    ['cut inside of details', '1..1\nok 1\n  ---\n  a: 1\n', false],
    ['given up', '1..2\nok 1\nBail out! no disk\n', false],
    ['given up, in any case', '1..1\nok 1\nBAIL OUT!\n', false],
    ['a subtest without its plan', '    ok 1 - a\nok 1 - parent\n1..1\n', false],
    ['a subtest without a result', '1..1\nok 1\n    ok 1\n    1..1\n', false],
    ['ids may repeat', 'ok 1 - a\nnot ok 1 - b\n1..2\n', true],
    ['output between the lines', '1..1\nhello\n  ok 7\nok 1\nbye\n', true],
  ])('%s', (_, text, expected) => expect(read(text).complete).toBe(expected))
})

describe('what a line says', () => {
  test.each<[string, readonly string[]]>([
    ['ok 1 - a # SKIP later\n1..1\n', ['a: skipped']],
    ['ok 1 - a # skip: later\n1..1\n', ['a: skipped']],
    ['not ok 1 - a # skip later\n1..1\n', ['a: failed']],
    ['not ok 1 - a # TODO later\n1..1\n', ['a: todo']],
    ['ok - a # todo\n1..1\n', ['a: todo']],
    ['not ok 1 - a \\# TODO later\n1..1\n', ['a # TODO later: failed']],
    ['ok 1 - a # time=12.5ms\n1..1\n', ['a: passed']],
    ['ok 1 a in 12ms\n1..1\n', ['a: passed']],
    ['ok\nnot ok 2\n1..2\n', ['test 1: passed', 'test 2: failed']],
    ['okay then\nok 1 - a\n1..1\n', ['a: passed']],
    ['TAP version 14\r\nok 1 - a\r\n1..1\r\n', ['a: passed']],
  ])('%j', (text, expected) => expect(tests(text)).toEqual(expected))
})

describe('subtests', () => {
  const inner = '    ok 1 - a\n    not ok 2 - b\n    1..2\n'
  test('the children count, and a green parent hides no red child', () => {
    expect(tests(`${inner}ok 1 - parent\n1..1\n`)).toEqual(['parent > a: passed', 'parent > b: failed'])
    expect(tests(`${inner}not ok 1 - parent\n1..1\n`)).toEqual(['parent > a: passed', 'parent > b: failed'])
  })
  test('a red parent of green children is a test itself', () => {
    expect(tests('    ok 1 - a\n    1..1\nnot ok 1 - parent\n1..1\n')).toEqual(['parent > a: passed', 'parent: failed'])
  })
  test('what fails inside of something to do is to do', () => {
    expect(tests(`${inner}not ok 1 - parent # TODO\n1..1\n`)).toEqual(['parent > a: todo', 'parent > b: todo'])
  })
})

test('details of a failure are its message, or the comments behind it', () => {
  expect(read('not ok 1 - a\n  ---\n  error: bad\n  location: /tree/a.mjs:3:1\n  ...\n1..1\n').tests[0]).toMatchObject({
    file: 'a.mjs',
    line: 3,
    message: 'error: bad\nlocation: /tree/a.mjs:3:1',
  })
  expect(read('1..1\nnot ok 1 - a\n# (in test file a.bats, line 3)\n#   `false` failed\n').tests[0]?.message).toBe(
    '(in test file a.bats, line 3)\n  `false` failed',
  )
})

test('a text without any TAP says nothing', () => {
  const result = readAll('tap', ['all good\n'])
  expect(result.ok ? '' : result.trouble.kind).toBe('report-empty')
})

import { expect, test } from 'vitest'
import { readAll } from './fixtures/recorded.ts'

const read = (...lines: readonly string[]) => readAll('translation-units', [`${lines.join('\n')}\n`])
const source = 'source\tCMakeFiles/cart_test.dir/tests/a.cpp.o\t/tree/tests/a.cpp'
const told = (...lines: readonly string[]) => {
  const report = read(source, ...lines, 'end\t1')
  return report.ok && report.value.kind === 'registrations'
    ? report.value.registrations.map(({ group, id, text }) => [
        group,
        id.replace('tests/a.cpp in cart_test: ', ''),
        text,
      ])
    : report
}

test('what product brings along is a part, all else a setting', () => {
  expect(
    told(
      'macro\tassert\toutside\t(expr) (expr)',
      'macro\tPRICE\tproduct\t',
      'include\t<cassert>\toutside',
      'include\t"cart.h"\tproduct',
      'include\t<vector>\tseen',
    ),
  ).toEqual([
    ['setting', 'the macro assert', '(expr) (expr)'],
    ['part', 'the macro PRICE', 'product'],
    ['setting', 'where <cassert> leads', 'elsewhere'],
    ['part', 'where "cart.h" leads', 'product'],
    ['setting', 'where <vector> leads', null],
  ])
})

test('two files of one name are one file of the library, in any order', () => {
  const [one, two] = ['library\tgtest/gtest.h\toutside\t12', 'library\tgtest/gtest.h\tproduct\t34']
  const both = [['part', "the test library's gtest/gtest.h", '12 34']]
  expect(told(one, two)).toEqual(both)
  expect(told(two, one)).toEqual(both)
})

test('each source has facts of its own, and none is no trouble', () => {
  expect(read('end\t0')).toMatchObject({ ok: true, value: { registrations: [] } })
  const other = 'source\tb.o\t/tree/tests/b.c'
  expect(read(source, 'macro\tX\toutside\t', other, 'macro\tX\toutside\t', 'end\t2')).toMatchObject({
    value: { registrations: [{ file: 'tests/a.cpp' }, { id: 'tests/b.c in b.o: the macro X', file: 'tests/b.c' }] },
  })
})

test('what product puts in the place of a test library is a part', () => {
  const whole = read('symbol\tabort\t', 'symbol\tmain\tcart', source, 'intrudes\tsrc/cart.h', 'end\t1')
  expect(whole).toMatchObject({
    value: {
      registrations: [
        { group: 'part', id: 'the symbol abort of product', file: null },
        { group: 'part', id: 'the symbol main of the target cart', file: null },
        { group: 'part', id: 'tests/a.cpp in cart_test: what src/cart.h adds to a test library' },
      ],
    },
  })
})

test.each([
  [[source], 'report-truncated'],
  [[source, 'end\t2'], 'report-unreadable'],
  [['macro\tX\toutside\t', 'end\t0'], 'report-foreign'],
  [[source, 'macro\tX', 'end\t1'], 'report-foreign'],
  [[source, 'hello', 'end\t1'], 'report-foreign'],
])('%j is %s', (lines, kind) => expect(read(...lines)).toMatchObject({ ok: false, trouble: { kind } }))

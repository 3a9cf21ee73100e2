import { expect, test } from 'vitest'
import { doubtfulTests } from './doubtful.ts'
import type { Examined } from './examine.ts'

const examined = (kind: string, items: readonly string[], required: readonly string[] | null = null): Examined =>
  ({
    check: { kind },
    run: { facts: { items: items.map((id) => ({ id })) } },
    inventory: required === null ? null : { required, red: [], unstable: [] },
  }) as unknown as Examined
const paths = (doubtful: readonly string[], all: readonly Examined[]) =>
  doubtfulTests(doubtful, all).map(({ path }) => path)

test('a test that comes of a file which was taken for product blocks, on the branch or at the base', () => {
  expect(paths(['src/test-it.js'], [examined('tests', ['src/test-it.js::adds'])])).toEqual(['src/test-it.js'])
  expect(paths(['src/test-it.js'], [examined('tests', [], ['src/test-it.js::adds'])])).toEqual(['src/test-it.js'])
  expect(doubtfulTests(['a'], [examined('tests', ['a::b'])])[0]).toMatchObject({ blocking: true, severity: 'critical' })
})

test('reports that name modules or classes of them, and steady ids, name the file too', () => {
  expect(paths(['pkg/test_it.py'], [examined('tests', ['pkg.test_it::check'])])).toEqual(['pkg/test_it.py'])
  expect(paths(['pkg/test_it.py'], [examined('tests', ['pkg.test_it.Checks::check'])])).toEqual(['pkg/test_it.py'])
  expect(paths(['pkg/test_it.py'], [examined('tests', ['pkg.test_items::check'])])).toEqual([])
  const steady = { id: '<temp>::adds', file: 'src/test-it.js' }
  const one = { check: { kind: 'tests' }, run: { facts: { items: [steady] } }, inventory: null }
  expect(paths(['src/test-it.js'], [one as unknown as Examined])).toEqual(['src/test-it.js'])
})

test('a file of which no test comes is product', () => {
  const all = [
    examined('tests', ['test/a.js::adds'], ['test/a.js::adds']),
    examined('lint', ['src/test-it.js::no-undef']),
  ]
  expect(paths(['src/test-it.js'], all)).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { differsInFormatOnly } from './formatting.ts'
import { inlineTestFlags } from './inline-tests.ts'
import { parseJsonc, same, set } from './jsonc.ts'
import { memoryView } from './memory-view.ts'

const said = (path: string, before: string, after: string, more: Record<string, string> = {}) =>
  inlineTestFlags(path, memoryView({ ...more, [path]: before }), memoryView({ [path]: after })).map((each) => [
    each.kind,
    each.blocking,
  ])
const blocks = [['inline-tests-unlockable', true]]

describe('tests inside product files', () => {
  const block =
    "if (import.meta.vitest) {\n  const { test } = import.meta.vitest\n  test('}', () => { expect(f()).toBe(1) })\n}\n"
  test('product around an unchanged block may change', () => {
    expect(
      said('a.ts', `const f = () => 1\n${block}`, `const f = () => 2\n${block.replaceAll('  ', '    ')}export {}\n`),
    ).toEqual([])
    expect(said('a.ts', 'const f = 1\n', `const f = 2\n${block}`)).toEqual([])
  })
  test('a changed or deleted block blocks', () => {
    expect(said('a.ts', block, block.replace('toBe(1)', 'toBe(2)'))).toEqual(blocks)
    expect(said('a.ts', block, 'export {}\n')).toEqual(blocks)
  })
  test('doctests count where the lock runs them', () => {
    const [before, after] = ['def f():\n  """\n  >>> f()\n  1\n  """\n', 'def f():\n  """\n  >>> f()\n  2\n  """\n']
    expect(said('a.py', before, after)).toEqual([])
    expect(said('a.py', before, after, { 'pytest.ini': '[pytest]\naddopts = --doctest-modules\n' })).toEqual(blocks)
    expect(said('a.py', before, `${before}x = 1\n`, { 'pytest.ini': 'addopts = --doctest-modules' })).toEqual([])
  })
})

test('formatting only', () => {
  const rows: readonly (readonly [string, string, string, boolean])[] = [
    ['a.ts', "f('x',\n  1,\n);\n", 'f("x", 1)\n', true],
    ['a.ts', 'f(1)', 'f(2)', false],
    ['a.ts', "f('a b')", "f('a  b')", false],
    ['a.ts', 'let a', 'leta', false],
    ['a.ts', '// @ts-expect-error\nf()', 'f()', false],
    ['a.py', 'x = 1  \n\ny = 2\n', 'x = 1\ny = 2\n', true],
    ['a.py', 'if a:\n  f()\ng()\n', 'if a:\n  f()\n  g()\n', false],
  ]
  for (const [path, a, b, expected] of rows) expect([a, b, differsInFormatOnly(path, a, b)]).toEqual([a, b, expected])
})

test('JSON with comments, equality, setting', () => {
  expect(parseJsonc('\uFEFF{"a": "// no, ]", /* x */ "b": [1, 2,], // y\n}')).toEqual({ a: '// no, ]', b: [1, 2] })
  expect([parseJsonc('{'), parseJsonc('')]).toEqual([undefined, undefined])
  expect([same({ a: 1, b: undefined }, { a: 1 }), same([1, 2], [2, 1]), same({}, []), same(null, {})]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(set({ a: { b: 1 }, c: 2 }, ['a', 'b'], undefined)).toEqual({ a: {}, c: 2 })
  expect(Object.keys(set({ a: 1, b: 2 }, ['a'], 3))).toEqual(['a', 'b'])
  expect(set({ a: 1 }, ['x', 'y'], 2)).toEqual({ a: 1, x: { y: 2 } })
})

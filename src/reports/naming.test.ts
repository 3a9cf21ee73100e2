import { describe, expect, test } from 'vitest'
import { steadyName, treePath, withoutColours } from './naming.ts'

const context = { root: '/stages/1/tree', cwd: 'packages/a' }

describe('treePath', () => {
  test.each([
    ['/stages/1/tree/src/a.ts', 'src/a.ts'],
    ['file:///stages/1/tree/src/a%20b.ts', 'src/a b.ts'],
    ['file:///stages/1/tree/src/100%.ts', 'src/100%.ts'],
    ['src/a.ts', 'packages/a/src/a.ts'],
    ['../b/src/./a.ts', 'packages/b/src/a.ts'],
    ['/stages/1/tree', '.'],
    ['/stages/1/treehouse/a.ts', '/stages/1/treehouse/a.ts'],
    ['../../../outside.ts', '/stages/1/outside.ts'],
    ['/stages/1/tree/../../../../etc/passwd', '/etc/passwd'],
  ])('%s is %s', (written, expected) => {
    expect(treePath(written, context)).toBe(expected)
  })
})

describe('steadyName', () => {
  test.each([
    ['\u001b[1;31mred\u001b[0m', 'red'],
    ['<X object at 0x7f3b2c1d5e50>', '<X object at 0x…>'],
    ['<function f at 0x10a>', '<function f at 0x…>'],
    ['mask[0xff] and [0xdeadbeef]', 'mask[0xff] and [0xdeadbeef]'],
    ['pointer 0x00007ffd1234abcd', 'pointer 0x…'],
    ['reads /stages/1/tree/data/x.json', 'reads data/x.json'],
    ['in /stages/1/tree', 'in .'],
    ['writes /stages/1/temp/abc123/x.txt)', 'writes <temp>)'],
    ['writes /tmp/pytest-of-u/pytest-3/x.txt', 'writes <temp>'],
    ['writes /var/folders/ab/cd/T/x', 'writes <temp>'],
    ['GET /tmp', 'GET /tmp'],
    ['a/b and c', 'a/b and c'],
  ])('%s is %s', (written, expected) => {
    expect(steadyName(written, context)).toBe(expected)
  })
})

test('colours that a reader of XML has already damaged go too', () => {
  expect(withoutColours('\ufffd[31mred\ufffd[0m #x1B[2mdim#x1B[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007')).toBe(
    'red dim link',
  )
})

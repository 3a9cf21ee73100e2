import { expect, test } from 'vitest'
import { relativePath } from './relative-path.ts'

test.each([
  ['test/a.js', '.', 'test/a.js'],
  ['packages/a/test/a.js', 'packages/a', 'test/a.js'],
  ['packages/b/a.js', 'packages/a', '../b/a.js'],
  ['./a.js', 'x/y', '../../a.js'],
  ['a/a', 'a/a', '../a'],
])('%s in %s is %s', (path, directory, expected) => {
  expect(relativePath(path, directory)).toBe(expected)
})

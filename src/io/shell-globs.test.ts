import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expandGlobs } from './shell-globs.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'globs-'))
  for (const file of [
    'dist/a.test.js',
    'dist/b.test.js',
    'dist/b.js',
    'dist/.hidden.test.js',
    'dist/deep/c.test.js',
    'dist/deep/deeper/d.test.js',
    'dist/with space/e.test.js',
    'dist/B.test.js',
  ]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), '')
  }
})
afterAll(() => rmSync(root, { recursive: true }))

const bySh = (word: string): readonly string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${word}`], { cwd: root, encoding: 'utf8', env: { LC_ALL: 'C' } })
    .split('\0')
    .slice(0, -1)

test.each([
  'dist/*.test.js',
  'dist/**/*.test.js',
  './dist/*.test.js',
  '*/*/*.js',
  'dist/?.test.js',
  'dist/[ab].test.js',
  'dist/[!a].test.js',
  'dist/.*.js',
  'd*',
  'nothing/*.js',
  'dist/*.{js,ts}',
])('%s, as sh expands it', async (word) => {
  const [, ...words] = await expandGlobs(['node', word], [word], root)
  expect(words).toEqual(bySh(word))
})

test('only the words that a shell would expand, and nothing outside', async () => {
  expect(await expandGlobs(['node', '--test', 'dist/*.test.js'], [], root)).toEqual([
    'node',
    '--test',
    'dist/*.test.js',
  ])
  const outside = ['../*', '/*'] as const
  expect(await expandGlobs(['node', ...outside], outside, root)).toEqual(['node', ...outside])
})

test('a link to a directory is not gone into', async () => {
  symlinkSync(path.join(root, 'dist'), path.join(root, 'link'))
  expect(await expandGlobs(['node', 'l*/*.test.js'], ['l*/*.test.js'], root)).toEqual(['node', 'l*/*.test.js'])
  expect(await expandGlobs(['node', 'l*'], ['l*'], root)).toEqual(['node', 'link'])
})

import { expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import { stacks } from '../stacks/index.ts'
import { expandGlob } from './glob-words.ts'
import { discover } from './plan.ts'

test('as a POSIX shell: sorted, `**` is `*`, `[!…]` excludes', () => {
  const view = memoryView({ 'a/x.js': '', 'a/b/y.js': '', 'a/.z.js': '', 'c.js': '' })
  expect(expandGlob(view, '.', '**/*.js')).toEqual(['a/x.js'])
  expect(expandGlob(view, 'a', '*')).toEqual(['b', 'x.js'])
  expect(expandGlob(view, '.', '[!a].js')).toEqual(['c.js'])
  expect(expandGlob(view, '.', 'dist/*.js')).toEqual(['dist/*.js'])
})

test('words that only a build gives a meaning are left to where it runs; quoted ones are not globs', async () => {
  const test = "node --test dist/**/*.test.js test/*.test.js 'quoted/*.js'"
  const view = memoryView({ 'package.json': JSON.stringify({ scripts: { test } }), 'test/a.test.js': '' })
  const plan = await discover(view, stacks, {})
  expect(plan.ok && plan.value.projects[0]?.checks[0]?.command).toMatchObject({
    argv: ['node', '--test', 'dist/**/*.test.js', 'test/a.test.js', 'quoted/*.js'],
    globs: ['dist/**/*.test.js'],
  })
})

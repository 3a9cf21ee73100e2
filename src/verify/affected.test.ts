import { expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import type { ProjectPlan } from '../model/check.ts'
import { affectedBy, changedPaths } from './affected.ts'

const project = (directory: string, stack = 'node'): ProjectPlan => ({
  stack,
  directory,
  hasTests: true,
  prepare: [],
  checks: [],
})
const FILES = {
  'ci.yml': '',
  'lib/package.json': '{}',
  'lib/a.ts': '1',
  'web/package.json': '{"dependencies":{"lib":"file:../lib"}}',
  'web/b.ts': '',
  'shop/tsconfig.json': '{"extends":"../web/tsconfig.json"}',
  'api/pyproject.toml': '[tool.uv.sources]\ncore = { path = "../core" }\n',
  'core/pyproject.toml': '',
  'alone/package.json': '{}',
}
const ALL = ['lib', 'web', 'shop', 'alone']
  .map((one) => project(one))
  .concat([project('api', 'python'), project('core', 'python')])
const names = (change: Record<string, string>, projects = ALL) =>
  affectedBy(projects, memoryView(FILES), memoryView({ ...FILES, ...change })).projects.map(
    ({ directory }) => directory,
  )

test('a project with a changed path, and what depends on it', () => {
  expect(names({ 'alone/x.ts': '' })).toEqual(['alone'])
  expect(names({ 'lib/a.ts': '2' })).toEqual(['lib', 'web', 'shop'])
  expect(names({ 'core/c.py': '' })).toEqual(['api', 'core'])
})
test('a dependency that only the branch names counts', () => {
  expect(names({ 'alone/package.json': '{"dependencies":{"lib":"link:../lib"}}', 'lib/a.ts': '2' })).toEqual([
    'lib',
    'web',
    'shop',
    'alone',
  ])
})
test('what belongs to no project of its own concerns all', () => {
  expect(names({ 'ci.yml': 'x' })).toEqual(ALL.map(({ directory }) => directory))
  expect(names({ 'lib/a.ts': '2', 'package-lock.json': '' })).toEqual(ALL.map(({ directory }) => directory))
})
test('nothing changed: all', () => expect(names({})).toHaveLength(ALL.length))
test('a project at the root holds every path', () => {
  expect(names({ 'lib/a.ts': '2' }, [project('.'), project('lib'), project('alone')])).toEqual(['.', 'lib'])
})
test('a directory that begins like another is another', () => {
  expect(names({ 'alone2/x': '' })).toHaveLength(ALL.length)
})
test('content, mode, added and removed files are changes', () => {
  const before = memoryView({ a: '1', b: '1', c: '1', d: '1' })
  const after = memoryView({ a: '1', b: '2', c: { text: '1', executable: true }, e: '1' })
  expect([...changedPaths(before, after)].sort()).toEqual(['b', 'c', 'd', 'e'])
})

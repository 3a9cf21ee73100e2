import { describe, expect, test } from 'vitest'
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

describe('a literal path that leaves the project is a dependency', () => {
  const reaches = (path: string, text: string, more: Record<string, string> = {}) => {
    const lock = { 'api/Cargo.toml': '', 'web/package.json': '{}', 'web/schema.json': '1', 'alone/a.js': '', ...more }
    const all = [project('api', 'rust'), project('web'), project('alone')]
    const views = [
      { ...lock, [path]: text },
      { ...lock, [path]: text, 'web/schema.json': '2' },
    ] as const
    return affectedBy(all, memoryView(views[0]), memoryView(views[1])).projects.map(({ directory }) => directory)
  }
  test.each([
    ['api/src/lib.rs', 'const S: &str = include_str!("../../web/schema.json");'],
    ['api/src/lib.rs', 'include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../web/schema.json"))'],
    ['api/build.rs', 'let s = std::fs::read_to_string("../web/schema.json")?;'],
    ['api/src/a/b.ts', "import schema from '../../../web/schema.json'"],
    ['api/src/a.mjs', "readFileSync(join(here, '..', '..', 'web', 'schema.json'))"],
    ['api/src/a.py', 'SCHEMA = HERE / ".." / ".." / "web"'],
    ['api/Makefile', 'all:\n\tcd ../web && make'],
    ['api/src/root.js', "const ROOT = resolve(import.meta.dirname, '../..')"],
  ])('%s: %s', (path, text) => expect(reaches(path, text)).toEqual(['api', 'web']))
  test.each([
    ['api/build.rs', 'let all = &names[..]; for i in 0..3 {}'],
    ['api/src/a.ts', "import b from '../b'; const all = [...b]"],
    ['api/README.md', 'see ../web/schema.json'],
  ])('%s: %s is none', (path, text) => expect(reaches(path, text)).toEqual(['web']))
})
test('what was not asked for belongs to its own project, and is looked through', () => {
  const files = { 'api/build.rs': '"../web/a.json"', 'web/a.json': '1', 'alone/a.js': '' }
  const [api, web, alone] = [project('api', 'rust'), project('web'), project('alone')]
  const [lock, branch] = [memoryView(files), memoryView({ ...files, 'web/a.json': '2' })]
  const asked = affectedBy([api, alone], lock, branch, [api, web, alone])
  expect(asked.projects).toEqual([api])
  expect(asked.left).toEqual([alone])
  const none = affectedBy([alone], lock, branch, [api, web, alone])
  expect(none.projects).toEqual([alone])
  expect(none.because).toBe('nothing that was asked for is known to be reached, so all of it is verified')
})

import { expect, test } from 'vitest'
import { memoryView } from '../../locked/memory-view.ts'
import { monorepoScript } from './monorepo.ts'

const FILES = {
  'package.json': '{"workspaces":["packages/*"]}',
  'turbo.json':
    '{"tasks":{"test":{"dependsOn":["^build","gen"]},"build":{"dependsOn":["^build"]},"loop":{"dependsOn":["loop"]}}}',
  'packages/app/package.json':
    '{"name":"app","dependencies":{"lib":"*"},"scripts":{"test":"vitest run","build":"vite build","gen":"node gen.js"}}',
  'packages/lib/package.json': '{"name":"lib","scripts":{"test":"jest","build":"tsc -b","loop":"x"}}',
  'packages/none/package.json': '{"name":"none"}',
}
const lines = (call: string, more: Record<string, string> = {}) =>
  monorepoScript(call.split(' '), memoryView({ ...FILES, ...more }))?.map(
    ({ line, cwd, evidence }) => `${line} @${cwd.slice(9)}:${evidence.line}`,
  )
const BUILDS = ['tsc -b @lib:1', 'vite build @app:1']
const TESTS = ['jest @lib:1', 'vitest run @app:1']

test.each<[string, readonly string[] | undefined]>([
  ['turbo run test', [...BUILDS, 'node gen.js @app:1', ...TESTS]],
  ['turbo test --concurrency 2 --output-logs=full', [...BUILDS, 'node gen.js @app:1', ...TESTS]],
  ['turbo run test --filter=lib -- --bail', [...BUILDS, 'jest --bail @lib:1']],
  ['turbo run build test --affected', [...BUILDS, 'node gen.js @app:1', ...TESTS]],
  ['turbo run loop', ['x @lib:1']],
  ['turbo run test --filter=[HEAD^1]', undefined],
  ['turbo run nothing', undefined],
  ['turbo prune app', undefined],
  ['nx run-many -t test', TESTS],
  ['nx run-many --target=test --all --parallel=3', TESTS],
  ['nx affected -t test', TESTS],
  ['nx test lib', ['jest @lib:1']],
  ['nx run app:test', ['vitest run @app:1']],
  ['nx format:check', undefined],
  ['lerna run test --scope lib', ['jest @lib:1']],
  ['lerna bootstrap', undefined],
  ['vitest run', undefined],
])('%s', (call, expected) => expect(lines(call)).toEqual(expected))

test('what nx infers or project.json defines, only nx can tell', () => {
  expect(lines('nx run-many -t test', { 'nx.json': '{"plugins":["@nx/vite/plugin"]}' })).toBeUndefined()
  expect(lines('nx run-many -t test', { 'nx.json': '{"plugins": []}' })).toEqual(TESTS)
  expect(lines('nx test lib', { 'packages/lib/project.json': '{"targets":{"test":{}}}' })).toBeUndefined()
})
test('a turbo.json that cannot be read, only turbo can tell', () => {
  expect(lines('turbo run test', { 'turbo.json': '{' })).toBeUndefined()
  expect(lines('turbo run test', { 'turbo.json': '// c\n{"pipeline":{}}' })).toEqual(TESTS)
})

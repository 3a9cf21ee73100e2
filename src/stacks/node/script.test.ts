import { expect, test } from 'vitest'
import { viewOfFiles } from './fixtures/view.ts'
import { members } from './members.ts'
import { script } from './script.ts'

const json = (value: unknown): string => JSON.stringify(value, null, 2)
const scripts = { pretest: 'tsc', test: 'vitest run', posttest: 'eslint .', lint: 'biome check .' }
const plain = viewOfFiles({ 'package.json': json({ name: 'a', scripts }) })
const monorepo = viewOfFiles({
  'package.json': json({
    name: 'root',
    workspaces: ['packages/*', '!packages/old'],
    scripts: { test: 'npm test -ws' },
  }),
  'packages/a/package.json': json({ name: '@x/a', scripts: { test: 'vitest run a' } }),
  'packages/b/package.json': json({ name: 'b', scripts: { test: 'vitest run b' } }),
  'packages/c/package.json': json({ name: 'c' }),
  'packages/old/package.json': json({ name: 'old', scripts: { test: 'x' } }),
})
const lines = (line: string, view = plain) =>
  script(line.split(' '), view)?.map(({ cwd, line: text }) => `${cwd}: ${text}`)
const around = (own: string) => ['.: tsc', `.: ${own}`, '.: eslint .']

test.each([
  ['npm test', 'vitest run'],
  ['npm t', 'vitest run'],
  ['npm run -s test', 'vitest run'],
  ['npm run test --silent -- --shard=1/2', 'vitest run --shard=1/2'],
  ['npm test x -- --y', 'vitest run x --y'],
  ['pnpm test', 'vitest run'],
  ['pnpm run test --bail', 'vitest run --bail'],
  ['pnpm test -- --bail', 'vitest run -- --bail'],
  ['yarn test', 'vitest run'],
  ['yarn run test -- --bail', 'vitest run --bail'],
  ['bun run test', 'vitest run'],
])('%s runs the lines before and after it', (line, own) => {
  expect(lines(line)).toEqual(around(own))
})

test('yarn 2 and later run no lines around it, and hand the dashes on', () => {
  const berry = viewOfFiles({ 'package.json': json({ packageManager: 'yarn@4.6.0', scripts }) })
  expect(lines('yarn test -- -x', berry)).toEqual(['.: vitest run -- -x'])
})

test('the evidence is the line of the script', () => {
  const found = script(['npm', 'test'], plain)
  expect(found?.map(({ name, evidence }) => [name, evidence.file, evidence.line])).toEqual([
    ['pretest', 'package.json', 4],
    ['test', 'package.json', 5],
    ['posttest', 'package.json', 6],
  ])
})

test('what measures a script measures its own line, where that is one command', () => {
  const of = (test: string) =>
    lines('nyc --reporter=lcov npm test', viewOfFiles({ 'package.json': json({ scripts: { test, pretest: 'tsc' } }) }))
  expect(of('A=1 mocha -R dot')).toEqual(['.: tsc', '.: A=1 nyc --reporter=lcov mocha -R dot'])
  expect(of('mocha && eslint .')).toBeUndefined()
  expect(lines('nyc mocha')).toBeUndefined()
})

test('arguments are quoted for the shell', () => {
  expect(script(['npm', 'run', 'lint', '--', "it's", 'a b'], plain)?.[0]?.line).toBe("biome check . 'it'\\''s' 'a b'")
})

test.each([
  ['npm test --workspaces', ['packages/a: vitest run a', 'packages/b: vitest run b']],
  ['npm test -ws -iwr', ['.: npm test -ws', 'packages/a: vitest run a', 'packages/b: vitest run b']],
  ['npm test -w @x/a', ['packages/a: vitest run a']],
  ['npm test -w packages/b', ['packages/b: vitest run b']],
  ['npm --prefix packages/a test', ['packages/a: vitest run a']],
  ['pnpm -r test', ['packages/a: vitest run a', 'packages/b: vitest run b']],
  ['pnpm --filter @x/a run test', ['packages/a: vitest run a']],
  ['pnpm -C packages/b test', ['packages/b: vitest run b']],
  ['yarn workspace b test', ['packages/b: vitest run b']],
  ['yarn workspaces run test', ['packages/a: vitest run a', 'packages/b: vitest run b']],
])('%s', (line, expected) => {
  expect(lines(line, monorepo)).toEqual(expected)
})

test.each([
  'npm ci',
  'npm run nosuch',
  'npm test -w nosuch',
  'npm run test --strange',
  'pnpm --filter ...@x/a test',
  'pnpm install',
  'yarn install',
  'yarn add x',
  'vitest run',
])('no script, or one that only the manager can find: %s', (line) => {
  expect(lines(line, monorepo)).toBeUndefined()
})

test('members come from package.json, or from pnpm-workspace.yaml where it is there', () => {
  expect(members(monorepo)).toEqual(['packages/a', 'packages/b', 'packages/c'])
  const pnpm = viewOfFiles({
    'package.json': '{}',
    'pnpm-workspace.yaml': 'packages:\n  - "libs/**"\n',
    'libs/x/y/package.json': '{}',
  })
  expect(members(pnpm)).toEqual(['libs/x/y'])
  expect(members(plain)).toEqual([])
})

import { expect, test } from 'vitest'
import { manifestCommands } from './commands.ts'
import { viewOfFiles } from './fixtures/view.ts'
import { install } from './install.ts'

const json = (value: unknown): string => JSON.stringify(value, null, 2)
const dependent = json({ dependencies: { a: '1' } })
const argvOf = (files: Record<string, string>) => {
  const plan = install(viewOfFiles({ 'package.json': dependent, ...files }), '.')
  const command = plan.install[0]?.command
  return [command?.form === 'argv' ? command.argv.slice(0, 3).join(' ') : null, plan.manager, plan.pinned]
}

test.each([
  [{ 'package-lock.json': '{}' }, ['npm ci --no-audit', 'npm', true]],
  [{}, ['npm install --no-audit', 'npm', false]],
  [{ 'pnpm-lock.yaml': '' }, ['pnpm install --frozen-lockfile', 'pnpm', true]],
  [{ 'yarn.lock': '# yarn lockfile v1\n' }, ['yarn install --frozen-lockfile', 'yarn', true]],
  [{ 'yarn.lock': '__metadata:\n  version: 8\n' }, ['yarn install --immutable', 'yarn', true]],
  [
    { 'yarn.lock': '__metadata:\n', 'package.json': json({ packageManager: 'yarn@4.6.0' }) },
    ['corepack yarn install', 'yarn', true],
  ],
  [{ 'bun.lock': '{}' }, ['bun install --frozen-lockfile', 'bun', true]],
  [{ 'package.json': '{}' }, [null, 'npm', true]],
  [{ 'package.json': '{}', 'package-lock.json': '{}' }, ['npm ci --no-audit', 'npm', true]],
])('%j', (files, expected) => {
  expect(argvOf(files as Record<string, string>)).toEqual(expected)
})

test('in a directory of the tree, with members: keys, programs and own scripts of each', () => {
  const plan = install(
    viewOfFiles({
      'package.json': json({
        workspaces: ['p/*'],
        scripts: { prepare: 'husky', postinstall: 'prisma generate' },
        devDependencies: { a: '1' },
      }),
      'package-lock.json': '{}',
      '.npmrc': '',
      'patches/a.patch': '',
      'p/x/package.json': json({ scripts: { prepare: 'tsc' } }),
    }),
    'web',
  )
  expect(plan.keyFiles).toEqual([
    'web/package.json',
    'web/package-lock.json',
    'web/.npmrc',
    'web/patches/a.patch',
    'web/p/x/package.json',
  ])
  expect(plan.path).toEqual(['tree/web/node_modules/.bin', 'tree/web/p/x/node_modules/.bin'])
  expect(plan.outputs).toEqual(['tree/*node_modules'])
  expect(plan.perTree.map(({ command }) => command)).toMatchObject([
    { cwd: 'web/p/x', line: 'tsc' },
    { cwd: 'web', line: 'prisma generate' },
  ])
})

test('pnpm stays the one on PATH, unless only another version reads the lockfile', () => {
  const of = (lockfile: string) =>
    install(viewOfFiles({ 'package.json': json({ packageManager: 'pnpm@10.1.0' }), 'pnpm-lock.yaml': lockfile }), '.')
      .env
  expect(of("lockfileVersion: '9.0'\n")).toMatchObject({ npm_config_manage_package_manager_versions: 'false' })
  expect(of("lockfileVersion: '6.0'\n")).toEqual({ DISABLE_V8_COMPILE_CACHE: '1' })
})

test('commands of the manifest, by the manager of the project; the placeholder of npm init is none', () => {
  const of = (scripts: Record<string, string>, more: Record<string, string> = {}) =>
    manifestCommands(viewOfFiles({ 'package.json': json({ scripts }), ...more })).map(
      ({ kind, argv }) => `${kind}: ${argv.join(' ')}`,
    )
  expect(of({ test: 'vitest', lint: 'eslint .', 'type-check': 'tsc' })).toEqual([
    'tests: npm test',
    'types: npm run type-check',
    'lint: npm run lint',
  ])
  expect(of({ test: 'vitest' }, { 'pnpm-lock.yaml': '' })).toEqual(['tests: pnpm test'])
  expect(of({ test: 'echo "Error: no test specified" && exit 1' })).toEqual([])
  expect(of({ 'test:unit': 'x' })).toEqual([])
})

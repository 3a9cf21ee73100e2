import { expect, test } from 'vitest'
import { viewOfFiles } from './node/fixtures/view.ts'
import { node } from './node/stack.ts'
import { python } from './python/stack.ts'

const packageLock = JSON.stringify({
  packages: {
    '': { name: 'own' },
    'node_modules/@own/a': { version: '1.0.0' },
    'node_modules/linked': { resolved: 'packages/linked', link: true },
    'node_modules/git': { version: '1.0.0', resolved: 'git+ssh://git@example/x.git#1' },
    'node_modules/vitest': { version: '4.0.0' },
    'node_modules/vitest/node_modules/once': { version: '1.4.0' },
  },
})

test.each([
  ['package-lock.json', { 'package.json': '{}', 'package-lock.json': packageLock }, 'once@1.4.0'],
  [
    'pnpm-lock.yaml',
    {
      'package.json': '{}',
      'pnpm-lock.yaml': "packages:\n  '@a/b@1.0.0': {}\n  ms@2.1.2(x@1): {}\n  acorn@8.1.0: {}\n",
    },
    'acorn@8.1.0',
  ],
  [
    'yarn.lock',
    {
      'package.json': '{}',
      'yarn.lock': 'acorn@^8.0.0, acorn@^8.1.0:\n  version "8.1.0"\n\n"@a/b@^1.0.0":\n  version "1.0.0"\n',
    },
    'acorn@8.1.0',
  ],
  ['no lockfile', { 'package.json': '{"devDependencies":{"acorn":"^8.0.0","x":"*"}}' }, 'acorn@8.0.0'],
  ['nothing at all', { 'package.json': '{}' }, 'ms@2.1.3'],
])('node: %s', (_, files, wanted) => {
  const argv = node.reach?.(viewOfFiles(files as unknown as Record<string, string>)) ?? []
  expect(argv.slice(0, 6)).toEqual(['npm', 'cache', 'add', wanted, '--cache', '{stage}/temp/reach'])
})

test('node: yarn 2 and later asks its own registry', () => {
  const files = {
    'package.json': '{"packageManager":"yarn@4.9.1"}',
    'yarn.lock': '"acorn@npm:^8.0.0":\n  version: 8.1.0\n',
  }
  expect(node.reach?.(viewOfFiles(files))).toEqual([
    'corepack',
    'yarn',
    'npm',
    'info',
    'acorn@8.1.0',
    '--fields',
    'version',
  ])
})

test.each([
  [
    'uv.lock',
    {
      'uv.lock':
        '[[package]]\nname = "six"\nversion = "1.17.0"\nsource = { registry = "x" }\n[[package]]\nname = "iniconfig"\nversion = "2"\nsource = { editable = "." }\n',
    },
    ['six==1.17.0'],
  ],
  ['poetry.lock', { 'poetry.lock': '[[package]]\nname = "Some_Thing"\nversion = "1"\n' }, ['some-thing==1']],
  [
    'exact pins and an index',
    { 'requirements.txt': '--index-url https://index.example/simple\npytest==8.4.2\nnumpy>=1\n' },
    ['--index-url', 'https://index.example/simple', 'pytest==8.4.2'],
  ],
  ['ranges alone', { 'pyproject.toml': '[project]\ndependencies = ["requests>=2", "six>=1,<2"]\n' }, ['six']],
  ['nothing at all', { 'setup.py': '' }, ['six']],
])('python: %s', (_, files, wanted) => {
  const argv = python.reach?.(viewOfFiles(files as unknown as Record<string, string>)) ?? []
  expect(argv.slice(0, 2)).toEqual(['sh', '-c'])
  expect(argv.slice(3)).toEqual(['{stage}/temp/reach', ...wanted])
})

import { describe, expect, test } from 'vitest'
import { node } from '../stacks/node/stack.ts'
import { python } from '../stacks/python/stack.ts'
import { compose } from './compose.ts'
import { type MemoryFile, memoryView } from './memory-view.ts'

type Files = Readonly<Record<string, MemoryFile>>
const projects = [
  { directory: '.', stack: node },
  { directory: '.', stack: python },
]
const composed = (lock: Files, change: Files) => {
  const tree = compose({ lock: memoryView(lock), branch: memoryView({ ...lock, ...change }), projects })
  if (!tree.ok) throw new Error(tree.trouble.message)
  return tree.value
}
const said = (lock: Files, change: Files) =>
  composed(lock, change).anomalies.map((each) => `${each.kind} ${each.severity} ${each.path}`)

describe('product that could bend a test is named', () => {
  const lock: Files = {
    'package.json': '{"private":true,"main":"src/a.js","devDependencies":{"checker":"file:vendor/checker"}}',
    'vendor/checker/package.json': '{"name":"checker"}',
    'vendor/checker/index.js': 'x',
    'src/a.js': "import './used-helper.js'\n",
    'src/used-helper.js': 'x',
    'src/support/check.js': 'x',
    'src/b.js': 'x',
    'src/types.py': 'x = 1\n',
    'tsconfig.json': '{}',
    'src/k.ts': 'x',
    'test/a.test.js': "import '../src/support/check.js'\nimport '../src/used-helper.js'\nimport '../src/b.js'\n",
  }
  test.each([
    ['src/support/check.js', 'y', ['test-support-from-branch medium src/support/check.js']],
    ['src/used-helper.js', 'y', []],
    ['src/b.js', 'y', []],
    ['src/b.js', "import { expect } from 'vitest'\n", ['product-imports-test-library medium src/b.js']],
    ['vendor/checker/index.js', 'y', ['vendored-test-library-modified medium vendor/checker/index.js']],
    ['src/types.pyi', 'x: int\n', ['types-shadowed medium src/types.pyi']],
    ['src/shim.d.ts', 'declare module "*";\n', ['types-shadowed medium src/shim.d.ts']],
    ['src/svg.d.ts', 'declare module "*.svg";\n', []],
  ])('%s', (path, text, expected) => {
    expect(said(lock, { [path]: text })).toEqual(expected)
  })

  test('a file that leaves the sight of the type checker', () => {
    const { 'src/k.ts': _, ...rest } = lock
    const tree = compose({ lock: memoryView(lock), branch: memoryView({ ...rest, 'src/k.js': 'y' }), projects })
    expect(tree.ok && tree.value.anomalies).toMatchObject([{ kind: 'unchecked-now', path: 'src/k.js' }])
  })

  test('a vendored library that product needs is product', () => {
    const needed = { ...lock, 'package.json': '{"private":true,"dependencies":{"checker":"file:vendor/checker"}}' }
    expect(said(needed, { 'vendor/checker/index.js': 'y' })).toEqual([])
  })
})

describe('entries of imports that only tests use come from the lock', () => {
  const manifest = (target: string) => `{"private":true,"imports":{"#assert":"${target}","#core":"./src/core.js"}}\n`
  const lock: Files = {
    'package.json': manifest('./etc/assert.js'),
    'etc/assert.js': 'x',
    'src/core.js': 'x',
    'src/a.js': "import '#core'\n",
    'test/a.test.js': "import '#assert'\nimport '#core'\n",
  }
  test('with the file that they stand for', () => {
    const tree = composed(lock, { 'package.json': manifest('./src/ok.js'), 'etc/assert.js': 'y', 'src/ok.js': 'z' })
    expect(tree.entries.find(({ path }) => path === 'package.json')?.text).toContain('./etc/assert.js')
    expect(tree.entries.find(({ path }) => path === 'etc/assert.js')?.from).toBe('lock')
    expect(tree.anomalies.map(({ kind }) => kind)).toContain('alias-restored')
  })

  test('those that product uses come from the branch', () => {
    const text = manifest('./etc/assert.js').replace('./src/core.js', './src/a.js')
    const tree = composed(lock, { 'package.json': text, 'src/core.js': 'y' })
    expect(tree.entries.find(({ path }) => path === 'package.json')).toMatchObject({ from: 'branch', text: null })
    expect(tree.entries.find(({ path }) => path === 'src/core.js')?.from).toBe('branch')
  })
})

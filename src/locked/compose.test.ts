import { describe, expect, test } from 'vitest'
import type { CommitView } from '../model/repo-view.ts'
import type { ComposedTree } from '../model/tree.ts'
import { node } from '../stacks/node/stack.ts'
import { python } from '../stacks/python/stack.ts'
import { compose } from './compose.ts'
import { type MemoryFile, memoryView } from './memory-view.ts'

type Files = Readonly<Record<string, MemoryFile>>
const projects = [
  { directory: '.', stack: node },
  { directory: '.', stack: python },
]

const composed = (lock: Files, change: Readonly<Record<string, MemoryFile | null>>, config = {}): ComposedTree => {
  const files = Object.fromEntries(Object.entries({ ...lock, ...change }).filter((entry) => entry[1] !== null)) as Files
  const tree = compose({ lock: memoryView(lock), branch: memoryView(files), projects, config })
  if (!tree.ok) throw new Error(tree.trouble.message)
  return tree.value
}
const origin = (tree: ComposedTree, path: string) => tree.entries.find((entry) => entry.path === path)?.from ?? 'absent'
const kinds = (tree: ComposedTree) =>
  tree.anomalies.map((each) => `${each.kind} ${each.severity}${each.blocking ? ' blocking' : ''} ${each.path}`)

const base: Files = {
  'package.json':
    '{\n  "name": "p",\n  "scripts": {\n    "test": "vitest run",\n    "dev": "vite"\n  },\n  "devDependencies": {\n    "vitest": "4.0.0"\n  }\n}\n',
  'src/a.ts': 'export const a = 1\n',
  'src/a.test.ts': "import { a } from './a'\ntest('a', () => { expect(a).toBe(1) })\n",
  'test/data/x.json': '{}',
  'test/setup.ts': 'globalThis.x = 1\n',
  'src/__snapshots__/a.test.ts.snap': 'exports = 1\n',
  'vitest.config.ts': 'export default {}\n',
  'eslint.config.js': "export default [{ rules: { 'no-undef': 'error' } }]\n",
}

/** What the branch does, where the file comes from afterwards, and what is said. */
const rows: readonly (readonly [
  string,
  Readonly<Record<string, MemoryFile | null>>,
  string,
  string,
  readonly string[],
])[] = [
  ['changes product', { 'src/a.ts': 'export const a = 2\n' }, 'src/a.ts', 'branch', []],
  [
    'weakens a test',
    { 'src/a.test.ts': "test('a', () => {})\n" },
    'src/a.test.ts',
    'lock',
    ['test-modified critical src/a.test.ts'],
  ],
  [
    'formats a test',
    { 'src/a.test.ts': 'import { a } from "./a";\n\ntest(\'a\', () => {\n  expect(a).toBe(1)\n});\n' },
    'src/a.test.ts',
    'lock',
    ['test-reformatted info src/a.test.ts'],
  ],
  ['deletes a test', { 'src/a.test.ts': null }, 'src/a.test.ts', 'lock', ['test-deleted critical src/a.test.ts']],
  ['adds a test', { 'src/b.test.ts': 'test' }, 'src/b.test.ts', 'absent', ['test-added critical src/b.test.ts']],
  [
    'moves a test out of the pattern',
    { 'src/a.test.ts': null, 'src/a.checks.ts': base['src/a.test.ts'] ?? '' },
    'src/a.test.ts',
    'lock',
    ['test-renamed critical src/a.test.ts'],
  ],
  [
    'moves a test',
    { 'src/a.test.ts': null, 'src/c.test.ts': base['src/a.test.ts'] ?? '' },
    'src/c.test.ts',
    'absent',
    ['test-renamed critical src/a.test.ts', 'test-renamed critical src/c.test.ts'],
  ],
  [
    'rewrites a snapshot',
    { 'src/__snapshots__/a.test.ts.snap': 'exports = 2\n' },
    'src/__snapshots__/a.test.ts.snap',
    'lock',
    ['snapshot-modified critical src/__snapshots__/a.test.ts.snap'],
  ],
  [
    'edits a fixture',
    { 'test/data/x.json': '{"a":1}' },
    'test/data/x.json',
    'lock',
    ['fixture-modified critical test/data/x.json'],
  ],
  [
    'makes a test executable',
    { 'src/a.test.ts': { text: String(base['src/a.test.ts']), executable: true } },
    'src/a.test.ts',
    'lock',
    ['test-mode-changed low src/a.test.ts'],
  ],
  [
    'configures the runner',
    { 'vitest.config.ts': 'export default { test: { passWithNoTests: true } }\n' },
    'vitest.config.ts',
    'lock',
    ['runner-config-modified critical vitest.config.ts'],
  ],
  [
    'adds a runner configuration',
    { 'jest.config.js': 'x' },
    'jest.config.js',
    'absent',
    ['auto-activated-file-added critical jest.config.js'],
  ],
  [
    'adds .npmrc',
    { '.npmrc': 'node-options=--require ./x' },
    '.npmrc',
    'absent',
    ['auto-activated-file-added critical .npmrc'],
  ],
  [
    'adds conftest.py above',
    { 'conftest.py': 'x' },
    'conftest.py',
    'absent',
    ['auto-activated-file-added critical conftest.py'],
  ],
  [
    'adds a root mock',
    { '__mocks__/fs.js': 'x' },
    '__mocks__/fs.js',
    'absent',
    ['auto-activated-file-added critical __mocks__/fs.js'],
  ],
  [
    'adds a module that shadows',
    { 'pytest.py': 'x' },
    'pytest.py',
    'absent',
    ['auto-activated-file-added critical pytest.py'],
  ],
  [
    'switches a rule off',
    { 'eslint.config.js': "export default [{ rules: { 'no-undef': 'off' } }]\n" },
    'eslint.config.js',
    'lock',
    ['lint-config-loosened critical eslint.config.js'],
  ],
  [
    'edits CI',
    { '.github/workflows/ci.yml': 'x' },
    '.github/workflows/ci.yml',
    'absent',
    ['ci-config-modified high .github/workflows/ci.yml'],
  ],
  [
    'exports tests away',
    { '.gitattributes': 'test export-ignore' },
    '.gitattributes',
    'absent',
    ['gitattributes-modified critical .gitattributes'],
  ],
  [
    'configures Triverdict',
    { 'triverdict.yaml': 'verify: {}' },
    'triverdict.yaml',
    'absent',
    ['verify-config-modified critical triverdict.yaml'],
  ],
  [
    'changes the build',
    { 'babel.config.js': 'x' },
    'babel.config.js',
    'branch',
    ['build-hook-modified high babel.config.js'],
  ],
  [
    'links the tests elsewhere',
    { test: { link: '/elsewhere' }, 'test/setup.ts': null, 'test/data/x.json': null },
    'test',
    'absent',
    ['test-added critical test', 'fixture-modified critical test/data/x.json', 'test-deleted critical test/setup.ts'],
  ],
  [
    'links a directory with tests to another',
    {
      src: { link: 'lib' },
      'src/a.ts': null,
      'src/a.test.ts': null,
      'src/__snapshots__/a.test.ts.snap': null,
      'lib/a.ts': 'x',
    },
    'src',
    'absent',
    [
      'snapshot-modified critical src/__snapshots__/a.test.ts.snap',
      'test-deleted critical src/a.test.ts',
      'path-collision critical blocking src',
    ],
  ],
  [
    'links product out of the tree',
    { 'src/b.ts': { link: '../../etc/passwd' } },
    'src/b.ts',
    'absent',
    ['symlink-escape critical blocking src/b.ts'],
  ],
  ['links inside the tree', { 'src/b.ts': { link: 'a.ts' } }, 'src/b.ts', 'branch', []],
  [
    'replaces package.json by a link',
    { 'package.json': { link: 'other.json' }, 'other.json': '{}' },
    'package.json',
    'lock',
    ['runner-config-modified critical package.json'],
  ],
  [
    'deletes package.json',
    { 'package.json': null },
    'package.json',
    'lock',
    ['runner-config-modified critical package.json'],
  ],
]

describe('compose', () => {
  for (const [name, change, path, from, said] of rows)
    test(name, () => {
      const tree = composed(base, change)
      expect([origin(tree, path), kinds(tree)]).toEqual([from, said])
      for (const each of tree.anomalies) expect(each.remedy).toMatch(/\.$/)
      // Every path of the branch is in the tree as the branch has it, or excluded.
      for (const [changed, file] of Object.entries(change)) {
        const asBranch = tree.entries.some((entry) => entry.path === changed && entry.from === 'branch')
        if (file !== null)
          expect([changed, asBranch]).toEqual([changed, !tree.excluded.some((each) => each.path === changed)])
      }
    })

  test('what nobody changed comes from the lock, tests and judging files are locked', () => {
    const tree = composed(base, {})
    expect(tree.entries.map((entry) => entry.path)).toEqual(Object.keys(base).sort())
    expect(new Set(tree.entries.map((entry) => entry.from))).toEqual(new Set(['lock']))
    expect(tree.lockedPaths).toEqual(
      Object.keys(base)
        .sort()
        .filter((path) => path !== 'package.json' && path !== 'src/a.ts'),
    )
    expect([tree.excluded, tree.anomalies, tree.branchTestFiles]).toEqual([[], [], []])
  })

  test('changed and added test files are named for the run of the branch’s own', () => {
    const tree = composed(base, {
      'src/a.test.ts': 'x',
      'test/new.ts': "test('new', () => {})\n",
      'test/helpers.ts': 'export const x = 1\n',
      'test/helpers/h.ts': 'x',
      'test/data/x.json': '1',
      'tests/test_x.py': 'def test_x(): pass\n',
      'tests/conftest.py': 'x',
    })
    expect(tree.branchTestFiles).toEqual(['src/a.test.ts', 'test/new.ts', 'tests/test_x.py'])
  })

  test('the configuration has the first word, tests before product', () => {
    const change = { 'qa/check.ts': 'x', 'src/testing/util.test.ts': 'y' }
    const tree = composed({ ...base, 'src/testing/util.test.ts': 'x' }, change, {
      lock: { tests: ['qa/**'], product: ['src/testing/**', 'qa/**'] },
    })
    expect([origin(tree, 'qa/check.ts'), origin(tree, 'src/testing/util.test.ts')]).toEqual(['absent', 'branch'])
  })

  test('a submodule that moved is trouble', () => {
    const view = (oid: string): CommitView => memoryView(base, { submodules: [{ path: 'lib', oid }] })
    expect(compose({ lock: view('1'), branch: view('2'), projects })).toMatchObject({
      ok: false,
      trouble: { kind: 'submodule-moved' },
    })
  })

  test('an unchanged symlink that leaves the tree stays', () => {
    const lock = { ...base, l: { link: '/etc/hosts' } }
    expect(origin(composed(lock, {}), 'l')).toBe('lock')
  })
})

test('expected values are locked wherever they lie, and an ignore file cannot hide a product file from a linter', () => {
  const tree = composed(
    { ...base, 'golden/sum.txt': '3', '.gitignore': 'node_modules/\n' },
    { 'golden/sum.txt': '-1', '.gitignore': 'node_modules/\nsrc/dirty.py\n', 'src/.ignore': 'dirty.py\n' },
  )
  expect(origin(tree, 'golden/sum.txt')).toBe('lock')
  expect(origin(tree, '.gitignore')).toBe('lock')
  expect(origin(tree, 'src/.ignore')).toBe('absent')
  expect(kinds(tree)).toEqual(
    expect.arrayContaining(['snapshot-modified critical golden/sum.txt', 'ignore-file-modified medium .gitignore']),
  )
})

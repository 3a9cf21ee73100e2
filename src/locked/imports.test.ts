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
const base: Files = { 'package.json': '{}', 'src/a.ts': 'export const a = 1\n', 'src/a.test.ts': 'test' }
const composed = (lock: Files, change: Files) => {
  const tree = compose({ lock: memoryView(lock), branch: memoryView({ ...lock, ...change }), projects })
  if (!tree.ok) throw new Error(tree.trouble.message)
  return tree.value
}
const origin = (tree: ReturnType<typeof composed>, path: string) =>
  tree.entries.find((entry) => entry.path === path)?.from ?? 'absent'

describe('product among tests', () => {
  const lock: Files = {
    ...base,
    'src/app.ts': "import { helper } from '../test/support/helper.js'\n// import '../test/support/comment'\n",
    'test/support/helper.ts': "import './deep'\n",
    'test/support/deep/index.ts': 'x',
    'test/support/comment.ts': 'x',
    'test/support/unused.ts': 'x',
    'pkg/app.py': 'from pkg.testing.test import (\n  tools,\n)\nfrom .tests import plain\n',
    'pkg/testing/test/__init__.py': '',
    'pkg/testing/test/tools.py': 'x',
    'pkg/tests/__init__.py': '',
    'pkg/tests/plain.py': 'x',
    'pkg/tests/test_plain.py': 'x',
  }
  const touched = (paths: readonly string[], more: Files = {}) =>
    composed(lock, { ...Object.fromEntries(paths.map((path) => [path, `${lock[path]} // changed\n`])), ...more })

  test('what product imported at the lock is product, with what it imports', () => {
    const paths = [
      'test/support/helper.ts',
      'test/support/deep/index.ts',
      'pkg/testing/test/tools.py',
      'pkg/tests/plain.py',
    ]
    const tree = touched(paths)
    expect(paths.map((path) => origin(tree, path))).toEqual(paths.map(() => 'branch'))
    const others = ['test/support/comment.ts', 'test/support/unused.ts', 'pkg/tests/test_plain.py']
    expect(others.map((path) => origin(touched(others), path))).toEqual(others.map(() => 'lock'))
  })

  test('no branch makes a test product by importing it', () => {
    const more = {
      'src/app.ts':
        "import '../test/support/unused'\nimport './a.test'\nimport '../test/new'\nimport './n.test'\nimport '../test/test-new'\n",
      'test/new.ts': 'n',
      'src/n.test.ts': 'n',
      'test/test-new.ts': 'n',
    }
    const tree = touched(['test/support/unused.ts', 'src/a.test.ts'], more)
    expect(
      ['test/support/unused.ts', 'src/a.test.ts', 'test/new.ts', 'src/n.test.ts', 'test/test-new.ts'].map((path) =>
        origin(tree, path),
      ),
    ).toEqual(['lock', 'lock', 'branch', 'absent', 'absent'])
  })
})

describe('what counts as an import', () => {
  const promoted = (importer: string, text: string, target: string, more: Files = {}) => {
    const lock = { ...base, [importer]: text, [target]: 'old', ...more }
    return origin(composed(lock, { [target]: 'new' }), target) === 'branch'
  }
  const rows: readonly (readonly [string, string, string, boolean])[] = [
    ['src/x.ts', "export * from '../test/h'", 'test/h.ts', true],
    ['src/x.ts', "const h = require('../test/h')", 'test/h.js', true],
    ['src/x.ts', "const h = await import('../test/h.mjs')", 'test/h.mts', true],
    ['src/x.ts', "import type { H } from '../test'", 'test/index.d.ts', true],
    ['src/x.ts', "import data from '../test/data.json'", 'test/data.json', true],
    ['src/x.ts', "/* import '../test/h' */ // import '../test/h'", 'test/h.ts', false],
    ['src/x.ts', "const u = 'http://x' ; import '../test/h'", 'test/h.ts', true],
    ['src/x.ts', "import '../test/h.test'", 'test/h.test.ts', false],
    ['src/x.ts', "import '../../test/h'", 'test/h.ts', false],
    ['src/x.test.ts', "import '../test/h'", 'test/h.ts', false],
    ['pkg/a.py', 'import tests.tools as t, os', 'tests/tools.py', true],
    ['pkg/a.py', 'from ..tests import tools', 'tests/tools.py', true],
    ['pkg/a.py', 'from tests.tools.deep import x', 'tests/tools/__init__.py', true],
    ['pkg/a.py', '"""\nimport tests.tools\n"""\n# import tests.tools', 'tests/tools.py', false],
    ['pkg/a.py', 'from tests import conftest', 'tests/conftest.py', false],
    ['pkg/a.py', 'from tests import test_x', 'tests/test_x.py', false],
  ]
  for (const [importer, text, target, expected] of rows)
    test(`${importer}: ${JSON.stringify(text)} → ${target}: ${expected}`, () => {
      expect(promoted(importer, text, target)).toBe(expected)
    })
  test('entry points of package.json and aliases of tsconfig.json', () => {
    const exported = { 'package.json': '{"exports": {"./testing": {"import": "./test/kit.ts"}}}' }
    expect(promoted('src/x.ts', '', 'test/kit.ts', exported)).toBe(true)
    const paths = { '@/*': ['./*'], kit: ['test/kit'] }
    const alias = { 'tsconfig.json': JSON.stringify({ compilerOptions: { baseUrl: '.', paths } }) }
    expect(promoted('src/x.ts', "import '@/test/kit'", 'test/kit.ts', alias)).toBe(true)
    expect(promoted('src/x.ts', "import 'kit'", 'test/kit.ts', alias)).toBe(true)
    expect(promoted('src/x.ts', "import 'kitty'", 'test/kit.ts', alias)).toBe(false)
  })
})

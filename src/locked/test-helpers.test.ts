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
const composed = (lock: Files, branch: Files) => {
  const tree = compose({ lock: memoryView(lock), branch: memoryView(branch), projects })
  if (!tree.ok) throw new Error(tree.trouble.message)
  return tree.value
}

/** Where a changed file comes from, with what is said of it. */
const ofChanged = (lock: Files, path: string, more: Files = {}) => {
  const tree = composed(lock, { ...lock, [path]: `${lock[path] ?? ''}more = 1\n`, ...more })
  // What is only named, see watched.test.ts.
  const named = /^(?:test-support-from-branch|product-imports-test-library)$/
  const kinds = tree.anomalies.filter((each) => each.path === path && !named.test(each.kind)).map(({ kind }) => kind)
  return [tree.entries.find((entry) => entry.path === path)?.from ?? 'absent', ...kinds].join(' ')
}

const lock: Files = {
  'package.json': JSON.stringify({ private: true, devDependencies: { vitest: '4' } }),
  'vitest.config.ts': "export default { test: { setupFiles: ['./src/setup.ts'] } }\n",
  'src/a.ts': "import './used'\nexport const a = 1\n",
  'src/used.ts': "import { expect } from 'vitest'\nexport const used = 1\n",
  'src/support/check.ts': "import { expect } from 'vitest'\nexport const check = (x) => expect(x).toBe(1)\n",
  'src/support/deep.ts': "import 'chai'\nexport const deep = (x) => x.toBe\n",
  'src/support/plain.ts': 'export const plain = (x) => x.toBe\n',
  'src/alone.ts': "import sinon from 'sinon'\nexport const alone = (x) => x.toBe\n",
  'src/setup.ts': "import '@testing-library/jest-dom'\nexpect(1).toBe(1)\n",
  'src/a.test.ts': "import { check } from './support/check.js'\nimport './support/plain'\n",
  'src/b.test.ts': "import './support/chain'\n",
  'src/support/chain.ts': "import { vi } from 'vitest'\nimport './deep'\n",
}

describe('helpers of tests among product', () => {
  test.each([
    ['src/support/check.ts', 'lock test-modified'],
    ['src/support/deep.ts', 'lock test-modified'],
    ['src/setup.ts', 'lock test-modified'],
    ['src/support/plain.ts', 'branch'],
    ['src/used.ts', 'branch'],
    ['src/alone.ts', 'branch'],
    ['src/a.ts', 'branch'],
  ])('%s: %s', (path, expected) => {
    expect(ofChanged(lock, path)).toBe(expected)
  })

  test('the branch makes none product by importing it, nor by importing no test library any more', () => {
    const more = { 'src/a.ts': "import './support/check'\nexport const a = 1\n" }
    expect(ofChanged(lock, 'src/support/check.ts', more)).toBe('lock test-modified')
    expect(ofChanged(lock, 'src/support/check.ts', { 'src/support/check.ts': 'export const check = () => {}\n' })).toBe(
      'lock test-modified',
    )
  })

  test('product does not become one because the branch imports a test library in it', () => {
    const text = "import 'vitest'\nexport const plain = 2\n"
    expect(ofChanged(lock, 'src/support/plain.ts', { 'src/support/plain.ts': text })).toBe('branch')
  })

  test('one that the branch adds is left out, unless its product imports it', () => {
    const helper = { 'src/new.ts': "import 'vitest'\n" }
    expect(ofChanged(lock, 'src/new.ts', { ...helper, 'src/c.test.ts': "import './new'\n" })).toBe('absent test-added')
    expect(ofChanged(lock, 'src/new.ts', { ...helper, 'src/a.ts': "import './new'\n" })).toBe('branch')
  })

  test('what one of them imports from among the tests stays a test', () => {
    const more = {
      ...lock,
      'src/support/check.ts': "import 'vitest'\nimport { wanted } from '../../test/support/wanted'\n",
      'test/support/wanted.ts': 'export const wanted = 1\n',
    }
    expect(ofChanged(more, 'test/support/wanted.ts')).toBe('lock test-modified')
    const used = { ...more, 'src/a.ts': "import '../test/support/wanted'\n" }
    expect(ofChanged(used, 'test/support/wanted.ts')).toBe('branch product-in-test-path')
  })

  test('one that the branch deletes is restored', () => {
    const { 'src/support/check.ts': _, ...branch } = lock
    const tree = composed(lock, branch)
    expect(tree.entries.find(({ path }) => path === 'src/support/check.ts')?.from).toBe('lock')
    expect(tree.lockedPaths).toContain('src/support/check.ts')
  })
})

describe('what users of a package reach stays product', () => {
  const published = (manifest: object): Files => ({ ...lock, 'package.json': JSON.stringify(manifest) })
  test.each([
    ['an entry', { exports: { '.': './dist/a.js', './check': { import: './dist/support/check.js' } } }],
    ['a directory of entries', { exports: { './support/*': './dist/esm/support/*.js' } }],
    ['main', { main: './src/support/check' }],
    ['a library that users get', { peerDependencies: { vitest: '*' } }],
  ])('%s', (_, manifest) => {
    expect(ofChanged(published(manifest), 'src/support/check.ts')).toBe('branch')
  })

  test('a star for the whole package exports no single file', () => {
    const all = published({ exports: { './*': './dist/*.js' } })
    expect(ofChanged(all, 'src/support/check.ts')).toBe('lock test-modified')
  })
})

describe('Python', () => {
  const files: Files = {
    'pyproject.toml': '[project]\nname = "cart"\ndependencies = ["attrs"]\n',
    'cart/__init__.py': 'from .core import total\n',
    'cart/core.py': 'total = 1\n',
    'cart/checks.py': 'import pytest\n\ndef check(x):\n    assert x\n',
    'cart/fixtures.py': 'from unittest import mock\n',
    'cart/selftest.py': 'def a():\n    pass\n\nif __name__ == "__main__":\n    import unittest\n',
    'tests/test_cart.py': 'from cart import checks, selftest\n',
    'tests/conftest.py': 'pytest_plugins = [\n    "cart.fixtures",\n]\n',
  }
  test.each([
    ['cart/checks.py', 'lock test-modified'],
    ['cart/fixtures.py', 'lock test-modified'],
    ['cart/selftest.py', 'branch'],
    ['cart/core.py', 'branch'],
  ])('%s: %s', (path, expected) => {
    expect(ofChanged(files, path)).toBe(expected)
  })

  test.each([
    ['a runtime dependency', '[project]\nname = "cart"\ndependencies = ["pytest>=8"]\n'],
    ['a plug-in', '[project]\nname = "x"\n[project.entry-points.pytest11]\ncart = "cart.checks"\n'],
  ])('%s keeps a module product', (_, toml) => {
    expect(ofChanged({ ...files, 'pyproject.toml': toml }, 'cart/checks.py')).toBe('branch')
  })

  test('so does a package of its own, and setup.py', () => {
    const init = { ...files, 'cart/__init__.py': 'import unittest\n', 'cart/core.py': 'total = 1\n' }
    expect(ofChanged(init, 'cart/__init__.py')).toBe('branch')
    const setup = { ...files, 'setup.py': 'setup(entry_points={"pytest11": ["c = cart.checks"]})\n' }
    expect(ofChanged(setup, 'cart/checks.py')).toBe('branch')
    const needs = { ...files, 'setup.py': "setup(install_requires=['attrs', 'pytest >= 7'])\n" }
    expect(ofChanged(needs, 'cart/checks.py')).toBe('branch')
  })
})

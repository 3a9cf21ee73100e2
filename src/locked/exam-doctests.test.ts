import { describe, expect, test } from 'vitest'
import type { Check } from '../model/check.ts'
import type { Some } from '../model/result.ts'
import { python } from '../stacks/python/stack.ts'
import { compose } from './compose.ts'
import { type MemoryFile, memoryView } from './memory-view.ts'

type Files = Readonly<Record<string, MemoryFile>>
const projects = [{ directory: '.', stack: python }]
const check = (line: string, tool: string | null = 'tool'): Check => ({
  id: line,
  kind: 'tests',
  stack: 'node',
  project: '.',
  tool,
  command: { form: 'argv', argv: line.split(' ') as unknown as Some<string>, cwd: '.', env: {} },
  before: [],
  after: [],
  evidence: { tier: 'ci', file: null, line: null, text: line },
  declaredReport: null,
})

/** Where a path comes from once the branch changed it (`null`: deleted it), with the kinds that are said of it. */
const ofChanged = (lock: Files, path: string, checks: readonly Check[] = [], text: string | null = 'changed\n') => {
  const { [path]: _, ...others } = lock
  const branch = text === null ? others : { ...lock, [path]: text }
  const tree = compose({ lock: memoryView(lock), branch: memoryView(branch), projects, checks })
  if (!tree.ok) throw new Error(tree.trouble.message)
  const kinds = tree.value.anomalies.filter((each) => each.path === path).map(({ kind }) => kind)
  return [tree.value.entries.find((entry) => entry.path === path)?.from ?? 'absent', ...kinds].join(' ')
}

describe('texts that pytest takes for doctests', () => {
  const text = 'Usage\n\n>>> 1 + 1\n2\n'
  const config = (more = ''): Files => ({
    'pyproject.toml': `[tool.pytest.ini_options]\naddopts = "--doctest-glob=*.rst"\n${more}`,
    'docs/usage.rst': text,
    'docs/plain.rst': 'Usage\n',
  })
  test.each([
    ['by the configuration', config(), 'docs/usage.rst', 'pytest', 'lock test-modified'],
    ['by the command', { 'README.md': text }, 'README.md', 'pytest --doctest-glob=*.md', 'lock test-modified'],
    ['without an example', config(), 'docs/plain.rst', 'pytest', 'branch'],
    ['outside testpaths', config('testpaths = ["tests"]\n'), 'docs/usage.rst', 'pytest', 'branch'],
    ['without the option', { 'docs/usage.rst': text }, 'docs/usage.rst', 'pytest', 'branch'],
  ] as const)('%s', (_, files, path, line, expected) => {
    const tests = { 'tests/test_a.py': 'def test_a(): pass\n' }
    expect(ofChanged({ ...tests, ...files }, path, [check(line, 'pytest')])).toBe(expected)
  })
})

import { describe, expect, test } from 'vitest'
import { check, type Files, ofChanged } from './fixtures/changed.ts'

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

import { expect, test } from 'vitest'
import type { Some } from '../../model/result.ts'
import { viewOf } from './fixtures/view.ts'
import { python } from './stack.ts'

const tool = (id: string) => {
  const found = python.tools.find((candidate) => candidate.id === id)
  if (found === undefined) throw new Error(id)
  return found
}
const words = (line: string) => line.split(' ') as unknown as Some<string>
const place = { reportDirectory: '/r', reporters: '/reporters', tree: '/t', project: viewOf({}), directory: '.' }

test.each([
  ['pyright', 'pyright --watch -p conf src', 'pyright -p conf src --outputjson'],
  ['pyright', 'basedpyright', 'basedpyright --outputjson'],
  ['ruff-check', 'ruff check --fix --output-format github .', 'ruff check . --no-fix --no-cache --output-format=json'],
  [
    'ruff-check',
    'ruff --config x.toml check src',
    'ruff check --config x.toml src --no-fix --no-cache --output-format=json',
  ],
  ['ruff-format', 'ruff format --diff src', 'ruff format src --check --no-cache'],
])('%s: %s', (id, line, expected) => {
  expect(python.tools.filter((candidate) => candidate.recognises(words(line))).map((found) => found.id)).toEqual([id])
  expect(tool(id).instrument(words(line), place).argv.join(' ')).toBe(expected)
})

test('mypy: the closing line is asked for and no cache is read', () => {
  const { argv } = tool('mypy').instrument(words('mypy --no-error-summary --cache-dir c --strict -p pkg'), place)
  expect(argv.slice(0, 4)).toEqual(['mypy', '--strict', '-p', 'pkg'])
  expect(argv).toEqual(expect.arrayContaining(['--error-summary', '--cache-dir=/dev/null', '--no-incremental']))
  expect(argv).not.toContain('--no-error-summary')
})

test('a bare `ruff format` writes: it is no check', () => {
  expect(python.tools.some((candidate) => candidate.recognises(words('ruff format .')))).toBe(false)
})

test.each([
  ['ruff-check', { 'ruff.toml': '' }, 'ruff.toml', null],
  ['ruff-check', { 'pyproject.toml': '[tool.ruff.lint]\n' }, 'pyproject.toml', 1],
  ['ruff-format', { 'pyproject.toml': '[tool.ruff]\n[tool.ruff.format]\n' }, 'pyproject.toml', 2],
  [
    'ruff-format',
    { '.pre-commit-config.yaml': 'repos:\n- hooks:\n  - id: ruff-format\n' },
    '.pre-commit-config.yaml',
    3,
  ],
  ['mypy', { 'setup.cfg': '[metadata]\n[mypy]\n' }, 'setup.cfg', 2],
  ['pyright', { 'pyproject.toml': '\n[tool.basedpyright]\n' }, 'pyproject.toml', 2],
])('%s adopted by %j', (id, files, file, line) => {
  expect(tool(id).adopted(viewOf(files as unknown as Record<string, string>))).toMatchObject({
    tier: 'default',
    file,
    line,
  })
})

test('ruff alone does not adopt its formatter', () => {
  expect(tool('ruff-format').adopted(viewOf({ 'ruff.toml': '', 'requirements.txt': 'ruff\n' }))).toBeUndefined()
})

test.each([
  [{ 'pyproject.toml': '[tool.mypy]\nfiles = ["a"]\n' }, ['mypy']],
  [{ 'src/a/__init__.py': '' }, ['mypy', 'src']],
  [{ 'a/__init__.py': '', 'b.py': '', 'tests/__init__.py': '', 'setup.py': '' }, ['mypy', 'a', 'b.py']],
  [{}, ['mypy', '.']],
])('mypy by default: %j', (files, argv) => {
  expect(tool('mypy').defaultArgv(viewOf(files as unknown as Record<string, string>))).toEqual(argv)
})

test('basedpyright where the project names it', () => {
  expect(tool('pyright').defaultArgv(viewOf({ 'requirements.txt': 'basedpyright\n' }))).toEqual(['basedpyright'])
})

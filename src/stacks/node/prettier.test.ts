import { expect, test } from 'vitest'
import type { Place } from '../../model/stack.ts'
import { viewOfFiles } from './fixtures/view.ts'
import { prettier } from './prettier.ts'

const project = (
  scripts: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = { '.prettierrc': '' },
) => viewOfFiles({ 'package.json': JSON.stringify({ scripts }), ...more })
const place: Place = { reportDirectory: '/r', reporters: '/own', tree: '/t', project: project({}), directory: '.' }

test.each([
  ['prettier --check .', true],
  ['prettier -c src', true],
  ['prettier . --list-different', true],
  ['prettier -l src', true],
  ['node node_modules/prettier/bin/prettier.cjs --check .', true],
  ['prettier --write .', false],
  ['prettier --check --write .', false],
  ['prettier src/a.js', false],
  ['prettier --check --stdin-filepath a.js', false],
  ['eslint --check .', false],
])('%s is a check: %s', (line, expected) => {
  const [first = '', ...more] = line.split(' ')
  expect(prettier.recognises([first, ...more])).toBe(expected)
})

test('both streams in one, at a level that tells which files were looked at, nothing cached', () => {
  const argv = [
    'cross-env',
    'A=1',
    'prettier',
    '-l',
    '--cache',
    '--cache-location',
    'x',
    '--log-level',
    'warn',
    '--ignore-path',
    '.i',
    'src',
  ] as const
  expect(prettier.instrument(argv, place)).toEqual({
    argv: [
      ...['sh', '-c', 'exec "$@" 2>&1', 'sh', 'cross-env', 'A=1', 'prettier'],
      ...['--check', '--log-level=debug', '--loglevel=debug', '--no-color', '--ignore-path', '.i', 'src'],
    ],
    env: { PRETTIER_EXPERIMENTAL_CLI: '' },
    channels: [{ path: 'stdout', format: 'prettier-text', role: 'findings', required: true }],
  })
})

test('adopted where a script checks with it; a configuration for editors and commit hooks is not enough', () => {
  expect(
    prettier.adopted(project({ 'format:check': "tsc && prettier --check 'src/**/*.ts' && echo ok" })),
  ).toMatchObject({
    file: 'package.json',
    text: "tsc && prettier --check 'src/**/*.ts' && echo ok",
  })
  expect(prettier.adopted(project({ format: 'prettier --write .' }))).toBeUndefined()
  expect(prettier.adopted(project({ format: 'prettier --check --write .' }))).toBeUndefined()
  expect(prettier.adopted(project({}))).toBeUndefined()
  expect(prettier.adopted(project({ check: 'prettier --check .' }, {}))).toBeUndefined()
})

test('by convention it is called as that script calls it', () => {
  expect(prettier.defaultArgv(project({ check: "eslint . && prettier --check 'src/**/*.ts' docs && true" }))).toEqual([
    'prettier',
    '--check',
    'src/**/*.ts',
    'docs',
  ])
})

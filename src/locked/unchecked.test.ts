import { expect, test } from 'vitest'
import { memoryView } from './memory-view.ts'
import { uncheckedFlags } from './unchecked.ts'

type Files = Readonly<Record<string, string>>
const config = (options: object, more: object = {}) => JSON.stringify({ compilerOptions: options, ...more })
const said = (lock: Files, branch: Files) =>
  uncheckedFlags({
    lock: memoryView(lock),
    branch: memoryView(branch),
    classOf: (path) => (path.startsWith('test/') ? 'test' : 'product'),
  }).map(({ kind, severity, path, blocking }) => `${kind} ${severity} ${path} ${blocking}`)
const named = (path: string) => [`unchecked-now medium ${path} false`]

test.each<[string, Files, Files, readonly string[]]>([
  ['replaced', { 'src/k.ts': '' }, { 'src/k.js': '' }, named('src/k.js')],
  ['replaced at the root', { 'k.mts': '' }, { 'k.mjs': '' }, named('k.mjs')],
  ['another ending', { 'src/k.tsx': '' }, { 'src/k.jsx': '' }, named('src/k.jsx')],
  ['deleted', { 'src/k.ts': '' }, {}, []],
  ['still there', { 'src/k.ts': '' }, { 'src/k.ts': '', 'src/k.js': '' }, []],
  ['there before', { 'src/k.ts': '', 'src/k.js': '' }, { 'src/k.js': '' }, []],
  ['another name', { 'src/k.ts': '' }, { 'src/l.js': '' }, []],
  ['a declaration', { 'src/k.d.ts': '' }, { 'src/k.d.js': '' }, []],
  ['a test, which is restored', { 'test/k.ts': '' }, { 'test/k.js': '' }, []],
])('%s', (_, lock, branch, expected) => {
  expect(said({ 'tsconfig.json': config({}), ...lock }, branch)).toEqual(expected)
})

test.each<[string, Files, string, boolean]>([
  ['JavaScript is checked', { 'tsconfig.json': config({ checkJs: true }) }, '', false],
  ['JavaScript is read only', { 'tsconfig.json': config({ allowJs: true }) }, '', true],
  ['JavaScript is read, and the file asks', { 'tsconfig.json': config({ allowJs: true }) }, '// @ts-check\n', false],
  ['JavaScript is not read, and the file asks', { 'tsconfig.json': config({}) }, '// @ts-check\n', true],
  ['there is no tsconfig', {}, '', false],
  [
    'a config beside it checks',
    { 'tsconfig.json': '{"files":[]}', 'tsconfig.app.json': config({ checkJs: true }) },
    '',
    false,
  ],
  [
    'the nearest one does not',
    { 'tsconfig.json': config({ checkJs: true }), 'src/tsconfig.json': config({}) },
    '',
    true,
  ],
  [
    'it is inherited',
    { 'tsconfig.json': '{"extends":"./etc/base"}', 'etc/base.json': config({ checkJs: true }) },
    '',
    false,
  ],
  [
    'the last of several decides',
    {
      'tsconfig.json': '{"extends":["./a.json","./b.json"]}',
      'a.json': config({ checkJs: true }),
      'b.json': config({ checkJs: false }),
    },
    '',
    true,
  ],
  ['it extends itself', { 'tsconfig.json': '{"extends":"./tsconfig.json"}' }, '', true],
  ['it extends a package', { 'tsconfig.json': '{"extends":"@tsconfig/node20"}' }, '', true],
])('where %s', (_, files, text, isNamed) => {
  expect(said({ ...files, 'src/k.ts': '' }, { 'src/k.js': text })).toEqual(isNamed ? named('src/k.js') : [])
})

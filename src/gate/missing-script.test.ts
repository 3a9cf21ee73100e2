import { expect, test } from 'vitest'
import { plainView } from '../model/repo-view.ts'
import { missingScript } from './missing-script.ts'

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "scripts": { "test": "node --test" } }',
  'web/package.json': '{ "scripts": { "unit": "node --test" } }',
  'web/src/a.js': '',
  'broken/package.json': '{',
}
const view = plainView(Object.keys(files).sort(), {
  has: (path) => path in files,
  read: (path) => files[path],
  oid: () => undefined,
  mode: () => undefined,
})

test.each<[string | readonly string[], string, string | null]>([
  ['npm test', '.', null],
  ['npm run lint', '.', 'package.json has no script `lint`: nothing would run'],
  ['npm run lint --if-present', '.', 'package.json has no script `lint`: nothing would run'],
  [['npm', 'run', 'lint'], '.', 'package.json has no script `lint`: nothing would run'],
  ['npm test', 'web', 'web/package.json has no script `test`: nothing would run'],
  ['npm test', 'web/src', 'web/package.json has no script `test`: nothing would run'],
  ['npm --prefix web run unit', '.', null],
  ['npm run lint || true', '.', 'package.json has no script `lint`: nothing would run'],
  // What is not one plain call of a script of npm is its own affair.
  ['npm run lint && npm test', '.', null],
  ['npm start', '.', null],
  ['npm ci', '.', null],
  ['npm run lint --workspaces', '.', null],
  ['yarn lint', '.', null],
  ['npm test', 'broken', null],
  ['npm test', '../elsewhere', null],
])('%s in %s', (run, cwd, expected) => {
  expect(missingScript(run, cwd, view)).toBe(expected)
})

import { expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import { runList } from './run-list.ts'

const scripts = { 'test:ts:a': 'x', 'test:ts:b': 'x', 'test:ts:b:deep': 'x', lint: 'x' }
const view = memoryView({ 'web/package.json': JSON.stringify({ scripts }), 'bad/package.json': '{' })
const names = (line: string, cwd = 'web') => runList(view, line.split(' '), cwd)?.map((argv) => argv[2])

test.each([
  ['run-s lint build', 'web', ['lint', 'build']],
  ['run-p -c test:ts:* lint', 'web', ['test:ts:a', 'test:ts:b', 'lint']],
  ['npm-run-all test:**', 'web', ['test:ts:a', 'test:ts:b', 'test:ts:b:deep']],
  ['run-p gone:*', 'web', undefined],
  ['run-p lint:* !lint', 'web', undefined],
  ['run-p test:*', 'bad', undefined],
  ['run-p test:*', 'none', undefined],
  ['npm run lint', 'web', undefined],
])('%s in %s', (line, cwd, expected) => expect(names(line, cwd)).toEqual(expected))

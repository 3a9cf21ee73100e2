import { expect, test } from 'vitest'
import type { Check } from '../model/check.ts'
import { node } from '../stacks/node/stack.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'

const check = (argv: readonly string[], file: string | null): Check =>
  ({ command: { form: 'argv', argv, cwd: '.', env: {} }, evidence: { file } }) as unknown as Check
const composed = (more: Readonly<Record<string, string>>, checks: readonly Check[]) => {
  const lock = { 'package.json': '{"name": "p"}', Makefile: 'gen:\n\techo hello\n', ...more }
  const branch = memoryView({ ...lock, Makefile: 'gen:\n\techo BROKEN\n' })
  const tree = compose({ lock: memoryView(lock), branch, projects: [{ directory: '.', stack: node }], checks })
  if (!tree.ok) throw new Error(tree.trouble.message)
  const from = tree.value.entries.find(({ path }) => path === 'Makefile')?.from
  return [from, ...tree.value.anomalies.map(({ kind }) => kind)]
}
const plain = check(['node', '--test'], 'package.json')

test('a Makefile that nothing of the exam runs builds: it is the branch’s, and flagged', () => {
  expect(composed({}, [plain])).toEqual(['branch', 'build-hook-modified'])
})

test('a comment of a shell script runs nothing', () => {
  expect(composed({ 'scripts/ci.sh': '#!/bin/sh\n# make sure\necho 1\n' }, [plain])[0]).toBe('branch')
})

test.each<[string, Readonly<Record<string, string>>, readonly Check[]]>([
  ['a check comes from it', {}, [check(['node', '--test'], 'Makefile')]],
  ['a check calls make', {}, [check(['make', 'test'], 'package.json')]],
  ['CI calls make', { '.github/workflows/ci.yml': 'jobs: {a: {steps: [{run: make gen}]}}' }, [plain]],
  ['a script calls make', { 'package.json': '{"scripts": {"pretest": "make gen"}}' }, [plain]],
  ['a shell script calls make', { 'scripts/ci.sh': '#!/bin/sh\nmake gen\n' }, [plain]],
  [
    'a program of a check calls make',
    { 'tools/run.mjs': "run('make gen')\n" },
    [check(['node', 'tools/run.mjs'], null)],
  ],
])('a Makefile judges where %s', (_, more, checks) => {
  expect(composed(more, checks)[0]).toBe('lock')
})

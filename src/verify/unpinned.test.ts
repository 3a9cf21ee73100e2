import { expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import { stacks } from '../stacks/index.ts'
import { unpinned } from './unpinned.ts'

const of = (files: Record<string, string>) => {
  const node = stacks.find(({ id }) => id === 'node')
  if (node === undefined) throw new Error('the stack is gone')
  const plan = { stack: 'node', directory: 'web', hasTests: true, prepare: [], checks: [] }
  return unpinned([{ plan, stack: node }], memoryView(files)).map(({ kind, path }) => `${kind} ${path}`)
}

test('dependencies without a lockfile are said, once for each project', () => {
  const manifest = { 'web/package.json': '{"dependencies":{"a":"1"}}' }
  expect(of(manifest)).toEqual(['dependencies-unpinned web'])
  expect(of({ ...manifest, 'web/package-lock.json': '{}' })).toEqual([])
  expect(of({ 'web/package.json': '{}' })).toEqual([])
})

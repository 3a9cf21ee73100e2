import { expect, test } from 'vitest'
import type { Registration } from '../model/registrations.ts'
import { askMoved } from './moved-ids.ts'
import type { CheckRun } from './run-check.ts'

const check = (text: string): Registration => ({ group: 'check', id: 'total', text, file: null })
const part: Registration = { group: 'part', id: 'tests/a.cpp in a: X', text: '/tests/x', file: 'tests/a.cpp' }
const asked = async (registrations: readonly Registration[], tree: 'control' | 'branch' = 'control') => {
  const run = { facts: { items: [], registrations } } as unknown as CheckRun
  const ask = askMoved(async () => run, [{ from: 'tests/', to: 'qa/' }])
  return (await ask(tree, { timeout_ms: 1, stall_ms: 1 }, null, 'x')).facts.registrations
}

test('parts of a moved test go with it, and so do the directories that its build makes', async () => {
  const text = '[["/build/tests/total","--at=/src/tests.d"],[["WORKING_DIRECTORY","/build/tests"]]]'
  expect(await asked([part, check(text)])).toEqual([
    { ...part, id: 'qa/a.cpp in a: X', file: 'qa/a.cpp' },
    check('[["/build/qa/total","--at=/src/tests.d"],[["WORKING_DIRECTORY","/build/qa"]]]'),
  ])
})

test('the branch has its own places already', async () => expect(await asked([part], 'branch')).toEqual([part]))

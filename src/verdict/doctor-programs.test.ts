import { expect, test } from 'vitest'
import type { ProgramFact, ProgramNeed } from '../model/machine-facts.ts'
import { judgePrograms } from './doctor-programs.ts'
import type { DoctorScope } from './doctor-rules.ts'

const need = (more: Partial<ProgramNeed> = {}): ProgramNeed => ({
  ...{ program: 'npm', ask: ['npm', '--version'], cwd: '.', of: 'gate', by: ['layer unit'], certain: true },
  ...more,
})
const fact = (end: ProgramFact['end'], needed: Partial<ProgramNeed> = {}): ProgramFact => ({
  ...{ need: need(needed), end, version: end === 'works' ? '10.9.2' : null, took_ms: 10_000 },
  said: end === 'fails' ? 'node: bad option' : null,
})

test.each<[ProgramFact['end'], string | undefined]>([
  ['works', undefined],
  ['present', undefined],
  [
    'missing',
    "layer unit: the program npm is not on PATH. Install npm on this machine or with the project's dependencies, or add its directory to PATH.",
  ],
  [
    'fails',
    'layer unit: the program npm does not work: `npm --version` says node: bad option. Run it by hand in the repository, and repair what it says.',
  ],
  [
    'hangs',
    'layer unit: the program npm gave no answer to `npm --version` in 10 s. Find out what it waits for: a network, a lock, a daemon.',
  ],
])('a program that a layer needs, %s', (end, expected) => {
  const { blocking, anomalies, metrics } = judgePrograms([fact(end)], 'gate')
  expect([blocking[0], anomalies]).toEqual([expected, []])
  expect(metrics).toEqual({
    'npm (gate)': { state: end, version: end === 'works' ? '10.9.2' : null, took_ms: 10_000 },
  })
})

test.each<[ProgramFact['end'], Partial<ProgramNeed>, DoctorScope, string]>([
  ['missing', { of: 'verify' }, 'all', 'blocks'],
  ['missing', { of: 'verify' }, 'gate', 'high program-missing'],
  ['fails', { of: 'verify' }, 'gate', 'high program-broken'],
  ['missing', { certain: false }, 'gate', 'low program-missing'],
  ['fails', { certain: false }, 'gate', 'medium program-broken'],
  // Nothing that runs before repairs a program that hangs.
  ['hangs', { certain: false }, 'gate', 'blocks'],
  ['hangs', { certain: false, of: 'verify' }, 'gate', 'medium program-broken'],
  // In a clean tree the project is installed before.
  ['missing', {}, 'clean-gate', 'low program-missing'],
  ['fails', {}, 'clean-gate', 'blocks'],
  ['missing', { of: 'verify' }, 'clean-gate', 'blocks'],
])('%s, %o, asked for %s: %s', (end, needed, scope, expected) => {
  const { blocking, anomalies } = judgePrograms([fact(end, needed)], scope)
  const said = anomalies.map(({ kind, severity }) => `${severity} ${kind}`)
  expect([...blocking.map(() => 'blocks'), ...said]).toEqual([expected])
  if ((needed.certain === false || expected === 'low program-missing') && anomalies.length > 0)
    expect(anomalies[0]?.detail).toMatch(/what runs before it may bring it$/)
})

test('who needs it: three are named, the others counted; elsewhere its directory', () => {
  const by = ['layer a', 'layer b', 'layer c', 'layer d', 'layer e']
  const { blocking, metrics } = judgePrograms([fact('fails', { by, cwd: 'web', ask: null })], 'gate')
  expect(blocking[0]).toBe(
    'layer a, layer b, layer c and 2 more: the program npm does not work: `npm` says node: bad option. Run it by hand in web, and repair what it says.',
  )
  expect(Object.keys(metrics)).toEqual(['npm in web (gate)'])
})

test('of two answers under one name the one that does not work is kept, in either order', () => {
  const two = [fact('works'), fact('fails', { ask: ['npm', 'ping'] })]
  for (const facts of [two, two.toReversed()])
    expect(judgePrograms(facts, 'gate').metrics).toMatchObject({ 'npm (gate)': { state: 'fails' } })
})

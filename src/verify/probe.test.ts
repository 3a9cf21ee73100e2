import { expect, test } from 'vitest'
import { plainView } from '../model/repo-view.ts'
import type { Item } from '../model/run-facts.ts'
import type { Probe, Tool } from '../model/stack.ts'
import { answerOf, heardBeside, probeInstrument } from './probe.ts'
import { chooseProbes } from './probe-choice.ts'

const item = (name: string, state: Item['state'], file = 'a/probe.js'): Item => ({
  id: `${file}::${name}`,
  state,
  file,
  message: null,
})
const probe: Probe = { path: 'probe.js', text: '', mustPass: 'good', mustFail: 'bad' }

test.each<[string, readonly Item[], string]>([
  ['right', [item('good', 'green'), item('bad', 'red')], 'right'],
  ['the test that must fail passed', [item('good', 'green'), item('bad', 'green')], 'lies'],
  ['it passed, and nothing else is known', [item('bad', 'green')], 'lies'],
  ['it passed in one of two projects', [item('good', 'green'), item('bad', 'red'), item('bad', 'green')], 'lies'],
  ['it was filtered out', [item('good', 'green'), item('bad', 'skipped')], 'silent'],
  ['it is not there', [item('good', 'green')], 'silent'],
  ['everything fails', [item('good', 'red'), item('bad', 'red')], 'silent'],
  ['another file', [item('good', 'green', 'b.js'), item('bad', 'green', 'b.js')], 'silent'],
  ['nothing', [], 'silent'],
])('%s', (_, items, expected) => {
  expect(answerOf(items, 'a/probe.js', probe)).toBe(expected)
})

const loads: Readonly<Record<string, string>> = {
  'a/one.js': 'x',
  'a/two.js': 'x\ny',
  'b/three.js': 'y\nz',
  'b/four.js': 'y',
  'b/none.js': '',
}
const view = plainView(Object.keys(loads).sort(), {
  has: (path) => Object.hasOwn(loads, path),
  read: (path) => loads[path],
  mode: () => '100644',
  oid: (path) => path,
})
/** A tool with a probe that is numbered when its name is taken; none beside `none.js`. */
const tool = {
  probe: (project: typeof view, sample: string): Probe | undefined => {
    const directory = sample.slice(0, sample.indexOf('/'))
    const path = ['probe.js', 'probe-2.js', 'probe-3.js']
      .map((name) => `${directory}/${name}`)
      .find((name) => !project.has(name))
    const text = project.read(sample) ?? ''
    return path === undefined || text === '' ? undefined : { ...probe, path, text }
  },
} as Tool

test('the probes that load most, each with a name of its own', () => {
  const chosen = chooseProbes(view, tool, Object.keys(loads), 8)
  expect(chosen.map(({ path, text }) => [path, text])).toEqual([
    ['a/probe.js', 'x\ny'],
    ['b/probe-2.js', 'y\nz'],
  ])
  expect(chooseProbes(view, tool, Object.keys(loads), 1)).toHaveLength(1)
  expect(chooseProbes(view, tool, ['b/none.js'], 8)).toEqual([])
})

/** Asks with a runner that answers each probe so, on the branch and at the base. */
const controlsWith = async (
  branch: readonly Item['state'][],
  base: readonly Item['state'][],
  cancelled: 'branch' | 'control' | null = null,
) => {
  const answer = (file: string, states: readonly Item['state'][]) =>
    states.map((state, at) => item(at === 0 ? 'good' : 'bad', state, file))
  const trees = {
    toolOf: () => ({ ...tool, probe: (_: unknown, sample: string) => (sample === 'a/one.js' ? probe : undefined) }),
    probedProject: () => view,
    changedDirectories: () => new Set<string>(),
    probe: async (...given: readonly unknown[]) => ({
      facts: {
        items: answer('probe.js', given[5] === 'control' ? base : branch),
        incomplete: [],
        end: (given[5] ?? 'branch') === cancelled ? 'cancelled' : 'exited',
      },
    }),
  } as unknown as Parameters<typeof probeInstrument>[0]
  const examined = {
    project: { directory: '.' },
    check: { id: 'node:.:tests:x', kind: 'tests' },
    status: 'pass',
    anomalies: [],
    run: { facts: { items: [item('t', 'green', 'a/one.js')], duration_ms: 1 } },
  } as unknown as Parameters<typeof probeInstrument>[1]
  const { status, controls } = await probeInstrument(trees, examined, { timeout_ms: 1, stall_ms: 1 })
  return [
    status,
    ...(controls ?? []).map((one) => `${one.kind} ${one.tree} ${one.status} ${one.files.join()} ${one.check}`),
  ]
}

test('probes that ran are listed as controls, with what was heard', async () => {
  const name = 'probe.js node:.:tests:x'
  expect(await controlsWith(['green', 'red'], [])).toEqual(['pass', `probe branch heard ${name}`])
  expect(await controlsWith(['green', 'green'], [])).toEqual(['error', `probe branch lying ${name}`])
  expect(await controlsWith([], [])).toEqual(['pass', `probe branch silent ${name}`, `probe base silent ${name}`])
  expect(await controlsWith([], ['green', 'red'])).toEqual([
    'error',
    `probe branch silent ${name}`,
    `probe base heard ${name}`,
  ])
})

test('a probe that was interrupted, on the branch or at the base, leaves no pass', async () => {
  expect(await controlsWith(['green', 'red'], [], 'branch')).toEqual(['error'])
  expect(await controlsWith([], [], 'control')).toEqual(['error', 'probe branch silent probe.js node:.:tests:x'])
})

test('beside others only probes that all gave their two right answers are heard', async () => {
  const beside = async (states: readonly Item['state'][], end = 'exited') => {
    const items = states.map((state, at) => item(at === 0 ? 'good' : 'bad', state, 'probe.js'))
    const trees = {
      toolOf: () => ({ ...tool, probe: () => probe }),
      probedProject: () => view,
      changedDirectories: () => new Set<string>(),
      probe: async () => ({ facts: { items, incomplete: [], end } }),
    } as unknown as Parameters<typeof heardBeside>[0]
    const examined = {
      project: { directory: '.' },
      check: { id: 'node:.:tests:x', kind: 'tests' },
      status: 'pass',
      anomalies: [],
      run: { facts: { items: [item('t', 'green', 'a/one.js')], duration_ms: 1 } },
    } as unknown as Parameters<typeof heardBeside>[1]
    const answer = await heardBeside(trees, examined, { timeout_ms: 1, stall_ms: 1 })
    return answer?.controls?.map(({ status, files }) => `${status} ${files.join()}`) ?? null
  }
  expect(await beside(['green', 'red'])).toEqual(['heard probe.js'])
  expect(await beside(['green', 'green'])).toBeNull()
  expect(await beside([])).toBeNull()
  expect(await beside(['green', 'red'], 'cancelled')).toBeNull()
})

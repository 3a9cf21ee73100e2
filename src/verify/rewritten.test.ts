import { describe, expect, it } from 'vitest'
import type { Check, ProjectPlan, Step } from '../model/check.ts'
import type { RunFacts } from '../model/run-facts.ts'
import type { Planned } from './plan-branch.ts'
import { askCommitted, type Rewriting } from './rewritten.ts'
import type { CheckRun } from './run-check.ts'

const step: Step = {
  command: { form: 'argv', argv: ['go', 'generate', './...'], cwd: '.', env: {} },
  evidence: { tier: 'ci', file: '.github/workflows/ci.yml', line: 9, text: 'go generate ./...' },
}
const check = { id: 'go:.:tests:go-test', kind: 'tests', before: [] } as unknown as Check
const facts = (state: 'green' | 'red'): RunFacts => ({
  end: 'exited',
  exit_code: state === 'green' ? 0 : 1,
  signal: null,
  duration_ms: 1,
  complete: true,
  incomplete: [],
  contradictions: [],
  items: [{ id: '.::TestRate', state, file: null, message: null }],
  skipped: 0,
  anomalies: [],
})
const run = (state: 'green' | 'red') => ({ facts: facts(state), instrument: [] }) as unknown as CheckRun

/** A tests check that passed after `steps`; what the trees say of the committed product. */
const asked = async (
  steps: readonly Step[],
  paths: readonly string[],
  branch: 'green' | 'red',
  lock: 'green' | 'red',
) => {
  const plan = { prepare: steps } as unknown as ProjectPlan
  const inventory = { complete: true, required: ['.::TestRate'] }
  const passed = { project: plan, check, status: 'pass', blocking: [], anomalies: [], run: run('green'), inventory }
  const sources: string[] = []
  const trees: Rewriting = {
    rewritten: async () => paths,
    runCommitted: async (_project, _check, source) => {
      sources.push(source)
      return run(source === 'branch' ? branch : lock)
    },
  }
  const planned = { projects: [{ plan }], moves: [] } as unknown as Planned
  const [answer] = await askCommitted(planned, [passed as never], trees, { timeout_ms: 1, stall_ms: 1 }, () => {})
  return { answer, sources }
}

describe('a step that rewrites what the branch commits', () => {
  it('hides nothing: what is red as committed, and not so at the lock, is an error that names the file', async () => {
    const { answer } = await asked([step], ['rates_gen.go'], 'red', 'green')
    expect(answer?.status).toBe('error')
    expect(answer?.blocking[0]).toMatch(/`go generate \.\/\.\.\.`.*rates_gen\.go.*as committed: \.::TestRate failed/)
  })

  it('is named where the tests are green both ways, or at the lock no better', async () => {
    const green = await asked([step], ['rates_gen.go'], 'green', 'green')
    const alike = await asked([step], ['version.go'], 'red', 'red')
    expect([green.answer?.status, alike.answer?.status]).toEqual(['pass', 'pass'])
    expect([green, alike].map(({ answer }) => answer?.anomalies.map(({ kind }) => kind))).toEqual([
      ['product-rewritten'],
      ['product-rewritten'],
    ])
    expect(green.sources).toEqual(['branch'])
  })

  it('costs nothing where nothing ran before, or nothing was rewritten', async () => {
    expect((await asked([], ['a.log'], 'red', 'green')).sources).toEqual([])
    expect((await asked([step], [], 'red', 'green')).sources).toEqual([])
  })
})

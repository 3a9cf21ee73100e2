import { expect, test } from 'vitest'
import { anomaly } from '../../model/anomaly.ts'
import type { Check, Evidence, Plan } from '../../model/check.ts'
import { other, stacks } from '../../stacks/index.ts'
import { unheardChecks } from '../../verify/unheard.ts'
import { renderPlan } from './plan-page.ts'

const evidence: Evidence = { tier: 'ci', file: '.github/workflows/ci.yml', line: 7, text: 'npm test' }
const check: Check = {
  id: 'node:web:tests:vitest',
  kind: 'tests',
  stack: 'node',
  project: 'web',
  tool: 'vitest',
  command: { form: 'argv', argv: ['vitest', 'run', 'a b'], cwd: 'web', env: { TZ: 'UTC' } },
  before: [{ command: { form: 'shell', shell: ['sh', '-c'], line: 'node gen.js > x', cwd: '.', env: {} }, evidence }],
  after: [],
  evidence,
  declaredReport: null,
}

test('a plan says what runs, what not, and why', () => {
  const plan: Plan = {
    projects: [
      {
        stack: 'node',
        directory: 'web',
        hasTests: true,
        prepare: [],
        checks: [check, { ...check, tool: null, kind: 'lint', before: [], declaredReport: 'junit:x' }],
      },
      { stack: 'python', directory: '.', hasTests: false, prepare: [], checks: [] },
    ],
    notChosen: [{ kind: 'lint', text: 'prettier\n--check .', evidence, reason: '`prettier` is no check' }],
    anomalies: [anomaly('exit-swallowed', 'medium', 'It counts.', { path: 'a', line: 3, remedy: 'Repair it.' })],
  }
  expect(renderPlan(plan)).toBe(`Would run
  web (node)
    tests  TZ=UTC vitest run 'a b'
           ci: .github/workflows/ci.yml:7
      before node gen.js > x in .  (ci: .github/workflows/ci.yml:7)
    lint   TZ=UTC vitest run 'a b'
           ci: .github/workflows/ci.yml:7; no known tool: run as it is; report junit:x
  root (python)
    nothing
    no tests at this ref

Would not run
  lint     prettier ⏎ --check .
           \`prettier\` is no check (.github/workflows/ci.yml:7)

To know
  medium    exit-swallowed a:3: It counts.
            → Repair it.
`)
})

test('a long environment does not hide the command', () => {
  const env = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`VARIABLE_${at}`, 'some value']))
  const long = { ...check, before: [], command: { form: 'argv', argv: ['cargo', 'test'], cwd: 'web', env } } as Check
  const page = renderPlan({
    projects: [{ stack: 'node', directory: 'web', hasTests: true, prepare: [], checks: [long] }],
    notChosen: [],
    anomalies: [],
  })
  expect(page).toContain("    tests  cargo test (with VARIABLE_0='some value' VARIABLE_1=")
})

test('nothing found is said, and long lines are cut', () => {
  expect(renderPlan({ projects: [], notChosen: [], anomalies: [] })).toBe(
    'Would run\n  nothing: no project that this version knows\n',
  )
  const long = { ...check, command: { ...check.command, form: 'argv', argv: ['x'.repeat(300)] } } as Check
  const page = renderPlan({
    projects: [{ stack: 'node', directory: '.', hasTests: true, prepare: [], checks: [long] }],
    notChosen: [],
    anomalies: [],
  })
  expect(Math.max(...page.split('\n').map((line) => line.length))).toBeLessThan(130)
})

test('of a test command that nobody knows the plan says what it is judged by, and what to add', () => {
  const opaque = { ...check, id: 'other:.:tests:command', stack: 'other', tool: null }
  const declared = { ...opaque, id: 'declared', declaredReport: 'junit:x' }
  const listened = { ...opaque, id: 'listened', stack: 'python' }
  const lint = { ...opaque, id: 'lint', kind: 'lint' as const }
  const unheard = unheardChecks([check, opaque, declared, listened, lint], [...stacks, other])
  expect([...unheard]).toEqual([opaque.id])
  const project = { stack: 'other', directory: '.', hasTests: true, prepare: [], checks: [opaque] }
  const page = renderPlan({ projects: [project], notChosen: [], anomalies: [] }, unheard)
  expect(page).toContain('the report that it leaves in a usual place, else add `report: junit:PATH`')
  expect(page).not.toContain('run as it is')
})

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows look like that
import { expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import { stacks } from '../stacks/index.ts'
import { discover } from './plan.ts'
import { covers } from './toolchain-differs.ts'

test.each([
  ['20', '20.20.2', 'node', true],
  ['v20.1.0', '20.20.2', 'node', true],
  ['22', '20.20.2', 'node', false],
  ['20.x', '20.20.2', 'node', true],
  ['>=18 <23', '20.20.2', 'node', true],
  ['>= 22', '20.20.2', 'node', false],
  ['^18.12.0 || ^20.9.0', '20.20.2', 'node', true],
  ['^18.12.0 || >=22', '20.20.2', 'node', false],
  ['18 - 20', '20.20.2', 'node', true],
  ['~20.19', '20.20.2', 'node', false],
  ['lts/*', '20.20.2', 'node', undefined],
  ['*', '20.20.2', 'node', true],
  ['3.11', '3.11.7', 'python', true],
  ['3.11.2', '3.11.7', 'python', true],
  ['3.x', '3.11.7', 'python', true],
  ['3.13', '3.11.7', 'python', false],
  ['3.14-dev', '3.11.7', 'python', undefined],
  ['pypy3.10', '3.11.7', 'python', false],
  ['>=3.9,<3.13', '3.11.7', 'python', true],
  ['>=3.12', '3.11.7', 'python', false],
  ['>=3.9,!=3.9.1,<=3.11', '3.11.7', 'python', true],
  ['~=3.10', '3.11.7', 'python', true],
  ['==3.12.*', '3.11.7', 'python', false],
  ['3.10\n3.11', '3.11.7', 'python', true],
] as const)('%s over %s', (wanted, here, program, answer) => {
  expect(covers(wanted, here, program)).toBe(answer)
})

const said = async (files: Record<string, string>) => {
  const toolchain = { node: '20.20.2', python: '3.11.7' }
  const plan = await discover(memoryView(files), stacks, { toolchain })
  if (!plan.ok) throw new Error(plan.trouble.message)
  return plan.value.anomalies
    .filter(({ kind }) => kind === 'toolchain-differs')
    .map(({ path, line, severity, detail }) => `${severity} ${path}:${line} ${detail}`)
}

const node = (manifest: object, more: Record<string, string> = {}) => ({
  'package.json': JSON.stringify({ scripts: { test: 'node --test' }, ...manifest }, null, 2),
  'test/a.test.js': '',
  ...more,
})
const workflow = (steps: string, strategy = '') =>
  `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n${strategy}    steps:\n${steps}      - run: npm test\n`

test('engines, .nvmrc and requires-python are held against what is here', async () => {
  expect(await said(node({ engines: { node: '>=99' } }))).toEqual([
    'medium package.json:6 Node.js >=99 is asked for, and 20.20.2 is here',
  ])
  expect(await said(node({ engines: { node: '>=18' } }, { '.nvmrc': 'v22.3.0\n' }))).toEqual([
    'medium .nvmrc:1 Node.js v22.3.0 is asked for, and 20.20.2 is here',
  ])
  const python = { 'pyproject.toml': '[project]\nname = "a"\nrequires-python = ">=3.12"\n', 'tests/test_a.py': '' }
  expect(await said(python)).toEqual(['medium pyproject.toml:3 Python >=3.12 is asked for, and 3.11.7 is here'])
  expect(await said(node({ engines: { node: '>=20.20.9' } }))).toEqual([
    'info package.json:6 Node.js >=20.20.9 is asked for, and 20.20.2 is here',
  ])
  expect(await said(node({ engines: { node: '>=20' } }, { '.nvmrc': 'lts/*\n' }))).toEqual([])
})

test('what the chosen job of the CI sets up is held against it, in the cell that is run', async () => {
  const ci = (text: string) => said(node({}, { '.github/workflows/ci.yml': text }))
  const setup = (version: string) => `      - uses: actions/setup-node@v4\n        with: { node-version: ${version} }\n`
  expect(await ci(workflow(setup('22')))).toEqual([
    'info .github/workflows/ci.yml:6 Node.js 22 is asked for, and 20.20.2 is here',
  ])
  expect(await ci(workflow(setup('20')))).toEqual([])
  const matrix = (versions: string) => `    strategy: { matrix: { node: [${versions}] } }\n`
  expect(await ci(workflow(setup("'${{ matrix.node }}'"), matrix('18, 20, 22')))).toEqual([])
  expect(await ci(workflow(setup("'${{ matrix.node }}'"), matrix('22, 24')))).toEqual([
    'info .github/workflows/ci.yml:7 Node.js 22 is asked for, and 20.20.2 is here',
  ])
  expect(await ci(workflow(setup("'${{ env.NOT_KNOWN }}'")))).toEqual([])
})

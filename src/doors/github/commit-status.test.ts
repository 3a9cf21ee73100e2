import { expect, test } from 'vitest'
import type { Verdict } from '../../model/verdict.ts'
import { commitStatus, type JobFacts, jobFacts, statusCommit, statusContext } from './commit-status.ts'

const merge = 'a'.repeat(40)
const head = 'b'.repeat(40)
const other = 'c'.repeat(40)
const verdict = (more: Partial<Verdict>): Verdict => ({ status: 'pass', blocking: [], metrics: {}, ...more })
const facts = (env: Readonly<Record<string, string>> = {}, event: unknown = null): JobFacts =>
  jobFacts({ GITHUB_SHA: merge, ...env }, event === null ? null : JSON.stringify(event))

test('one to one with the verdict, with its first reason', () => {
  const of = (more: Partial<Verdict>) => commitStatus('c', verdict(more), null)
  expect(of({ layers: { unit: verdict({}) } })).toEqual({
    state: 'success',
    context: 'c',
    description: '1 layer passed',
  })
  expect(of({ confidence_qualifier: 'verified (83.4%)' }).description).toBe('verified (83.4%)')
  expect(of({ layers: {}, subject: { dirty: true } }).description).toBe('0 layers passed, with uncommitted changes')
  expect(of({ status: 'fail', blocking: ['unit:\n a failed', 'b'] })).toMatchObject({
    ...{ state: 'failure', description: 'unit: a failed' },
  })
  expect(of({ status: 'error', blocking: ['no npm'] })).toMatchObject({ state: 'error', description: 'no npm' })
  expect(commitStatus('c', verdict({}), 'https://x/y').target_url).toBe('https://x/y')
})

test('a description holds 140 characters', () => {
  const of = (text: string) => commitStatus('c', verdict({ status: 'fail', blocking: [text] }), null).description
  expect(of('é'.repeat(140))).toBe('é'.repeat(140))
  expect([...of('😀'.repeat(141))]).toHaveLength(140)
  expect(of('x'.repeat(141)).endsWith('x…')).toBe(true)
})

test('what a job knows of its run', () => {
  const env = {
    GITHUB_API_URL: 'https://api.example',
    GITHUB_SERVER_URL: 'https://git.example',
    GITHUB_REPOSITORY: 'ann/shop',
    GITHUB_RUN_ID: '7',
    GITHUB_JOB: 'test',
    GH_TOKEN: ' secret ',
  }
  expect(facts(env, { pull_request: { head: { sha: head } } })).toEqual({
    ...{ api: 'https://api.example', repository: 'ann/shop', sha: merge, head, token: 'secret', context: null },
    ...{ target: 'https://git.example/ann/shop/actions/runs/7', job: 'test' },
  })
  expect(facts({ GITHUB_TOKEN: ' ', GH_TOKEN: '' }).token).toBeNull()
  for (const event of ['{', '[]', 'null', '{"pull_request":{"head":{"sha":"../x"}}}'])
    expect(jobFacts({}, event)).toMatchObject({ head: null, target: null })
})

test('a status is said of the commit that was judged, of a pull request on its head', () => {
  const pull = facts({}, { pull_request: { head: { sha: head } } })
  expect(statusCommit(pull, merge)).toEqual({ sha: head })
  expect(statusCommit(pull, head)).toEqual({ sha: head })
  expect(statusCommit(pull, null)).toEqual({ sha: head })
  expect(statusCommit(facts(), merge)).toEqual({ sha: merge })
  expect(statusCommit(pull, other)).toEqual({ not: 'cccccccccc was judged, and the job is about aaaaaaaaaa' })
  expect(statusCommit(facts(), head)).toHaveProperty('not')
  expect(statusCommit(jobFacts({}, null), merge)).toEqual({ not: 'GITHUB_SHA is not set' })
})

test('what judged something else is called something else', () => {
  expect(statusContext('gate', null, facts())).toBe('triverdict/gate')
  expect(statusContext('gate', 'unit+lint', facts({ GITHUB_JOB: 'test' }))).toBe('triverdict/gate/unit+lint (test)')
  expect(statusContext('gate', 'unit', facts({ TRIVERDICT_STATUS_CONTEXT: 'node 22' }))).toBe('node 22')
})

import { expect, test } from 'vitest'
import type { Outcome } from '../model/outcome.ts'
import type { FailedStep, Trouble } from '../model/result.ts'
import { viewOfFiles } from '../stacks/node/fixtures/view.ts'
import { node } from '../stacks/node/stack.ts'
import { blameInstall, type InstallInquiry, type Installing } from './install-fault.ts'

const locked = viewOfFiles({ 'package.json': '{"dependencies":{"ms":"2.1.3","@own/private":"1.0.0"}}' })
const installing = (directory: string): Installing => ({
  project: { stack: node.id, directory, hasTests: true, prepare: [], checks: [] },
  stack: node,
  failed: node.install(locked, directory),
  control: node.install(locked, directory),
  locked,
})
const outcome = (more: Partial<Outcome>): Outcome => ({
  end: 'exited',
  exit_code: 0,
  signal: null,
  started_at: '',
  duration_ms: 1,
  log: '',
  stdout: null,
  tail: '',
  output_bytes: 0,
  leftovers: [],
  reason: null,
  ...more,
})
const failed = (detail: string, step: Partial<FailedStep> = {}): Trouble => ({
  kind: 'install-failed',
  message: '`npm ci` failed with exit code 1',
  detail,
  step: { of: 'install', manager: 'npm', cwd: '.', exit_code: 1, ...step },
})
const NO_VERSION = 'npm error code ETARGET\nnpm error notarget No matching version found for ms@99.0.0.\n'

const ask = async (trouble: Trouble, more: { control?: Trouble; answer?: Outcome } = {}) => {
  const asked: string[] = []
  const inquiry: InstallInquiry = {
    installing: [installing('.'), installing('app')],
    control: async () => more.control ?? null,
    fetch: async (_, command) => {
      asked.push(`${command.cwd}: ${command.form === 'argv' ? command.argv.join(' ') : command.line}`)
      return more.answer ?? outcome({})
    },
  }
  return { ...(await blameInstall(trouble, inquiry)), asked }
}

test('refused by the manager, the lock installs, its registry serves: charged to the change', async () => {
  const found = await ask(failed(NO_VERSION))
  expect(found.kind).toBe('install-rejected')
  expect(found.detail).toBe(NO_VERSION)
  expect(found.asked).toEqual([expect.stringMatching(/^\.: npm cache add ms@2\.1\.3 --cache \{stage\}\/temp\/reach /)])
})

test('the project is the nearest that holds the step', async () => {
  expect((await ask(failed(NO_VERSION, { cwd: 'app/member' }))).asked[0]).toMatch(/^app: /)
})

test.each<[string, Trouble, { control?: Trouble; answer?: Outcome }, RegExp]>([
  [
    'words of the network',
    failed('npm error code ENOTFOUND\nnpm error network request to http://npm.example/ms failed'),
    {},
    /http:\/\/npm\.example/,
  ],
  ['nothing that it refuses', failed('gyp ERR! build error'), {}, /does not refuse/],
  [
    'the lock does not install',
    failed(NO_VERSION),
    { control: { kind: 'install-failed', message: 'nor that' } },
    /nor that/,
  ],
  [
    'the registry does not serve',
    failed(NO_VERSION),
    { answer: outcome({ exit_code: 1, tail: 'request to https://me:secret@npm.example/ms failed' }) },
    /the registry https:\/\/npm\.example does not serve/,
  ],
  ['asking it hangs', failed(NO_VERSION), { answer: outcome({ end: 'timed-out', exit_code: null }) }, /does not serve/],
  ['it was ended', failed(NO_VERSION, { exit_code: null }), {}, /failed/],
  ['it was ended inside a shell', failed(NO_VERSION, { exit_code: 137 }), {}, /failed/],
  ['a manager of nobody', failed(NO_VERSION, { manager: 'cargo' }), {}, /failed/],
  ['other trouble', { ...failed(NO_VERSION), kind: 'tool-missing' }, {}, /failed/],
  ['the project, with words of the network', failed('curl: connection refused', { of: 'project' }), {}, /not charged/],
  ['the project, ended', failed('', { of: 'project', exit_code: null }), {}, /failed/],
  [
    'the project, at the lock too',
    failed('', { of: 'project' }),
    { control: { kind: 'install-failed', message: 'nor that' } },
    /nor that/,
  ],
])('stays as it is: %s', async (_, trouble, more, words) => {
  const found = await ask(trouble, more)
  expect(found.kind).toBe(trouble.kind)
  expect(found.message).toMatch(words)
})

test('a step of the project itself that succeeds at the lock is charged without asking a registry', async () => {
  const found = await ask(failed("src/a.ts(1,1): error TS1005: ';' expected.", { of: 'project' }))
  expect(found).toMatchObject({ kind: 'install-rejected', asked: [] })
})

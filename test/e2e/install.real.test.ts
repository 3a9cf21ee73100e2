import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { Rig } from '../rig/rig.ts'
import { reportOf, run, small } from './command.ts'

const LONG_MS = 240_000
/** Nobody listens at the port "discard" of this machine. */
const NOWHERE = {
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_fetch_retries: '0',
  UV_DEFAULT_INDEX: 'http://127.0.0.1:9/simple',
  UV_HTTP_RETRIES: '0',
}

const output = (argv: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<string> =>
  new Promise((resolve, reject) =>
    execFile(argv[0] as string, argv.slice(1), { cwd, env }, (failure, stdout) =>
      failure ? reject(failure) : resolve(stdout),
    ),
  )

const manifest = (version: string, scripts = {}) =>
  `${JSON.stringify({ name: 'small', version: '1.0.0', type: 'module', scripts: { test: 'node --test', ...scripts }, dependencies: { ms: version } }, null, 2)}\n`

const nodeRig = async (scripts = {}) => {
  const rig = await Rig.make({ ...small, 'package.json': manifest('2.1.3', scripts) })
  await output(
    ['npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'],
    rig.repo,
    rig.env,
  )
  await rig.commit('lock')
  return rig
}

const verdict = async (
  rig: Awaited<ReturnType<typeof Rig.make>>,
  branch: string,
  more: Readonly<Record<string, string>> = {},
) => {
  const answer = await run(['verify', '--lock', 'main', '--branch', branch, '--json'], {
    cwd: rig.repo,
    env: { ...rig.env, ...more },
  })
  const { status, blocking, failure_detail, evidence } = reportOf(answer)
  return { status, first: blocking[0], failure_detail, evidence }
}

test(
  "npm: no such version and a lockfile out of step are the branch's fault, an unreachable registry is not",
  async () => {
    await using rig = await nodeRig()
    const lockfile = (await rig.read('package-lock.json'))
      .replaceAll('2.1.3', '99.0.0')
      .replace(/\n\s+"(?:resolved|integrity)":[^\n]*/g, '')
    await rig.branch('no-version', { 'package.json': manifest('99.0.0'), 'package-lock.json': lockfile })
    expect(await verdict(rig, 'no-version')).toMatchObject({
      status: 'fail',
      failure_detail: expect.stringContaining('ETARGET'),
      evidence: { attribution: 'change' },
    })
    await rig.git('checkout', '-q', 'main')
    await rig.branch('out-of-step', { 'package.json': manifest('2.1.2') })
    expect(await verdict(rig, 'out-of-step')).toMatchObject({
      status: 'fail',
      failure_detail: expect.stringContaining('in sync'),
    })
    expect(await verdict(rig, 'no-version', NOWHERE)).toMatchObject({
      status: 'error',
      first: expect.stringContaining('the registry http://127.0.0.1:9'),
    })
  },
  LONG_MS,
)

test(
  "npm: a prepare script that fails on the branch alone is the branch's fault",
  async () => {
    await using rig = await nodeRig({ prepare: 'node src/add.js' })
    await rig.branch('broken', { 'src/add.js': 'export const add = (a, b) => a +\n' })
    expect(await verdict(rig, 'broken')).toMatchObject({
      status: 'fail',
      failure_detail: expect.stringContaining('SyntaxError'),
      evidence: { attribution: 'change' },
    })
  },
  LONG_MS,
)

const python = {
  'app.py': 'def add(a, b):\n    return a + b\n',
  'tests/test_app.py': 'from app import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n',
  'requirements.txt': 'pytest==8.4.2\n',
}

test(
  "uv: no such version is the branch's fault, an unreachable index is not",
  async () => {
    await using rig = await Rig.make(python)
    await rig.branch('no-version', { 'requirements.txt': 'pytest==8.4.2\nsix==99.0\n' })
    expect(await verdict(rig, 'no-version')).toMatchObject({
      status: 'fail',
      failure_detail: expect.stringContaining('six==99.0'),
      evidence: { attribution: 'change' },
    })
    expect(await verdict(rig, 'no-version', NOWHERE)).toMatchObject({
      status: 'error',
      first: expect.stringContaining('127.0.0.1:9'),
    })
  },
  LONG_MS,
)

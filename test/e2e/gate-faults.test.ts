import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isRunning, listed } from '../../src/io/descendants.ts'
import { type Contents, Rig } from '../rig/rig.ts'
import { run, triverdict } from './command.ts'

const layers = (...lines: string[]): Contents => ({
  '.gitignore': 'out/\n',
  'triverdict.yaml': `layers:\n${lines.map((line) => `  ${line}\n`).join('')}`,
})

const briefOf = ({ code, stdout }: { readonly code: number | null; readonly stdout: string }) => {
  const { status, blocking } = JSON.parse(stdout)
  return [code, status, ...blocking]
}

/** A clock that jumps while the gate runs: from the first child on it shows another time. */
const jumping = (hours: number): string => `
const { ChildProcess } = require('node:child_process')
const real = Date
let shift = 0
const spawn = ChildProcess.prototype.spawn
ChildProcess.prototype.spawn = function (options) {
  if (options.args?.some((word) => String(word).includes('judge.cjs'))) shift = ${hours} * 3600e3
  return spawn.call(this, options)
}
globalThis.Date = class extends real {
  constructor(...parts) { if (parts.length === 0) super(real.now() + shift); else super(...parts) }
  static now() { return real.now() + shift }
}
`

const verdict = (more: string): string =>
  `require('node:fs').mkdirSync('out', { recursive: true })\nrequire('node:fs').writeFileSync(process.env.TRIVERDICT_VERDICT_FILE, JSON.stringify({ status: 'pass', blocking: [], metrics: {}${more} }))\n`

test.each([-2, 2])('a clock that jumps by %i hours neither ends a layer nor makes a negative time', async (hours) => {
  await using rig = await Rig.make({
    'judge.cjs': verdict(', run: { id: process.env.TRIVERDICT_RUN_ID }'),
    ...layers('judge: { run: node judge.cjs, verdict: out/v.json, timeout: 5m }'),
  })
  const preload = path.join(rig.scratch, 'jump.cjs')
  await writeFile(preload, jumping(hours))
  const env = { ...rig.env, NODE_OPTIONS: `--require ${preload}` }
  const answer = await run(['gate', '--json'], { cwd: rig.repo, env })
  expect(briefOf(answer)).toEqual([0, 'pass'])
  const { run: whole, layers: each } = JSON.parse(answer.stdout)
  expect([whole.duration_ms < 0, each.judge.run.duration_ms < 0]).toEqual([false, false])
})

test('a result that is dated before the run and does not name it is an error, whatever the clock did', async () => {
  await using rig = await Rig.make({
    'judge.cjs': `${verdict('')}require('node:fs').utimesSync(process.env.TRIVERDICT_VERDICT_FILE, 1, 1)\n`,
    ...layers('judge: { run: node judge.cjs, verdict: out/v.json }'),
  })
  expect(briefOf(await run(['gate', '--json'], { cwd: rig.repo, env: rig.env }))).toEqual([
    2,
    'error',
    'judge: the verdict carries no run id that shows it is of this run',
  ])
})

/** Root writes anywhere but where the file system itself says no. */
const mayMount = ((): boolean => {
  try {
    execFileSync('sh', ['-c', 'exec unshare -m mount -t tmpfs -o ro none /mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** The gate where nothing can be written below some directories. */
const readOnly = (rig: Rig, directories: readonly string[], argv: readonly string[]) => {
  const mounts = directories.map(
    (directory) => `mount --bind "${directory}" "${directory}" && mount -o remount,ro,bind "${directory}"`,
  )
  const script = [...mounts, `cd "${rig.repo}"`, `exec ${process.execPath} ${triverdict} ${argv.join(' ')}`].join(
    ' && ',
  )
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn('unshare', ['-m', 'sh', '-c', script], {
      env: { ...rig.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (text) => (stdout += text))
    child.stderr.on('data', (text) => (stderr += text))
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

test.skipIf(!mayMount)('where the layer cannot write its verdict, or the gate its logs, nothing is known', async () => {
  await using rig = await Rig.make({
    'judge.cjs': verdict(''),
    'out/.keep': '',
    ...layers('judge: { run: node judge.cjs, verdict: out/v.json }'),
  })
  await mkdir(path.join(rig.repo, 'out'), { recursive: true })
  const tree = await readOnly(rig, [path.join(rig.repo, 'out')], ['gate', '--json'])
  expect(briefOf(tree)).toEqual([2, 'error', expect.stringMatching(/^judge: no verdict was written/)])
  await mkdir(rig.state, { recursive: true })
  const state = await readOnly(rig, [rig.state], ['gate', '--json'])
  expect([state.code, JSON.parse(state.stdout).status]).toEqual([2, 'error'])
  expect(JSON.parse(state.stdout).blocking.join()).toMatch(/read-only/)
})

test('kill -9 of a gate that somebody looks at leaves no verdict, no process and no lock', async () => {
  await using rig = await Rig.make(
    layers('unit: { run: "echo $$ > out/pid; sleep 300", exit: { pass: [0], fail: [1] } }'),
  )
  await mkdir(path.join(rig.repo, 'out'), { recursive: true })
  const out = path.join(rig.scratch, 'verdict.json')
  const child = spawn(process.execPath, [triverdict, 'gate', '--json', '--out', out], {
    cwd: rig.repo,
    env: { ...rig.env },
    stdio: 'ignore',
  })
  const pidFile = path.join(rig.repo, 'out', 'pid')
  while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '') await pause(20)
  const pid = Number(await readFile(pidFile, 'utf8'))
  const started = String(listed(pid)?.started)
  child.kill('SIGKILL')
  await once(child, 'close')
  for (const until = Date.now() + 20_000; Date.now() < until && isRunning(pid, started); ) await pause(50)
  expect([existsSync(out), isRunning(pid, started)]).toEqual([false, false])
  expect((await readdir(rig.repo)).filter((name) => name.includes('verdict.json'))).toEqual([])
  await rig.write({ 'triverdict.yaml': 'layers:\n  unit: { run: "exit 0", exit: { pass: [0], fail: [1] } }\n' })
  expect(briefOf(await run(['gate', '--json'], { cwd: rig.repo, env: rig.env }))).toEqual([0, 'pass'])
}, 60_000)

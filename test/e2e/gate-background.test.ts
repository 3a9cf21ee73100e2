import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/history/database.ts'
import { fingerprint } from '../../src/io/git/rig.ts'
import { type Contents, Rig } from '../rig/rig.ts'
import { run, triverdict } from './command.ts'

/** A layer that says who it is and ends when the test says so: with the code that the test writes into its file. */
const held = (name: string): string =>
  `echo $$ > $HOLD/${name}.pid; while [ ! -s $HOLD/${name} ]; do sleep 0.05; done; exit $(cat $HOLD/${name})`

const layers = (...lines: string[]): Contents => ({
  '.gitignore': 'out/\n',
  'triverdict.yaml': `layers:\n${lines.map((line) => `  ${line}\n`).join('')}`,
})
const layer = (id: string, more = '', command = held(id)): string =>
  `${id}: { run: "${command}", exit: { pass: [0], fail: [1] }${more} }`

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const until = async <T>(
  what: () => Promise<T | null | false | undefined> | T | null | false | undefined,
): Promise<T> => {
  for (;;) {
    const found = await what()
    if (found !== null && found !== false && found !== undefined) return found
    await pause(20)
  }
}

const linksOf = async (pid: number): Promise<readonly string[]> => {
  const names = await readdir(`/proc/${pid}/fd`)
  return await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
}

const stand = async (contents: Contents) => {
  const rig = await Rig.make(contents)
  const env = { ...rig.env, HOLD: rig.scratch }
  const call = async (...argv: string[]) => {
    const answer = await run(argv, { cwd: rig.repo, env })
    return { ...answer, json: argv.includes('--json') ? JSON.parse(answer.stdout) : null }
  }
  const pidOf = (id: string) =>
    until(async () => Number(await readFile(path.join(rig.scratch, `${id}.pid`), 'utf8').catch(() => '')) || null)
  const gates: number[] = []
  return {
    rig,
    env,
    call,
    pidOf,
    end: (id: string, code: number) => writeFile(path.join(rig.scratch, id), String(code)),
    async again(...ids: string[]) {
      for (const id of ids)
        for (const name of [id, `${id}.pid`]) await rm(path.join(rig.scratch, name), { force: true })
    },
    async detach(...more: string[]) {
      const answer = await call('gate', '--detach', '--json', ...more)
      if (typeof answer.json.pid === 'number') gates.push(answer.json.pid)
      return answer
    },
    async [Symbol.asyncDispose]() {
      for (const pid of gates.filter(isThere)) process.kill(pid, 'SIGKILL')
      await until(() => !gates.some(isThere))
      await rig[Symbol.asyncDispose]()
    },
  }
}

test('a gate goes on in a session of its own; status says how far it is, wait gives its verdict', async () => {
  await using at = await stand(layers(layer('lint'), layer('unit', ', needs: [lint]')))
  await at.end('lint', 0)
  const out = path.join(at.rig.scratch, 'verdict.json')
  await writeFile(out, '{"status":"pass"}')
  const before = fingerprint(at.rig.repo)
  const started = await at.detach('--out', out)
  expect([started.code, started.json.state, 'status' in started.json]).toEqual([0, 'running', false])
  expect(existsSync(out)).toBe(false)
  const { pid, run: id } = started.json
  const [, , , , session] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/\(.*\)/, '')
    .split(' ')
  expect(Number(session)).toBe(pid)

  await at.pidOf('unit')
  const running = await at.call('status', '--json')
  expect([running.code, running.json]).toEqual([
    2,
    expect.objectContaining({
      ...{ status: 'error', state: 'running', fresh: true },
      blocking: ['still running: 1 passed, unit running'],
    }),
  ])
  expect((await at.call('status')).stdout).toMatch(/RUNNING {2}gate.*\n {2}lint {2}pass .*\n {2}unit {2}running/)
  const limited = await at.call('wait', '--json', '--timeout', '100ms')
  expect([limited.code, limited.json.blocking]).toEqual([
    2,
    ['still running after 100ms: the gate goes on; 1 passed, unit running'],
  ])
  const waiting = at.call('wait', '--json', '--run', id, '--out', path.join(at.rig.scratch, 'waited.json'))
  await at.end('unit', 1)
  const waited = await waiting
  expect([waited.code, waited.json.status, waited.json.blocking]).toEqual([1, 'fail', ['unit: it exited with code 1']])
  expect(JSON.parse(await readFile(path.join(at.rig.scratch, 'waited.json'), 'utf8')).status).toBe('fail')
  expect(JSON.parse(await readFile(out, 'utf8')).status).toBe('fail')
  const tree = await at.rig.git('rev-parse', 'HEAD^{tree}')
  expect(waited.json.subject.tree).toBe(tree)
  const ended = await at.call('status', '--json')
  expect([ended.code, ended.json.fresh, ended.json.blocking]).toEqual([1, true, ['unit: it exited with code 1']])
  expect(fingerprint(at.rig.repo)).toEqual(before)

  const files = [path.join(at.rig.state, 'runs', id), path.join(at.rig.state, 'gates')]
  for (const directory of files) {
    expect((await stat(directory)).mode & 0o777).toBe(0o700)
    for (const entry of await readdir(directory, { withFileTypes: true }))
      if (entry.isFile()) expect((await stat(path.join(directory, entry.name))).mode & 0o777).toBe(0o600)
  }

  // The second time it is known how long each takes.
  await at.again('lint', 'unit')
  await at.detach()
  await at.pidOf('lint')
  const known = await at.call('status', '--json')
  expect(known.json.blocking[0]).toMatch(/^still running: lint \d+ %, unit waiting$/)
  expect([typeof known.json.progress.unit.expected_ms, Date.parse(known.json.expected_end) > 0]).toEqual([
    'number',
    true,
  ])
})

test('a gate that cannot begin says so at once, with its own verdict', async () => {
  await using at = await stand({ 'triverdict.yaml': 'layers:\n  a: { run: x, need: [b] }\n' })
  const refused = await at.detach()
  expect([refused.code, refused.json]).toEqual([
    2,
    expect.objectContaining({ status: 'error', blocking: ['triverdict.yaml:2: unknown key `layers.a.need`'] }),
  ])
  const page = await at.call('gate', '--detach')
  expect([page.code, page.stderr]).toEqual([2, 'triverdict: triverdict.yaml:2: unknown key `layers.a.need`\n'])
  await rm(path.join(at.rig.repo, 'triverdict.yaml'))
  expect((await at.detach()).json.blocking).toEqual([
    'no gate is configured: triverdict.yaml has no `layers:`, and no check was found to run',
  ])
  const none = await at.call('status', '--json')
  expect([none.code, none.json.blocking, none.json.trouble]).toEqual([
    2,
    ['no gate has run in this tree'],
    'no-gate-run',
  ])
  expect((await at.call('wait', '--json')).json.trouble).toBe('no-gate-run')
  expect((await at.call('wait', '--json', '--run', '../../x')).json.trouble).toBe('no-such-run')
  expect((await at.call('wait', '--json', '--timeout', 'long')).json.trouble).toBe('usage')
})

test('a gate that runs in the tree is named, and not queued behind; another worktree has its own', async () => {
  await using at = await stand(layers(layer('unit')))
  const [one, two] = await Promise.all([at.detach(), at.detach()])
  expect([one.code, two.code, one.json.run]).toEqual([0, 0, two.json.run])
  expect([one.json.already, two.json.already].filter(Boolean)).toEqual([true])
  const same = await at.detach()
  expect([same.json.already, same.json.fresh]).toEqual([true, true])
  const part = await at.detach('--layer', 'unit')
  expect([part.json.already, part.json.fresh]).toEqual([true, false])
  await at.rig.write({ 'new.txt': 'x' })
  const out = path.join(at.rig.scratch, 'old.json')
  await writeFile(out, '{"status":"pass","blocking":[],"metrics":{}}')
  const changed = await at.detach('--out', out)
  expect([changed.json.already, changed.json.fresh, existsSync(out)]).toEqual([true, false, false])

  const other = path.join(at.rig.root, 'other')
  await at.rig.git('worktree', 'add', '--quiet', '--detach', other)
  const there = await run(['gate', '--detach', '--json', other], { cwd: at.rig.repo, env: at.env })
  const { run: id, already } = JSON.parse(there.stdout)
  expect([id === one.json.run, already]).toEqual([false, undefined])
  await at.end('unit', 0)
  const first = await at.call('wait', '--json')
  const second = await run(['wait', '--json', other], { cwd: at.rig.repo, env: at.env })
  expect([first.code, second.code, JSON.parse(second.stdout).run.id]).toEqual([0, 0, id])
  expect(first.json.anomalies).toEqual([
    expect.objectContaining({ kind: 'tree-changed', severity: 'medium', blocking: false, path: 'new.txt' }),
  ])
  expect([first.json.subject.tree, first.json.fresh]).toEqual([null, false])
  const stale = await at.call('status', '--json')
  expect([stale.code, stale.json.fresh, stale.json.blocking]).toEqual([
    2,
    false,
    ['the last verdict is of no one tree: it changed while the gate ran'],
  ])
  const fresh = await run(['status', '--json', other], { cwd: at.rig.repo, env: at.env })
  expect([fresh.code, JSON.parse(fresh.stdout).fresh]).toEqual([0, true])
})

test('a verdict is of one tree and one definition, and that of a few layers is not that of the gate', async () => {
  const config = layers(
    'a: { run: "mkdir -p res && echo x > res/a.txt", progress: res/a.txt, exit: { pass: [0] } }',
    'b: { run: "exit 0", exit: { pass: [0] } }',
  )
  await using at = await stand({
    'triverdict.yaml': `${config['triverdict.yaml'] as string}baseline: baselines/\n`,
  })
  const status = async (...more: string[]) => {
    const { code, json } = await at.call('status', '--json', ...more)
    return [code, json.fresh, ...json.blocking]
  }
  const part = await at.call('gate', '--json', '--layer', 'a')
  expect([part.code, part.json.asked]).toEqual([0, ['a']])
  expect(await status()).toEqual([2, undefined, 'only a part of the gate has run in this tree: a'])
  expect(await status('--run', part.json.run.id)).toEqual([0, true])
  // The result that layer `a` declares is there now, and is no content of the tree.
  const whole = await at.call('gate', '--json')
  expect([whole.code, whole.json.anomalies]).toEqual([0, undefined])
  expect(whole.json.subject.tree).toBe(await at.rig.git('rev-parse', 'HEAD^{tree}'))
  expect(whole.json.digest === part.json.digest).toBe(false)
  await at.call('gate', '--json', '--layer', 'a')
  expect(await status()).toEqual([0, true])
  await at.rig.write({ 'new.txt': '1' })
  expect(await status()).toEqual([2, false, 'the last verdict is of another tree'])
  await at.rig.write({ 'new.txt': null })
  expect(await status()).toEqual([0, true])
  // The same content, and another baseline is committed.
  await rm(path.join(at.rig.repo, 'res'), { recursive: true })
  await at.rig.commit('a baseline', { 'baselines/2026-01-01.json': '{}' })
  await at.rig.write({ 'baselines/2026-01-01.json': null })
  expect(await status()).toEqual([2, false, 'the last verdict is of another definition of the gate'])
})

test('the end of who started it, and of the terminal, is nothing to a gate; an interrupted wait leaves it alone', async () => {
  await using at = await stand(layers(layer('unit')))
  // A shell that starts it as the leader of a session, and is hung up on.
  const shell = spawn(
    'bash',
    ['-c', `exec 9>"$HOLD/inherited"; "${process.execPath}" "${triverdict}" gate --detach --json 9>&9; sleep 60`],
    { cwd: at.rig.repo, env: at.env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [text] = (await once(shell.stdout, 'data')) as [Buffer]
  const { pid, run: id } = JSON.parse(String(text))
  await at.pidOf('unit')
  const inherited = path.join(at.rig.scratch, 'inherited')
  expect(await linksOf(pid)).not.toContain(inherited)
  process.kill(-(shell.pid as number), 'SIGHUP')
  await once(shell, 'exit')
  process.kill(pid, 'SIGHUP')

  const waiting = spawn(process.execPath, [triverdict, 'wait', '--json'], { cwd: at.rig.repo, env: at.env })
  let said = ''
  waiting.stdout.on('data', (chunk) => {
    said += chunk
  })
  await once(waiting.stderr, 'data')
  waiting.kill('SIGINT')
  const [code] = await once(waiting, 'close')
  expect([code, JSON.parse(said).status, JSON.parse(said).blocking]).toEqual([
    130,
    'error',
    ['interrupted: the gate goes on'],
  ])
  await at.end('unit', 0)
  const waited = await at.call('wait', '--json', '--run', id)
  expect([waited.code, waited.json.status, waited.json.fresh]).toEqual([0, 'pass', true])
})

test('kill -9 leaves no verdict, no process and no lock; a person who ends it gets an error', async () => {
  await using at = await stand(layers(layer('unit', '', `setsid sleep 300 & echo $! > $HOLD/stray; ${held('unit')}`)))
  const out = path.join(at.rig.scratch, 'verdict.json')
  const started = await at.detach('--out', out)
  const child = await at.pidOf('unit')
  const stray = Number(await readFile(path.join(at.rig.scratch, 'stray'), 'utf8'))
  const waiting = at.call('wait', '--json')
  process.kill(started.json.pid, 'SIGKILL')
  const waited = await waiting
  expect([waited.code, waited.json.blocking]).toEqual([2, ['the gate was killed: nothing is known']])
  await until(() => !isThere(child) && !isThere(stray))
  const status = await at.call('status', '--json')
  expect([status.code, status.json.state, status.json.blocking]).toEqual([
    2,
    'killed',
    ['the gate was killed: nothing is known'],
  ])
  const directory = path.join(at.rig.state, 'runs', started.json.run)
  expect([existsSync(out), existsSync(path.join(directory, 'gate.json'))]).toEqual([false, false])

  await at.again('unit')
  const next = await at.detach()
  expect([next.json.already, next.json.state]).toEqual([undefined, 'running'])
  await at.pidOf('unit')
  process.kill(next.json.pid, 'SIGTERM')
  const ended = await at.call('wait', '--json')
  expect([ended.code, ended.json.status, ended.json.blocking]).toEqual([2, 'error', ['interrupted: nothing is known']])
  const opened = await openDatabase(path.join(at.rig.state, 'history.sqlite'))
  if (!opened.ok) throw new Error(opened.trouble.message)
  const runs = await opened.value.selectFrom('runs').select(['id', 'command', 'state', 'status']).execute()
  await opened.value.destroy()
  expect(runs).toEqual([
    { id: started.json.run, command: 'gate', state: 'died', status: 'error' },
    { id: next.json.run, command: 'gate', state: 'finished', status: 'error' },
  ])
}, 90_000)

test('a history that cannot be written changes no verdict, and is reported', async () => {
  await using at = await stand(layers(layer('unit', '', 'exit 0')))
  await mkdir(path.join(at.rig.state, 'history.sqlite'))
  const answer = await at.call('gate', '--json')
  expect([answer.code, answer.json.status, answer.json.anomalies]).toEqual([
    0,
    'pass',
    [expect.objectContaining({ kind: 'history-unavailable', severity: 'low', blocking: false })],
  ])
  expect((await at.call('status')).stdout).toContain('the history at')
})

test('of a hidden layer neither times nor paths are shown while it runs and after', async () => {
  const command = `echo 17 > case-17.txt; ${held('judge')}`
  await using at = await stand(layers(layer('judge', ', visibility: hidden', command)))
  await at.end('judge', 1)
  expect((await at.call('gate', '--json')).code).toBe(1)
  await at.again('judge')
  await rm(path.join(at.rig.repo, 'case-17.txt'))
  await at.detach()
  await at.pidOf('judge')
  const running = await at.call('status', '--json')
  expect(running.json.progress).toEqual({ judge: { state: 'running' } })
  expect(running.json.blocking).toEqual(['still running: judge running'])
  expect((await at.call('status')).stdout).not.toMatch(/\d+ %|usually|case-17/)
  await at.end('judge', 1)
  const waited = await at.call('wait', '--json')
  expect([waited.code, waited.stdout.includes('case-17'), waited.stdout.includes('code 1')]).toEqual([1, false, false])
  expect(waited.json.anomalies).toHaveLength(1)
})

test('a verdict against a control is fresh until the control moves; a clean tree is nothing to detach', async () => {
  await using at = await stand(layers(layer('unit', '', 'exit 0')))
  expect((await at.call('gate', '--json', '--control', 'HEAD')).json.status).toBe('pass')
  const now = await at.call('status', '--json')
  expect([now.code, now.json.fresh]).toEqual([0, true])
  await at.rig.git('commit', '--quiet', '--allow-empty', '--message', 'later')
  const later = await at.call('status', '--json')
  expect([later.code, later.json.blocking]).toEqual([2, ['the last verdict is of another definition of the gate']])
  const refused = await at.call('gate', '--detach', '--json', '--tree', 'HEAD')
  expect([refused.code, refused.json.blocking]).toEqual([
    2,
    ['--detach runs a gate of the working tree: leave --detach or --tree out'],
  ])
})

test('a broken record is no verdict', async () => {
  await using at = await stand(layers(layer('unit', '', 'exit 0')))
  const { json } = await at.call('gate', '--json')
  const file = path.join(at.rig.state, 'runs', json.run.id, 'progress.json')
  const whole = await readFile(file, 'utf8')
  const edited = (change: (record: Record<string, unknown>) => void): string => {
    const record = JSON.parse(whole)
    change(record)
    return JSON.stringify(record)
  }
  for (const text of [
    whole.slice(0, 100),
    '[]',
    edited((record) => Object.assign(record, { verdict: { status: 'pass' } })),
    edited((record) => Object.assign(record, { run: 'other' })),
  ]) {
    await writeFile(file, text)
    for (const command of ['status', 'wait']) {
      const answer = await at.call(command, '--json')
      expect([answer.code, answer.json.status]).toEqual([2, 'error'])
    }
  }
})

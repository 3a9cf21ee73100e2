import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Puppet } from '../../test/rig/puppet.ts'
import type { Some } from '../model/result.ts'
import { listed } from './descendants.ts'
import { run } from './process.ts'
import type { RunRequest } from './request.ts'

let directory = ''
let count = 0
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'io-process-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const request = (argv: Some<string>, more: Partial<RunRequest> = {}): RunRequest => ({
  argv,
  cwd: directory,
  env: { PATH: process.env.PATH ?? '' },
  log: path.join(directory, `${count++}.log`),
  timeout_ms: 20_000,
  ...more,
})
const sh = (line: string, more: Partial<RunRequest> = {}) => run(request(['sh', '-c', line], more))
const isAlive = (pid: number) => listed(pid)?.zombie === false

describe('how it ended', () => {
  test.each([0, 1, 7, 255])('exit code %i', async (code) => {
    expect(await sh(`exit ${code}`)).toMatchObject({
      end: 'exited',
      exit_code: code,
      signal: null,
      leftovers: [],
      reason: null,
    })
  })

  test('a signal that nobody of us sent', async () => {
    expect(await sh('kill -SEGV $$')).toMatchObject({ end: 'signalled', exit_code: null, signal: 'SIGSEGV' })
  })

  test('a shell that reports a signal as a code has exited', async () => {
    expect(await sh('sh -c "kill -9 \\$\\$"; exit $?')).toMatchObject({ end: 'exited', exit_code: 137 })
  })

  test('standard input is empty, the environment is only what was given', async () => {
    const outcome = await run(
      request(['sh', '-c', 'cat; env | cut -d= -f1 | sort'], { env: { PATH: process.env.PATH ?? '', A: '1' } }),
    )
    const names = outcome.tail.trim().split('\n')
    expect(names.filter((name) => !['PWD', '_', 'SHLVL', 'OLDPWD'].includes(name))).toEqual([
      'A',
      'PATH',
      'TRIVERDICT_MARK',
    ])
  })
})

describe('output', () => {
  test('both streams arrive in the log in the order they were printed, output alone in its own file', async () => {
    const lines = 'for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done'
    const one = await sh(lines)
    expect(one.tail).toBe('o1\ne1\no2\ne2\no3\ne3\no4\ne4\no5\ne5\n')
    expect(await readFile(one.log, 'utf8')).toBe(one.tail)
    const two = await sh(lines, { stdoutPath: path.join(directory, 'only') })
    expect(await readFile(path.join(directory, 'only'), 'utf8')).toBe('o1\no2\no3\no4\no5\n')
    expect(two).toMatchObject({ output_bytes: 30, stdout: path.join(directory, 'only') })
  })

  test('the streams can be opened again by name, as scripts do', async () => {
    expect(await sh('echo x > /dev/stderr && echo y > /dev/stdout')).toMatchObject({ exit_code: 0, tail: 'x\ny\n' })
  })

  test('characters that are cut between two chunks are whole for the listener, bytes are untouched in the log', async () => {
    await using puppet = await Puppet.make()
    const texts: string[] = []
    let cut: () => void = () => undefined
    const first = new Promise<void>((resolve) => {
      cut = resolve
    })
    const running = run(
      request([...puppet.argv], {
        onOutput: (text) => {
          texts.push(text)
          cut()
        },
      }),
    )
    const child = await puppet.started()
    const bytes = Buffer.from([0x61, 0xe2, 0x82, 0xac, 0xff, 0x62, 0xf0, 0x9f])
    await child.bytes(bytes.subarray(0, 2))
    await first
    await child.bytes(bytes.subarray(2))
    child.exit(0)
    const outcome = await running
    expect(texts[0]).toBe('a')
    expect(texts.join('')).toBe('a€\ufffdb\ufffd')
    expect(await readFile(outcome.log)).toEqual(bytes)
  })

  test('the tail is the last 64 KiB and begins with a whole character', async () => {
    const outcome = await run(
      request([process.execPath, '-e', 'process.stdout.write("x" + "€".repeat(40000) + "end")']),
    )
    expect(outcome.output_bytes).toBe(120_004)
    expect(outcome.tail.endsWith('€end')).toBe(true)
    expect(outcome.tail).not.toContain('\ufffd')
    expect(Buffer.byteLength(outcome.tail)).toBeLessThanOrEqual(65_536)
    expect(Buffer.byteLength(outcome.tail)).toBeGreaterThan(65_530)
  })

  test('half a gigabyte grows our memory by less than 64 MB', async () => {
    const before = process.memoryUsage.rss()
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 5)
    const outcome = await sh('head -c 536870912 /dev/zero')
    clearInterval(timer)
    expect(outcome).toMatchObject({ end: 'exited', exit_code: 0, output_bytes: 536_870_912 })
    expect((await stat(outcome.log)).size).toBe(536_870_912)
    await rm(outcome.log)
    expect(most - before).toBeLessThan(64 << 20)
  })

  test('what was printed right before the exit is there', async () => {
    const outcome = await sh('head -c 300000 /dev/zero; kill -9 $$')
    expect(outcome).toMatchObject({ end: 'signalled', signal: 'SIGKILL', output_bytes: 300_000 })
  })
})

describe('limits', () => {
  test('timeout', async () => {
    const outcome = await sh('echo begun; sleep 30', { timeout_ms: 200 })
    expect(outcome).toMatchObject({
      end: 'timed-out',
      exit_code: null,
      signal: 'SIGTERM',
      tail: 'begun\n',
      leftovers: [],
    })
    expect(outcome.duration_ms).toBeLessThan(5_000)
  })

  test('timeout of a child that takes SIGTERM for a good end', async () => {
    await using puppet = await Puppet.make()
    const running = run(request([...puppet.argv], { timeout_ms: 500 }))
    await (await puppet.started()).trap('SIGTERM', 0)
    expect(await running).toMatchObject({ end: 'timed-out', exit_code: null, signal: null })
  })

  test('timeout of a child that ignores SIGTERM, and of one that is stopped', async () => {
    const ignoring = sh("trap '' TERM; while :; do sleep 0.05; done", { timeout_ms: 200, grace_ms: 200 })
    const stopped = sh('kill -STOP $$', { timeout_ms: 200, grace_ms: 200 })
    expect(await ignoring).toMatchObject({ end: 'timed-out', signal: 'SIGKILL' })
    expect(await stopped).toMatchObject({ end: 'timed-out', signal: 'SIGTERM' })
  })

  test('a timeout longer than a timer can hold does not fire at once', async () => {
    expect(await sh('sleep 0.1; exit 3', { timeout_ms: 2 ** 33 })).toMatchObject({ end: 'exited', exit_code: 3 })
  })

  test('a child that ended in time has not timed out because we looked late', async () => {
    await using puppet = await Puppet.make()
    const running = run(request([...puppet.argv], { timeout_ms: 700 }))
    const child = await puppet.started()
    child.exit(0)
    const until = performance.now() + 1_200
    await new Promise((resolve) => setImmediate(resolve))
    while (performance.now() < until);
    expect(await running).toMatchObject({ end: 'exited', exit_code: 0 })
  })

  test('stall: silence ends it, output keeps it alive', async () => {
    expect(await sh('echo x; sleep 30', { stall_ms: 200 })).toMatchObject({ end: 'stalled', exit_code: null })
    const lively = 'for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.1; done; exit 4'
    expect(await sh(lively, { stall_ms: 500 })).toMatchObject({ end: 'exited', exit_code: 4 })
  })

  test('stall: a growing progress file keeps it alive, one that stays as it is does not', async () => {
    const progressFile = path.join(directory, 'progress')
    const growing = `for i in 1 2 3 4 5 6 7 8; do echo $i >> ${progressFile}; sleep 0.1; done; exit 4`
    expect(await sh(growing, { stall_ms: 500, progressFile })).toMatchObject({ end: 'exited', exit_code: 4 })
    expect(await sh('sleep 30', { stall_ms: 200, progressFile })).toMatchObject({ end: 'stalled' })
  })

  test('cancelled while it runs, and before it starts', async () => {
    await using puppet = await Puppet.make()
    const controller = new AbortController()
    const running = run(request([...puppet.argv], { signal: controller.signal }))
    const child = await puppet.started()
    await child.trap('SIGTERM', 0)
    controller.abort()
    expect(await running).toMatchObject({ end: 'cancelled', exit_code: null })
    expect(await sh('exit 0', { signal: controller.signal })).toMatchObject({
      end: 'cancelled',
      exit_code: null,
      output_bytes: 0,
    })
  })
})

describe('what is left over', () => {
  test('a grandchild that holds the output does not keep us waiting, and is ended', async () => {
    const outcome = await sh('sleep 60 & exit 0', { grace_ms: 200 })
    expect(outcome).toMatchObject({ end: 'exited', exit_code: 0, leftovers: [{ command: 'sleep 60' }] })
    expect(outcome.duration_ms).toBeLessThan(5_000)
    expect(isAlive(outcome.leftovers[0]?.pid ?? 0)).toBe(false)
  })

  test('a leftover in a session of its own is found by its mark', async () => {
    const outcome = await sh('setsid -f sleep 61 >/dev/null 2>&1; sleep 0.05; exit 3', { grace_ms: 200 })
    expect(outcome).toMatchObject({ end: 'exited', exit_code: 3, leftovers: [{ command: 'sleep 61' }] })
    expect(isAlive(outcome.leftovers[0]?.pid ?? 0)).toBe(false)
  })

  test('one without mark, in a session of its own, is found by its parents', async () => {
    const outcome = await sh('env -i setsid sleep 62 >/dev/null 2>&1 & sleep 0.4; exit 0', { grace_ms: 200 })
    expect(outcome.leftovers).toMatchObject([{ command: 'sleep 62' }])
    expect(isAlive(outcome.leftovers[0]?.pid ?? 0)).toBe(false)
  })

  test('one that ignores SIGTERM and has children of its own', async () => {
    const stubborn = `setsid -f sh -c "trap '' TERM; while :; do sleep 63; done" >/dev/null 2>&1; sleep 0.1`
    const outcome = await sh(stubborn, { grace_ms: 200 })
    expect(outcome.leftovers.length).toBeGreaterThanOrEqual(2)
    expect(outcome.leftovers.filter(({ pid }) => isAlive(pid))).toEqual([])
  })

  test('a worker that ends by itself a moment later is no leftover', async () => {
    expect((await sh('sleep 0.1 & exit 0')).leftovers).toEqual([])
  })

  test('processes of somebody else are left alone', async () => {
    await using puppet = await Puppet.make()
    const other = run(request([...puppet.argv]))
    const child = await puppet.started()
    expect((await sh('exit 0')).leftovers).toEqual([])
    await child.print('still here')
    child.exit(5)
    expect(await other).toMatchObject({ end: 'exited', exit_code: 5, tail: 'still here' })
  })
})

describe('not started, not written', () => {
  test('each reason has its sentence', async () => {
    const text = path.join(directory, 'text')
    await writeFile(text, 'hello')
    const orphan = path.join(directory, 'orphan')
    await writeFile(orphan, '#!/no/such/interpreter\n')
    await chmod(orphan, 0o755)
    const reason = async (argv: Some<string>, more: Partial<RunRequest> = {}) => {
      const outcome = await run(request(argv, more))
      expect(outcome).toMatchObject({ end: 'not-started', exit_code: null, signal: null })
      return outcome.reason
    }
    expect(await reason(['no-such-program-x'])).toBe(
      'cannot start no-such-program-x: no such program on PATH (ENOENT): install it, or add its directory to PATH',
    )
    expect(await reason([orphan])).toBe(
      `cannot start ${orphan}: no such program, or its interpreter is missing (ENOENT)`,
    )
    expect(await reason([text])).toBe(`cannot start ${text}: permission denied (EACCES)`)
    expect(await reason(['sh'], { cwd: '/no/such' })).toBe('cannot start sh: no such directory: /no/such')
    expect(await reason(['sh', '-c', 'x'.repeat(4 << 20)])).toBe(
      'cannot start sh: the command line is too long (E2BIG)',
    )
    expect(await reason(['sh', 'a\0b'])).toMatch(/^cannot start sh: /)
  })

  test('a full disk under the log, also when the child did not care', async () => {
    const outcome = await sh('echo text; sleep 30', { log: '/dev/full' })
    expect(outcome).toMatchObject({
      end: 'write-failed',
      exit_code: null,
      reason: 'cannot write the log /dev/full: no space left on the device (ENOSPC)',
    })
    expect(outcome.duration_ms).toBeLessThan(5_000)
    expect(await sh('echo text; exit 0', { log: '/dev/full' })).toMatchObject({ end: 'write-failed', exit_code: null })
    expect(await sh('echo text', { stdoutPath: '/dev/full' })).toMatchObject({ end: 'write-failed' })
  })

  test('a log that cannot be opened', async () => {
    expect(await sh('exit 0', { log: '/dev/null/x/log' })).toMatchObject({ end: 'write-failed', exit_code: null })
    expect(await sh('exit 0', { log: directory })).toMatchObject({
      end: 'write-failed',
      reason: expect.stringContaining('EISDIR'),
    })
  })
})

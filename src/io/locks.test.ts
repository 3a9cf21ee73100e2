import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, rmdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProgram } from '../../test/rig/program.ts'
import { listed } from './descendants.ts'
import { lock, tryLock, withLock } from './locks.ts'

let at = ''
let program = ''
beforeAll(async () => {
  at = await mkdtemp(path.join(tmpdir(), 'io-locks-'))
  program = await makeProgram(
    `
    import { appendFileSync } from 'node:fs'
    import { lock } from './locks.ts'
    const [file, mode, journal] = process.argv.slice(2)
    const held = await lock(file, { onWait: (owner) => console.log('waiting for', owner.pid) })
    if (!held.ok) throw new Error(held.trouble.message)
    if (mode === 'count') {
      appendFileSync(journal, 'in ')
      await new Promise((resolve) => setTimeout(resolve, 3))
      appendFileSync(journal, 'out\\n')
      await held.value.release()
    } else {
      console.log('held')
      if (mode === 'leave') process.exit(0)
      setInterval(() => {}, 1000)
    }`,
    import.meta.dirname,
  )
})
afterAll(() => rm(at, { recursive: true, force: true }))

const start = (file: string, mode: string, journal = ''): ChildProcess =>
  spawn(process.execPath, [program, file, mode, journal], { stdio: ['ignore', 'pipe', 'inherit'] })
const says = async (child: ChildProcess): Promise<string> =>
  String((await once(child.stdout as NodeJS.EventEmitter, 'data'))[0]).trim()

test('held by one, refused to another, free after release', async () => {
  const file = path.join(at, 'a')
  const first = await lock(file)
  expect(await tryLock(file)).toEqual({ ok: true, value: null })
  if (first.ok) await first.value.release()
  const second = await tryLock(file)
  expect(second.ok && second.value !== null).toBe(true)
  if (first.ok) await first.value.release()
  expect(existsSync(file)).toBe(true)
  if (second.ok) await second.value?.release()
  expect((await readdir(at)).filter((name) => name.startsWith('a'))).toEqual([])
})

test('the owner is killed: a waiter was told once who it waits for, and takes over', async () => {
  const file = path.join(at, 'b')
  const owner = start(file, 'hold')
  expect(await says(owner)).toBe('held')
  const told: number[] = []
  const waiting = lock(file, {
    onWait: ({ pid }) => {
      told.push(pid)
      // Long enough for several looks, so that "once" means something.
      setTimeout(() => owner.kill('SIGKILL'), 350)
    },
  })
  const held = await waiting
  expect(told).toEqual([owner.pid])
  expect(listed(owner.pid ?? 0)?.zombie ?? true).toBe(true)
  expect(JSON.parse(await readFile(file, 'utf8')).pid).toBe(process.pid)
  if (held.ok) await held.value.release()
})

test('a process that ends lets go', async () => {
  const file = path.join(at, 'c')
  const owner = start(file, 'leave')
  await once(owner, 'close')
  expect(existsSync(file)).toBe(false)
})

test('a reused pid does not keep a lock alive', async () => {
  const file = path.join(at, 'd')
  const held = await lock(file)
  const owner = JSON.parse(await readFile(file, 'utf8'))
  if (held.ok) await held.value.release()
  await writeFile(file, JSON.stringify({ ...owner, started: owner.started - 1, token: 'old' }))
  const again = await tryLock(file)
  expect(again.ok && again.value !== null).toBe(true)
  if (again.ok) await again.value?.release()
})

test('an owner elsewhere is believed while its heart beats; rubbish is not believed', async () => {
  const file = path.join(at, 'e')
  await writeFile(file, JSON.stringify({ pid: process.pid, started: 1, where: 'another machine', token: 'far' }))
  expect(await tryLock(file)).toEqual({ ok: true, value: null })
  const old = new Date(Date.now() - 120_000)
  await utimes(file, old, old)
  const after = await tryLock(file)
  expect(after.ok && after.value !== null).toBe(true)
  if (after.ok) await after.value?.release()
  await writeFile(file, '')
  const empty = await tryLock(file)
  expect(empty.ok && empty.value !== null).toBe(true)
  if (empty.ok) await empty.value?.release()
})

test('twelve processes over the lock of a dead one: never two inside', async () => {
  const file = path.join(at, 'f')
  const journal = path.join(at, 'journal')
  const dead = start(file, 'hold')
  await says(dead)
  dead.kill('SIGKILL')
  await once(dead, 'close')
  const children = Array.from({ length: 12 }, () => start(file, 'count', journal))
  await Promise.all(children.map((child) => once(child, 'exit')))
  expect(await readFile(journal, 'utf8')).toBe('in out\n'.repeat(12))
  expect((await readdir(at)).filter((name) => name.startsWith('f'))).toEqual([])
})

test('many who see the same corpse at the same moment: exactly one wins', async () => {
  const file = path.join(at, 'h')
  for (let round = 0; round < 40; round += 1) {
    await writeFile(file, JSON.stringify({ pid: 1, started: -1, where: 'elsewhere', token: `corpse${round}` }))
    await utimes(file, 0, 0)
    // Spread over the time that a takeover takes, so that some look before it and act after it.
    const late = async (turns: number) => {
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return tryLock(file)
    }
    const tries = await Promise.all(Array.from({ length: 16 }, (_, at) => late(at * (round % 8))))
    const won = tries.flatMap((each) => (each.ok && each.value !== null ? [each.value] : []))
    expect(won.length).toBe(1)
    await won[0]?.release()
  }
})

test('waiting can be cancelled, and a body that throws lets go', async () => {
  const file = path.join(at, 'g')
  await expect(
    withLock(file, async () => {
      const controller = new AbortController()
      const waiting = lock(file, { signal: controller.signal, onWait: () => controller.abort() })
      expect(await waiting).toMatchObject({ ok: false, trouble: { kind: 'cancelled' } })
      throw new Error('a bug')
    }),
  ).rejects.toThrow('a bug')
  expect(existsSync(file)).toBe(false)
})

test('a directory that its maker takes away meanwhile is made again', async () => {
  const directory = path.join(at, 'trees')
  let [removed, going] = [0, true]
  const remover = (async () => {
    while (going && removed < 5) {
      await rmdir(directory).then(
        () => (removed += 1),
        () => undefined,
      )
    }
  })()
  for (let round = 0; round < 200 && removed < 5; round += 1) {
    const taken = await tryLock(path.join(directory, '1.lock'))
    expect(taken).toMatchObject({ ok: true })
    if (taken.ok) await taken.value?.release()
  }
  going = false
  await remover
})

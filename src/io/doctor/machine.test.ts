import { chmod, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { probeDatabase } from '../../history/probe.ts'
import { probeClock, probeMemory, probeSandbox } from './machine.ts'

const scratch = async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'triverdict-machine-'))
  return {
    at: (name: string) => path.join(root, name),
    root,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  }
}

test('the newest file, and how far the wall clock moved', async () => {
  await using dir = await scratch()
  const future = Date.now() + 3_600_000
  await writeFile(dir.at('old'), '')
  await writeFile(dir.at('new'), '')
  await utimes(dir.at('new'), future / 1000, future / 1000)
  const began = { wall_ms: Date.now(), steady_ms: performance.now() }
  const found = await probeClock([dir.at('gone'), dir.at('old'), dir.at('new')], began)
  expect(found.newestFile?.path).toBe(dir.at('new'))
  expect(Math.abs((found.newestFile?.ms ?? 0) - future)).toBeLessThan(2)
  expect(Math.abs(found.jump_ms)).toBeLessThan(1000)
  const jumped = await probeClock([], { ...began, wall_ms: began.wall_ms - 90_000 })
  expect(jumped).toMatchObject({ newestFile: null })
  expect(Math.abs(jumped.jump_ms - 90_000)).toBeLessThan(1000)
})

test('a sandbox is had where a program runs in it', async () => {
  await using dir = await scratch()
  const env = { PATH: `${dir.root}:/bin:/usr/bin` }
  const bwrap = async (text: string) => {
    await writeFile(dir.at('bwrap'), `#!/bin/sh\n[ "$1" = --version ] && { echo bubblewrap 0.8.0; exit; }\n${text}\n`)
    await chmod(dir.at('bwrap'), 0o755)
    return await probeSandbox(env, 2000)
  }
  expect(await probeSandbox({ PATH: dir.root })).toEqual({ works: false, version: null, said: 'bwrap is not on PATH' })
  expect(await bwrap('exit 0')).toEqual({ works: true, version: '0.8.0', said: null })
  const refused = 'bwrap: setting up uid map: Permission denied'
  expect(await bwrap(`echo "${refused}" >&2; exit 1`)).toEqual({ works: false, version: '0.8.0', said: refused })
  expect(await bwrap('sleep 60')).toMatchObject({ works: false, said: 'bwrap hangs' })
})

test('memory is counted in bytes', async () => {
  const { total_bytes, available_bytes, processors } = await probeMemory()
  expect(total_bytes).toBeGreaterThan(100_000_000)
  expect(available_bytes).toBeLessThanOrEqual(total_bytes)
  expect(processors).toBeGreaterThan(0)
})

test('a history is opened, written and checked; one that is damaged or not there to be made says so', async () => {
  await using dir = await scratch()
  const file = dir.at('history.sqlite')
  expect(await probeDatabase(file)).toEqual({ path: file, works: true, reason: null, integrity: 'ok' })
  // Nothing of the probe is left in it.
  expect((await probeDatabase(file)).works).toBe(true)
  await writeFile(dir.at('broken.sqlite'), 'this is no database '.repeat(500))
  const broken = await probeDatabase(dir.at('broken.sqlite'))
  expect([broken.works, broken.reason]).toEqual([false, expect.stringMatching(/broken\.sqlite/)])
  expect(await probeDatabase(path.join(file, 'x.sqlite'))).toMatchObject({ works: false, reason: expect.any(String) })
})

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { probePlace } from './places.ts'

const scratch = async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'triverdict-places-'))
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}

test('a place that can be written to has its room, and is left as it was', async () => {
  await using at = await scratch()
  const deep = path.join(at.root, 'a', 'b')
  const found = await probePlace('state', deep)
  expect(found).toMatchObject({ name: 'state', path: deep, writable: true, reason: null })
  expect(found.free_bytes).toBeGreaterThan(0)
  expect(found.total_bytes).toBeGreaterThanOrEqual(found.free_bytes ?? 0)
  expect(Math.abs(found.ahead_ms ?? 1e9)).toBeLessThan(5000)
  expect(await readdir(at.root)).toEqual([])
  await mkdir(deep, { recursive: true })
  await probePlace('cache', deep)
  expect(await readdir(at.root, { recursive: true })).toEqual(['a', path.join('a', 'b')])
})

test('one that cannot says why, and still what room there is', async () => {
  await using at = await scratch()
  const file = path.join(at.root, 'file')
  await writeFile(file, '')
  const below = await probePlace('cache', path.join(file, 'x'))
  expect([below.writable, below.reason, below.ahead_ms]).toEqual([
    false,
    `${path.join(file, 'x')} cannot be written to: a part of the path is not a directory (ENOTDIR)`,
    null,
  ])
  expect(below.free_bytes).toBeGreaterThan(0)
})

test('a temporary directory is never made, and a repository only looked at', async () => {
  await using at = await scratch()
  const gone = path.join(at.root, 'gone')
  expect(await probePlace('temporary', gone)).toMatchObject({
    writable: false,
    reason: expect.stringContaining('ENOENT'),
  })
  expect(await probePlace('repository', gone)).toMatchObject({ writable: false, ahead_ms: null })
  expect(await probePlace('repository', at.root)).toMatchObject({ writable: true, ahead_ms: null })
  expect(await readdir(at.root)).toEqual([])
})

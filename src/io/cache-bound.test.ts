import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundCache, defaultBound } from './cache-bound.ts'
import { entryLock } from './dependency-cache.ts'
import { lock } from './locks.ts'

let cache: string
beforeEach(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'io-cache-bound-'))
})
afterEach(async () => {
  await rm(cache, { recursive: true, force: true })
})

const entry = async (name: string, used: number) => {
  const directory = path.join(cache, 'dependencies', name)
  await mkdir(directory, { recursive: true })
  const manifest = path.join(directory, 'manifest.json')
  await writeFile(manifest, JSON.stringify({ outputs: [], bytes: 100, made: name }))
  await utimes(manifest, used, used)
}
const kept = async () => (await readdir(path.join(cache, 'dependencies'))).sort()

test('what was used last stays, what is in use stays, and it is done once a day', async () => {
  await Promise.all([entry('held', 1), entry('old', 2), entry('new', 3)])
  const held = await lock(entryLock(cache, 'held'))
  const bound = async () => 200
  const now = Date.now()
  expect(await boundCache(cache, now, bound)).toEqual({ removed: ['old'], bytes: 200 })
  expect(await kept()).toEqual(['held', 'new'])
  await entry('late', 4)
  expect(await boundCache(cache, now + 1000, bound)).toBeNull()
  expect(await kept()).toEqual(['held', 'late', 'new'])
  if (held.ok) await held.value.release()
  expect(await boundCache(cache, now + 25 * 3_600_000, bound)).toEqual({ removed: ['held'], bytes: 200 })
})

test('the bound is a share of the disk and never more than 20 GiB; a cache that cannot be written is left alone', async () => {
  const bytes = await defaultBound(cache)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(20 * 2 ** 30)
  expect(await boundCache(path.join(cache, 'absent', '\0'), Date.now())).toBeNull()
})

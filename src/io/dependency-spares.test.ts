import { existsSync, lstatSync } from 'node:fs'
import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Rig } from '../../test/rig/rig.ts'
import type { Result } from '../model/result.ts'
import { collect, giveBack, restore, store } from './dependency-cache.ts'
import type { Spare } from './dependency-spares.ts'

const KEY = 'k'
let rig: Rig
let cache: string
let count = 0
beforeEach(async () => {
  rig = await Rig.make({}, { sharedDownloads: false })
  cache = path.join(rig.cache, 'triverdict')
})
afterEach(() => rig[Symbol.asyncDispose]())

const value = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.trouble.message)
  return result.value
}
/** A new, empty stage. */
const fresh = async (): Promise<string> => {
  const stage = path.join(rig.scratch, `stage-${count++}`)
  await mkdir(path.join(stage, 'tree'), { recursive: true })
  return stage
}
const OUTPUTS = ['tree/node_modules', 'tree/p/node_modules']
/** What an install leaves. */
const installed = async (): Promise<string> => {
  const stage = await fresh()
  const at = path.join(stage, 'tree/node_modules')
  await mkdir(path.join(at, 'a/deep/er'), { recursive: true })
  await mkdir(path.join(at, '.bin'), { recursive: true })
  await mkdir(path.join(stage, 'tree/p/node_modules/c'), { recursive: true })
  await writeFile(path.join(at, 'a/one'), 'one')
  await writeFile(path.join(at, 'a/deep/two'), 'two')
  await writeFile(path.join(at, 'a/deep/er/three'), 'three')
  await writeFile(path.join(at, 'a/run'), '#!/bin/sh\n', { mode: 0o755 })
  await symlink('../a/run', path.join(at, '.bin/run'))
  await writeFile(path.join(stage, 'tree/p/node_modules/c/f'), 'c')
  return stage
}
/** Everything in the outputs of a stage: kind, mode, time, content. */
const picture = async (stage: string): Promise<readonly string[]> => {
  const lines: string[] = []
  const names = (await readdir(stage, { recursive: true })).filter((name) => name.includes('node_modules'))
  for (const name of names.sort()) {
    const full = path.join(stage, name)
    const facts = lstatSync(full)
    const content = facts.isFile()
      ? `${facts.mtimeMs} ${await readFile(full, 'utf8')}`
      : facts.isSymbolicLink()
        ? await readlink(full)
        : ''
    lines.push(`${name} ${facts.mode.toString(8)} ${content}`)
  }
  return lines
}
const inode = (stage: string) => lstatSync(path.join(stage, 'tree/node_modules/a/one')).ino
const filled = async (): Promise<{ stage: string; spare: Spare; wanted: readonly string[] }> => {
  const stage = await installed()
  const spare = value(await store(cache, KEY, stage, OUTPUTS))
  return { stage, spare, wanted: await picture(stage) }
}
/** Gives a stage back and takes the next. */
const next = async (stage: string, spare: Spare): Promise<{ stage: string; spare: Spare }> => {
  await giveBack(cache, [spare], stage)
  const to = await fresh()
  const taken = value(await restore(cache, KEY, to, Date.now()))
  if (taken === null) throw new Error('nothing to restore')
  return { stage: to, spare: taken }
}

test('a copy that was given back is taken by renaming, again and again', async () => {
  const first = await filled()
  const before = inode(first.stage)
  let now: { stage: string; spare: Spare } = first
  for (let round = 0; round < 3; round++) {
    now = await next(now.stage, now.spare)
    expect(inode(now.stage)).toBe(before)
    expect(await picture(now.stage)).toEqual(first.wanted)
    expect(await readdir(now.stage)).toEqual(['tree'])
  }
  const other = await fresh()
  value(await restore(cache, KEY, other, Date.now()))
  expect(inode(other)).not.toBe(before)
})

test.each<[string, (at: string) => Promise<unknown>]>([
  ['appended', (at) => appendFile(path.join(at, 'a/one'), ' more')],
  ['added', (at) => writeFile(path.join(at, 'a/deep/new'), 'x')],
  ['deleted', (at) => rm(path.join(at, 'a/deep/two'))],
  ['a mode', (at) => chmod(path.join(at, 'a/run'), 0o644)],
  ['a directory mode', (at) => chmod(path.join(at, 'a/deep'), 0o700)],
  ['a directory deleted', (at) => rm(path.join(at, 'a/deep'), { recursive: true })],
  [
    'a link elsewhere',
    async (at) => {
      await rm(path.join(at, '.bin/run'))
      await symlink('/bin/true', path.join(at, '.bin/run'))
    },
  ],
  [
    'a file made a directory',
    async (at) => {
      await rm(path.join(at, 'a/one'))
      await mkdir(path.join(at, 'a/one/x'), { recursive: true })
    },
  ],
  [
    'a directory made a link',
    async (at) => {
      await rename(path.join(at, 'a/deep'), path.join(at, 'moved'))
      await symlink('../moved', path.join(at, 'a/deep'))
    },
  ],
  [
    'same size, old times put back',
    async (at) => {
      const file = path.join(at, 'a/one')
      const { atime, mtime } = lstatSync(file)
      await writeFile(file, 'two')
      await utimes(file, atime, mtime)
    },
  ],
  [
    'another file in its place',
    async (at) => {
      await writeFile(path.join(at, 'other'), 'two')
      await rename(path.join(at, 'other'), path.join(at, 'a/one'))
    },
  ],
])('what a run did to its copy is undone: %s', async (_name, spoil) => {
  const { stage, spare, wanted } = await filled()
  const before = lstatSync(path.join(stage, 'tree/p/node_modules/c/f')).ino
  await spoil(path.join(stage, 'tree/node_modules'))
  expect(await picture(stage)).not.toEqual(wanted)
  const again = await next(stage, spare)
  expect(await picture(again.stage)).toEqual(wanted)
  expect(lstatSync(path.join(again.stage, 'tree/p/node_modules/c/f')).ino).toBe(before)
  const third = await next(again.stage, again.spare)
  expect(await picture(third.stage)).toEqual(wanted)
})

test('what a run does while its copy waits is undone as well', async () => {
  const { stage, spare, wanted } = await filled()
  await giveBack(cache, [spare], stage)
  const spares = path.join(cache, 'dependencies', KEY, 'spares')
  const [name] = await readdir(spares)
  await appendFile(path.join(spares, String(name), '0/a/one'), 'x')
  const to = await fresh()
  value(await restore(cache, KEY, to, Date.now()))
  expect(await picture(to)).toEqual(wanted)
})

test('a copy in which most was touched is thrown away', async () => {
  const stage = await installed()
  const many = path.join(stage, 'tree/node_modules/many')
  await mkdir(many)
  for (let at = 0; at < 100; at++) await writeFile(path.join(many, String(at)), 'x')
  const spare = value(await store(cache, KEY, stage, OUTPUTS))
  const wanted = await picture(stage)
  const before = inode(stage)
  for (let at = 0; at < 100; at++) await writeFile(path.join(many, String(at)), 'y')
  const again = await next(stage, spare)
  expect(inode(again.stage)).not.toBe(before)
  expect(await picture(again.stage)).toEqual(wanted)
  expect(await readdir(again.stage)).toEqual(['tree'])
})

test('a link that a run put on the way moves nothing of anybody else', async () => {
  const { stage, spare } = await filled()
  const theirs = path.join(rig.scratch, 'theirs')
  await mkdir(path.join(theirs, 'node_modules/c'), { recursive: true })
  await rm(path.join(stage, 'tree/p'), { recursive: true })
  await symlink(theirs, path.join(stage, 'tree/p'))
  await giveBack(cache, [spare], stage)
  expect(existsSync(path.join(theirs, 'node_modules/c'))).toBe(true)
  expect(existsSync(path.join(cache, 'dependencies', KEY, 'spares'))).toBe(false)
})

test('a copy of an entry that was made anew meanwhile is not used', async () => {
  const first = await filled()
  await giveBack(cache, [first.spare], first.stage)
  const second = await installed()
  await appendFile(path.join(second, 'tree/node_modules/a/one'), ' newer')
  value(await store(cache, KEY, second, OUTPUTS))
  await giveBack(cache, [first.spare], await installed())
  const to = await fresh()
  value(await restore(cache, KEY, to, Date.now()))
  expect(await readFile(path.join(to, 'tree/node_modules/a/one'), 'utf8')).toBe('one newer')
})

test('at most two wait, each counts, and all go with their entry', async () => {
  const { stage, spare } = await filled()
  const stages = [{ stage, spare }]
  for (let at = 0; at < 4; at++) {
    const to = await fresh()
    const taken = value(await restore(cache, KEY, to, Date.now()))
    if (taken !== null) stages.push({ stage: to, spare: taken })
  }
  const alone = value(await collect(cache, 1e9)).bytes
  for (const each of stages) await giveBack(cache, [each.spare], each.stage)
  expect(await readdir(path.join(cache, 'dependencies', KEY, 'spares'))).toHaveLength(2)
  expect(value(await collect(cache, 1e9)).bytes).toBe(3 * alone)
  expect(value(await collect(cache, 0))).toEqual({ removed: [KEY], bytes: 0 })
  expect(existsSync(path.join(cache, 'dependencies', KEY))).toBe(false)
})

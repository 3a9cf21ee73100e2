import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyTree, deleteFirst, freeSpace, hashFile, hashText, removeTree, sizeOf, writeWhole } from './files.ts'

let at = ''
beforeEach(async () => {
  at = await mkdtemp(path.join(tmpdir(), 'io-files-'))
})
afterEach(() => rm(at, { recursive: true, force: true }))

test('a file is replaced, never rewritten in place, and nothing else is left beside it', async () => {
  const file = path.join(at, 'deep', 'out.json')
  expect(await writeWhole(file, 'one')).toEqual({ ok: true, value: undefined })
  await link(file, path.join(at, 'other-name'))
  await writeWhole(file, 'two', 0o600)
  expect(await readFile(file, 'utf8')).toBe('two')
  expect(await readFile(path.join(at, 'other-name'), 'utf8')).toBe('one')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(path.dirname(file))).toEqual(['out.json'])
})

test('a write that fails is a trouble, keeps the old content and leaves no temporary file', async () => {
  await mkdir(path.join(at, 'out', 'full'), { recursive: true })
  expect(await writeWhole(path.join(at, 'out'), 'x')).toMatchObject({
    ok: false,
    trouble: { kind: 'machine-trouble', message: expect.stringMatching(/^cannot write .*out: .*\(EISDIR\)$/) },
  })
  expect(await readdir(at)).toEqual(['out'])
  expect(await writeWhole('/dev/null/x', 'x')).toMatchObject({ ok: false })
})

test('only a regular file is deleted before it is made anew', async () => {
  const file = path.join(at, 'f')
  await writeFile(file, 'x')
  await symlink(file, path.join(at, 'l'))
  expect(await deleteFirst(path.join(at, 'l'))).toMatchObject({ ok: false, trouble: { kind: 'not-a-file' } })
  expect(await deleteFirst(at)).toMatchObject({ ok: false, trouble: { kind: 'not-a-file' } })
  expect(await deleteFirst(file)).toMatchObject({ ok: true })
  expect(await deleteFirst(file)).toMatchObject({ ok: true })
  expect(await readdir(at)).toEqual(['l'])
})

test('a copy keeps links and modes and shares no file with its source', async () => {
  const from = path.join(at, 'from')
  await mkdir(path.join(from, 'sub'), { recursive: true })
  await writeFile(path.join(from, 'sub', 'run'), '#!/bin/sh\n')
  await chmod(path.join(from, 'sub', 'run'), 0o755)
  await symlink('../nowhere', path.join(from, 'link'))
  const to = path.join(at, 'x', 'to')
  expect(await copyTree(from, to)).toMatchObject({ ok: true })
  expect(await readlink(path.join(to, 'link'))).toBe('../nowhere')
  expect((await stat(path.join(to, 'sub', 'run'))).mode & 0o777).toBe(0o755)
  await writeFile(path.join(to, 'sub', 'run'), 'changed')
  expect(await readFile(path.join(from, 'sub', 'run'), 'utf8')).toBe('#!/bin/sh\n')
  expect(await copyTree(from, to)).toMatchObject({
    ok: false,
    trouble: { message: expect.stringContaining('exists already') },
  })
  expect(await copyTree(path.join(at, 'none'), path.join(at, 'y'))).toMatchObject({
    ok: false,
    trouble: { detail: expect.stringContaining('none') },
  })
})

test('a tree with read-only directories goes, what its links point at stays', async () => {
  await writeFile(path.join(at, 'kept'), 'x')
  await mkdir(path.join(at, 'tree', 'locked'), { recursive: true })
  await writeFile(path.join(at, 'tree', 'locked', 'f'), 'x')
  await symlink(at, path.join(at, 'tree', 'up'))
  await chmod(path.join(at, 'tree', 'locked'), 0o555)
  expect(await removeTree(path.join(at, 'tree'))).toMatchObject({ ok: true })
  expect(await removeTree(path.join(at, 'tree'))).toMatchObject({ ok: true })
  expect(await readdir(at)).toEqual(['kept'])
})

test('sizes, hashes, free space', async () => {
  await mkdir(path.join(at, 'd'))
  await writeFile(path.join(at, 'd', 'a'), 'abc')
  await writeFile(path.join(at, 'b'), '12345')
  await symlink('d', path.join(at, 'l'))
  expect(await sizeOf(at)).toBe(8)
  expect(await sizeOf(path.join(at, 'none'))).toBe(0)
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(hashText('abc')).toBe(abc)
  expect(await hashFile(path.join(at, 'd', 'a'))).toEqual({ ok: true, value: abc })
  expect(await hashFile(path.join(at, 'none'))).toMatchObject({ ok: false })
  const free = await freeSpace(at)
  expect(free.ok && free.value > 0).toBe(true)
  expect((await lstat(path.join(at, 'l'))).isSymbolicLink()).toBe(true)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { lstat, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Puppet } from './puppet.ts'
import { Rig } from './rig.ts'

test('the same contents make the same commits, wherever and whenever', async () => {
  await using one = await Rig.make({ 'a.txt': 'a\n' })
  await using two = await Rig.make({ 'a.txt': 'a\n' })
  expect(await one.commit('more', { 'b/c.txt': 'c' })).toBe(await two.commit('more', { 'b/c.txt': 'c' }))
  expect(await one.git('log', '--format=%an %aI', '-1')).toBe('Rig 2026-01-01T00:00:02+00:00')
})

test('branches, deletions, links and executables arrive in the commit', async () => {
  await using rig = await Rig.make({ 'a.txt': 'a', 'gone.txt': 'x' })
  await rig.branch('work', {
    'gone.txt': null,
    link: { symlink: 'a.txt' },
    run: { text: '#!/bin/sh\n', executable: true },
  })
  expect(await rig.git('diff', '--raw', '--no-abbrev', 'main', 'work').then((text) => text.split('\n').length)).toBe(3)
  expect((await rig.git('ls-tree', 'work')).split('\n').map((line) => line.slice(0, 6))).toEqual([
    '100644',
    '120000',
    '100755',
  ])
  expect(await readlink(path.join(rig.repo, 'link'))).toBe('a.txt')
})

test('everything is gone after disposal, and nothing of the surroundings leaks in', async () => {
  let root = ''
  {
    await using rig = await Rig.make()
    root = rig.root
    expect((await lstat(rig.trees)).isDirectory()).toBe(true)
    expect(Object.keys(rig.env).filter((name) => name.startsWith('GIT_'))).toEqual([])
    expect(rig.env.HOME).toBe(rig.home)
    expect(rig.trees.split('/').filter((part) => /^\.|^tmp$/.test(part))).toEqual([])
  }
  expect(existsSync(root)).toBe(false)
})

test('a puppet prints and exits when it is told to', async () => {
  await using rig = await Rig.make()
  await using puppet = await Puppet.make()
  const [program, ...args] = puppet.argv
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let seen = ''
  child.stdout.on('data', (chunk) => {
    seen += chunk
  })
  const strings = await puppet.started()
  expect(strings.pid).toBe(child.pid)
  await strings.print('one')
  const file = path.join(rig.scratch, 'f')
  await strings.append(file, 'two')
  expect(await readFile(file, 'utf8')).toBe('two')
  strings.exit(7)
  expect((await once(child, 'close'))[0]).toBe(7)
  expect(seen).toBe('one')
})

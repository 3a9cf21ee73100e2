import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProgram } from '../../test/rig/program.ts'
import { Rig } from '../../test/rig/rig.ts'
import type { Result } from '../model/result.ts'
import { openSlot } from './stage.ts'

const value = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.trouble.message)
  return result.value
}

test('two that ask for a parked stage at once both get it', async () => {
  await using rig = await Rig.make()
  const slot = value(await openSlot(rig.trees))
  await writeFile(path.join(value(await slot.activate('branch')).tree, 'f'), 'branch')
  await slot.activate('control')
  const both = await Promise.all([slot.activate('branch'), slot.activate('branch')])
  for (const stage of both) expect(await readFile(path.join(value(stage).tree, 'f'), 'utf8')).toBe('branch')
})

test('every stage of a slot runs at one path and keeps what it holds', async () => {
  await using rig = await Rig.make()
  const slot = value(await openSlot(rig.trees))
  const branch = value(await slot.activate('branch'))
  expect(branch.root).toBe(path.join(rig.trees, '1', 'stage'))
  await writeFile(path.join(branch.tree, 'f'), 'branch')
  const control = value(await slot.activate('control'))
  expect(control).toEqual({ ...branch, name: 'control' })
  expect(await readdir(control.tree)).toEqual([])
  expect((await readdir(control.root)).sort()).toEqual(['env', 'home', 'temp', 'tree'])
  await writeFile(path.join(control.tree, 'f'), 'control')
  for (const name of ['branch', 'branch', 'control', 'branch']) {
    const stage = value(await slot.activate(name))
    expect(await readFile(path.join(stage.tree, 'f'), 'utf8')).toBe(name)
  }
  value(await slot.discard('control'))
  value(await slot.discard('branch'))
  expect(await readdir(value(await slot.activate('branch')).tree)).toEqual([])
  value(await slot.close())
  expect(await readdir(rig.trees)).toEqual([])
})

test('HOME has an identity for git', async () => {
  await using rig = await Rig.make()
  const slot = value(await openSlot(rig.trees))
  const { home } = value(await slot.activate('branch'))
  expect(await readFile(path.join(home, '.gitconfig'), 'utf8')).toContain('email = triverdict@localhost')
  await slot.close()
})

test('two at a time get different slots, the lowest that is free', async () => {
  await using rig = await Rig.make()
  const one = value(await openSlot(rig.trees))
  const two = value(await openSlot(rig.trees))
  expect([one.number, two.number]).toEqual([1, 2])
  await one.close()
  const again = value(await openSlot(rig.trees))
  expect(again.number).toBe(1)
  await again.close()
  await two.close()
})

test('what killed owners left is removed, in every slot', async () => {
  await using rig = await Rig.make()
  const program = await makeProgram(
    `import { openSlot } from './stage.ts'
     await openSlot(process.argv[2])
     const slot = await openSlot(process.argv[2])
     await slot.value.activate('branch')
     console.log('open')
     setInterval(() => {}, 1000)`,
    import.meta.dirname,
  )
  const owner = spawn(process.execPath, [program, rig.trees], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(owner.stdout, 'data')
  expect(existsSync(path.join(rig.trees, '2', 'stage', 'tree'))).toBe(true)
  owner.kill('SIGKILL')
  await once(owner, 'close')
  const slot = value(await openSlot(rig.trees))
  expect(slot.number).toBe(1)
  expect((await readdir(rig.trees)).sort()).toEqual(['1', '1.lock'])
  await slot.close()
})

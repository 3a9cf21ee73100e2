import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Rig } from '../rig/rig.ts'
import { run, small, triverdict } from './command.ts'

test('the Makefile target of the page writes the object that is to be read, whatever make says', async () => {
  const page = await readFile(path.join(import.meta.dirname, '..', '..', 'docs', 'gate.md'), 'utf8')
  const target = /```make\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  await using rig = await Rig.make({
    ...small,
    Makefile: target,
    '.gitignore': 'verdict.json\n',
    'triverdict.yaml': 'layers:\n  unit: { kind: tests, run: npm test }\n',
  })
  const bin = path.join(rig.scratch, 'bin')
  await mkdir(bin)
  // What npx would find where Triverdict is installed.
  await writeFile(path.join(bin, 'npx'), `#!/bin/sh\nshift\nexec '${process.execPath}' '${triverdict}' "$@"\n`)
  await chmod(path.join(bin, 'npx'), 0o755)
  const env = { ...rig.env, PATH: `${bin}${path.delimiter}${rig.env.PATH}` }
  const make = async () => {
    const made = spawnSync('make', ['verify-json'], { cwd: rig.repo, env, encoding: 'utf8' })
    expect(made.stdout).toBe('')
    const read = await run(['verdict', 'check', 'verdict.json'], { cwd: rig.repo, env: rig.env })
    return [made.status, JSON.parse(await rig.read('verdict.json')).status, read.code]
  }
  expect(await make()).toEqual([0, 'pass', 0])
  await rig.write({ 'src/add.js': 'export const add = (a, b) => a - b\n' })
  expect(await make()).toEqual([2, 'fail', 1])
  await rig.write({ 'triverdict.yaml': 'layers: {}\n' })
  expect(await make()).toEqual([2, 'error', 2])
})

import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ProgramNeed } from '../../model/machine-facts.ts'
import { probePrograms } from './programs.ts'

const machine = async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'triverdict-programs-'))
  const program = async (file: string, text: string): Promise<void> => {
    const where = path.join(root, file)
    await mkdir(path.dirname(where), { recursive: true })
    await writeFile(where, `#!/bin/sh\n${text}\n`)
    await chmod(where, 0o755)
  }
  const bin = path.join(root, 'bin')
  const source = { PATH: `${bin}:/bin:/usr/bin` }
  const place = {
    tree: path.join(root, 'tree'),
    machine: { path: [path.join(root, 'ours'), '/bin', '/usr/bin'], interpreters: [], homes: {}, source },
    limit_ms: 2000,
  }
  await mkdir(place.tree)
  return { program, place, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}
const need = (program: string, more: Partial<ProgramNeed> = {}): ProgramNeed => ({
  ...{ program, ask: [program, '--version'], cwd: '.', of: 'gate', by: ['layer unit'], certain: true },
  ...more,
})

test('each end of asking a program, in the order of the needs', async () => {
  await using on = await machine()
  await on.program('bin/tool-good', 'echo "tool 3.14.2 (built 2026)"')
  await on.program('bin/tool-old', 'echo 1.2 >&2')
  await on.program('bin/tool-bad', 'echo first >&2; echo "cannot load libx.so" >&2; exit 127')
  await on.program('bin/tool-mute', 'exit 4')
  await on.program('bin/tool-slow', 'sleep 60')
  await on.program('bin/tool-own', 'touch was-run')
  await writeFile(path.join(on.place.tree, 'plain'), '')
  const asked = ['good', 'old', 'bad', 'mute', 'slow', 'gone'].map((name) => need(`tool-${name}`))
  const silent = ['tool-own', 'tool-none'].map((name) => need(name, { ask: null }))
  const facts = await probePrograms([...asked, ...silent], on.place)
  expect(facts.map(({ need: { program }, end, version, said }) => [program, end, version, said])).toEqual([
    ['tool-good', 'works', '3.14.2', null],
    ['tool-old', 'works', '1.2', null],
    ['tool-bad', 'fails', null, 'cannot load libx.so'],
    ['tool-mute', 'fails', null, 'exit code 4'],
    ['tool-slow', 'hangs', null, null],
    ['tool-gone', 'missing', null, null],
    // Nobody knows what it would do, so it is not run.
    ['tool-own', 'present', null, null],
    ['tool-none', 'missing', null, null],
  ])
})

test('a layer finds the programs of its project first, a verification only those of the machine', async () => {
  await using on = await machine()
  await on.program('tree/node_modules/.bin/vitest', 'echo 1.0.0')
  await on.program('tree/web/node_modules/.bin/vitest', 'echo 2.0.0')
  await on.program('ours/vitest', 'echo 3.0.0')
  const facts = await probePrograms(
    [need('vitest'), need('vitest', { cwd: 'web' }), need('vitest', { of: 'verify' }), need('vitest', { cwd: 'gone' })],
    on.place,
  )
  expect(facts.map(({ version }) => version)).toEqual(['1.0.0', '2.0.0', '3.0.0', '1.0.0'])
})

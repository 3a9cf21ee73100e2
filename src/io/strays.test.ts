import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { endStrays } from './strays.ts'

test('a process that works below the directory is ended, one beside it is left alone', async () => {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'strays-')))
  const inside = await mkdtemp(path.join(root, 'slot-'))
  const beside = await mkdtemp(path.join(root, 'slot-'))
  const sleeper = (cwd: string) =>
    spawn(process.execPath, ['-e', 'console.log("up"); setTimeout(() => {}, 60000)'], {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const [stray, other] = [sleeper(inside), sleeper(beside)]
  try {
    await Promise.all([once(stray.stdout, 'data'), once(other.stdout, 'data')])
    const exited = once(stray, 'exit')
    expect(endStrays(inside)).toEqual([stray.pid])
    expect((await exited)[1]).toBe('SIGKILL')
    expect(other.exitCode).toBeNull()
    expect(other.signalCode).toBeNull()
  } finally {
    stray.kill('SIGKILL')
    other.kill('SIGKILL')
    await rm(root, { recursive: true, force: true })
  }
})

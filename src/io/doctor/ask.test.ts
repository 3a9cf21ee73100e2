import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { within } from './within.ts'

const options = { cwd: '/', env: { PATH: process.env.PATH } }

test('what a program said and how it ended', async () => {
  const said = await ask(['sh', '-c', 'echo out; echo err >&2; exit 3'], options)
  expect(said).toMatchObject({ end: 'exited', code: 3, stdout: 'out\n', stderr: 'err\n' })
  expect(await ask(['sh', '-c', 'kill -KILL $$'], options)).toMatchObject({ end: 'signalled', code: null })
  expect(await ask(['no-such-program-here'], options)).toMatchObject({ end: 'missing', code: null })
  expect(await ask(['/'], options)).toMatchObject({ end: 'not-started', code: null })
})

test('one that does not answer is cut with all that it started, and so is one that is interrupted', async () => {
  const cut = await ask(['sh', '-c', 'sleep 60 & echo $!; wait'], { ...options, limit_ms: 300 })
  expect(cut.end).toBe('cut')
  const child = cut.stdout.trim()
  // Where nobody waits for orphans it stays as a zombie.
  const state = () => spawnSync('ps', ['-o', 'stat=', '-p', child], { encoding: 'utf8' }).stdout
  await expect.poll(state).toMatch(/^(?:Z|$)/)
  const interrupt = new AbortController()
  const asked = ask(['sleep', '60'], { ...options, signal: interrupt.signal })
  interrupt.abort()
  expect((await asked).end).toBe('cut')
  expect((await ask(['sleep', '60'], { ...options, signal: interrupt.signal })).end).toBe('cut')
})

test('a probe that hangs is cut, one that throws has broken; neither ends the doctor', async () => {
  expect(await within(async () => 7)).toMatchObject({ end: 'answered', found: 7 })
  expect(await within(() => new Promise(() => undefined), 20)).toMatchObject({ end: 'cut' })
  expect(await within(() => Promise.reject(new Error('no')))).toMatchObject({ end: 'broke', reason: 'no' })
  const system = Object.assign(new Error('x'), { code: 'EACCES' })
  expect(await within(() => Promise.reject(system))).toMatchObject({
    end: 'broke',
    reason: 'permission denied (EACCES)',
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProgram } from '../../test/rig/program.ts'
import { Puppet } from '../../test/rig/puppet.ts'
import { listed } from './descendants.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'io-interrupts-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const program = (body: string) => makeProgram(body, import.meta.dirname)

/** Dead, collected or not: nobody collects orphans in some containers. */
const gone = async (pid: number) => {
  while (listed(pid)?.zombie === false) await new Promise((resolve) => setTimeout(resolve, 10))
  return true
}

const head = `
  import { run } from './process.ts'
  import { watchInterrupts, INTERRUPTED } from './interrupts.ts'
  const [log, ...argv] = process.argv.slice(2)
  const running = (more) => run({ argv, cwd: '/', env: process.env, log, timeout_ms: 60000, grace_ms: 300, ...more })
`

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends the children, then us with 130', async (signal) => {
  await using puppet = await Puppet.make()
  const file = await program(`${head}
    using interrupts = watchInterrupts()
    const outcome = await running({ signal: interrupts.signal })
    console.log(outcome.end, interrupts.received())
    process.exit(interrupts.received() ? INTERRUPTED : 0)`)
  const child = spawn(process.execPath, [file, path.join(directory, 'log'), ...puppet.argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  const { pid } = await puppet.started()
  child.kill(signal)
  expect((await once(child, 'close'))[0]).toBe(130)
  expect(said).toBe(`cancelled ${signal}\n`)
  expect(await gone(pid)).toBe(true)
})

test('a second interrupt does not wait for a child that ignores the first, and still leaves nothing behind', async () => {
  await using puppet = await Puppet.make()
  const file = await program(`${head}
    const interrupts = watchInterrupts()
    await running({ signal: interrupts.signal, grace_ms: 60000 })`)
  const child = spawn(process.execPath, [file, path.join(directory, 'log'), ...puppet.argv], { stdio: 'inherit' })
  const strings = await puppet.started()
  await strings.ignore('SIGTERM')
  const deep = await strings.spawn(['sleep', '64'], { leave: true })
  child.kill('SIGINT')
  // The order of two different signals is not defined before the first was handled: the puppet's answer shows that time has passed.
  await strings.print('')
  const again = setInterval(() => child.kill('SIGINT'), 50)
  const [code] = await once(child, 'close')
  clearInterval(again)
  expect(code).toBe(130)
  expect(await gone(strings.pid)).toBe(true)
  expect(await gone(deep)).toBe(true)
})

test('an uncaught error in our own process takes the children along', async () => {
  await using puppet = await Puppet.make()
  const file = await program(`${head}
    void running({ onOutput: () => { throw new Error('a bug') } })`)
  const child = spawn(process.execPath, [file, path.join(directory, 'log'), ...puppet.argv], { stdio: 'ignore' })
  const strings = await puppet.started()
  const deep = await strings.spawn(['sleep', '65'], { leave: true })
  await strings.print('x').catch(() => undefined)
  expect((await once(child, 'close'))[0]).toBe(1)
  expect(await gone(strings.pid)).toBe(true)
  expect(await gone(deep)).toBe(true)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isRunning, listed } from './descendants.ts'

test.runIf(process.platform === 'linux')('a process that ended and that nobody waited for does not run', async () => {
  // The shell becomes another program, which never waits for the child of the shell.
  const child = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [text] = (await once(child.stdout, 'data')) as [Buffer]
    const pid = Number(text.toString())
    const started = String(listed(pid)?.started)
    expect([isRunning(pid, started), isRunning(pid, `${started}1`)]).toEqual([true, false])
    for (const until = Date.now() + 10_000; Date.now() < until && listed(pid)?.zombie === false; ) await pause(20)
    expect([listed(pid)?.zombie, isRunning(pid, started)]).toEqual([true, false])
  } finally {
    child.kill()
  }
})

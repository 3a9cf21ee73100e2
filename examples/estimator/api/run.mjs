// Starts the API server, runs its suite against it in another process, and ends it. The suite's report is out/suite/report.xml.
// Exit codes: those of the suite (0 and 1); 2 where the server was not there to be tested.
import { spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { start } from './start.mjs'

process.exitCode = 2
const root = join(import.meta.dirname, '..')
try {
  const server = await start()
  await mkdir(join(root, 'out/suite'), { recursive: true })
  const argv = [
    '--test',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=junit',
    '--test-reporter-destination=out/suite/report.xml',
    'api/suite.test.mjs',
  ]
  const suite = spawn(process.execPath, argv, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, API_URL: server.url },
  })
  const code = await new Promise((resolve) => suite.once('close', (exit, signal) => resolve(signal === null ? exit : 2)))
  const there = server.alive()
  await server.stop()
  if (there) process.exitCode = code
  else {
    // Its red tests say that nobody answered, and not that an answer was wrong.
    await rm(join(root, 'out/suite/report.xml'), { force: true })
    console.error('the API server ended during the suite')
  }
} catch (error) {
  console.error(error.message)
}

import { once } from 'node:events'
import { chmod, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { expectError, openEstimator, pathWithoutBrowser } from './estimator.ts'

// A whole gate with a browser, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 })

/** A program that stands in for the browser. */
const standIn = async (directory: string, lines: string): Promise<string> => {
  const file = path.join(directory, 'browser')
  await writeFile(file, `#!/bin/sh\n${lines}\n`)
  await chmod(file, 0o755)
  return file
}

test('a package that is declared and not installed: build, once, and not a failure of all that needs it', async () => {
  await using estimator = await openEstimator()
  await estimator.rig.write({ 'node_modules/esbuild': null })
  const said = await estimator.gate()
  expectError(said, 'build', /^its probe exited with code 1: npm error missing: esbuild@/)
  expect(said.blocking).toHaveLength(2)
  expect(said.report.layers?.parity?.status).toBe('pass')
})

test.each<[string, string, string, RegExp]>([
  ['types', 'the compiler', 'node_modules/typescript/lib/_tsc.js', /report cannot be read: .*Cannot find module/],
  ['unit', 'the test runner', 'node_modules/vitest/dist', /^it left no event stream/],
])('%s: half of %s is installed', async (layer, _, gone, reason) => {
  await using estimator = await openEstimator()
  await estimator.rig.write({ [gone]: null })
  expectError(await estimator.gate([layer]), layer, reason, ['build', layer])
})

test('parity: pytest is not installed', async () => {
  await using estimator = await openEstimator()
  const libraries = path.join(estimator.rig.repo, '.venv', 'lib')
  const [python = ''] = await readdir(libraries)
  await rm(path.join(libraries, python, 'site-packages', 'pytest'), { recursive: true })
  const said = await estimator.gate(['parity'])
  expectError(said, 'parity', /^it left no event stream; .*No module named 'pytest'$/, ['parity'])
})

test('parity: a server that does not start is not compared, and not 58 tests that fail', async () => {
  await using estimator = await openEstimator()
  await estimator.rig.write({ 'desktop/server/prices.json': null })
  expectError(await estimator.gate(['parity']), 'parity', /did not start$/, ['parity'])
})

test('smoke: there is no browser', async () => {
  await using estimator = await openEstimator()
  const PATH = await pathWithoutBrowser(estimator.rig)
  const said = await estimator.gate(['smoke'], { env: { PATH } })
  expectError(said, 'smoke', /^the browser did not start: there is no chromium on PATH$/, ['build', 'smoke'])
  expect(said.blocking).toHaveLength(2)
})

test('smoke: the browser does not start, and one takes its runner with it', async () => {
  await using estimator = await openEstimator()
  const broken = await standIn(estimator.rig.scratch, 'exit 1')
  const said = await estimator.gate(['smoke'], { env: { CHROMIUM: broken } })
  expectError(said, 'smoke', /^the browser did not start: /, ['build', 'smoke'])
  const deadly = await standIn(estimator.rig.scratch, 'kill -9 $PPID')
  const killed = await estimator.gate(['smoke'], { env: { CHROMIUM: deadly } })
  expectError(killed, 'smoke', /^it was ended by the signal SIGKILL$/, ['build', 'smoke'])
})

test('api: the server cannot be reached', async () => {
  await using estimator = await openEstimator()
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const said = await estimator.gate(['api'], { env: { ESTIMATOR_API: `http://127.0.0.1:${port}` } })
  const reason = /^its probe exited with code 2: the API server at http:.* cannot be reached: ECONNREFUSED$/
  expectError(said, 'api', reason, ['build', 'api'])
})

test('api: the server goes away while it is tested, and red tests are nobody’s fault then', async () => {
  await using estimator = await openEstimator()
  await estimator.edit('api/server.ts', 'store.remove(id)', 'process.exit(3)')
  const said = await estimator.gate(['api'])
  expectError(said, 'api', /report/, ['build', 'api'])
})

test('eval: a sheet that could not be read is never left out of the measure', async () => {
  await using estimator = await openEstimator()
  await estimator.edit('eval/eval.mjs', 'parse(text)', "parse(name === 'E-3' ? text.slice(0, 400) : text)")
  const said = await estimator.gate(['eval'])
  expectError(said, 'eval', /^what it says is not shown \(visibility: counts\)$/, ['build', 'unit', 'eval'])
  expect(said.report.layers?.eval).toMatchObject({ evaluated: 23, total: 24 })
  expect((await estimator.whole(said)).blocking[0]).toMatch(/^eval: .*23.*24|^eval: .*1 of 24/)
})

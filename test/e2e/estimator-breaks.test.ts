import { expect, test, vi } from 'vitest'
import { expectFail, openEstimator, pathWithoutBrowser } from './estimator.ts'

// A whole gate with a browser, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 })

test('parity: the copies of the server drift apart', async () => {
  await using estimator = await openEstimator()
  await estimator.edit('desktop/server/prices.json', '"base_cents": 21500', '"base_cents": 21501')
  const said = await estimator.gate(['parity'])
  expectFail(said, 'parity', 'parity/test_parity.py::test_a_whole_take_off failed')
})

test('types: a type error', async () => {
  await using estimator = await openEstimator()
  await estimator.edit('web/app.ts', 'let chosen: number | null', 'let chosen: string | null')
  expectFail(await estimator.gate(['types']), 'types', 'tsc TS2322 web/app.ts')
})

test('unit: a unit test fails, and what needs it does not run', async () => {
  await using estimator = await openEstimator()
  await estimator.edit('src/takeoff.ts', 'door: 25', 'door: 50')
  const said = await estimator.gate(['eval'])
  expectFail(said, 'unit', 'test/takeoff.test.ts::the size that is ordered > a door of [813,813] is 825 failed')
  expect(said.precluded).toEqual({ eval: 'unit' })
})

test('eval: a class loses recall, which no unit test sees, and an agent is not told which', async () => {
  await using estimator = await openEstimator()
  await estimator.edit('src/recognise.ts', 'disc: 0.1,', 'disc: 0.02,')
  const said = await estimator.gate(['eval'])
  expectFail(said, 'gates', 'what it says is not shown (visibility: counts)')
  expect(JSON.stringify(said.report)).not.toContain('damper')
  const { layers = {} } = await estimator.whole(said)
  expect(layers.gates?.blocking[0]).toMatch(/^eval\.recall\.damper dropped 0\.\d+ vs baseline \(limit 0\.05\)$/)
  expect([layers.unit?.status, layers.eval?.status]).toEqual(['pass', 'pass'])
})

test('smoke: a check of the page does not hold', async () => {
  await using estimator = await openEstimator()
  await estimator.edit('web/app.ts', 'chosen = index', 'chosen = index - 1')
  const said = await estimator.gate(['smoke'])
  expectFail(said, 'smoke', /^a note is sent with its symbol: .*symbol: 2/)
  expect(said.report.layers?.smoke).toMatchObject({ metrics: { checks_passed: 15 }, evaluated: 16, total: 16 })
})

test('api: the server keeps what it should not', async () => {
  await using estimator = await openEstimator()
  await estimator.edit('api/server.ts', 'text: text.trim()', 'text')
  expectFail(await estimator.gate(['api']), 'api', /a note is kept with its symbol failed$/)
})

test('build: the sources do not build, and nothing that needs them runs', async () => {
  await using estimator = await openEstimator()
  await estimator.edit('web/app.ts', 'const SVG =', 'const SVG ==')
  const said = await estimator.gate()
  expectFail(said, 'build', 'it exited with code 1')
  expect(said.precluded).toEqual({ api: 'build', eval: 'unit', smoke: 'build', types: 'build', unit: 'build' })
})

test('a change that is wrong, on a machine that is too: error, with both reasons, the error first', async () => {
  await using estimator = await openEstimator()
  await estimator.edit('web/app.ts', 'let chosen: number | null', 'let chosen: string | null')
  const PATH = await pathWithoutBrowser(estimator.rig)
  const said = await estimator.gate(['types', 'smoke'], { env: { PATH } })
  expect([said.code, said.status]).toEqual([2, 'error'])
  expect(said.blocking[0]).toMatch(/^smoke: the browser did not start/)
  expect(said.blocking.at(-1)).toBe('types: tsc TS2322 web/app.ts')
})

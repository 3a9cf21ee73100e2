import { expect, test, vi } from 'vitest'
import { expectError, openEstimator } from './estimator.ts'

// A whole gate with a browser, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 })

test('everything is there and holds: pass, each layer of its own, and what is left out is said', async () => {
  await using estimator = await openEstimator()
  const said = await estimator.gate()
  expect([said.code, said.status, said.blocking]).toEqual([0, 'pass', []])
  const { layers = {}, metrics, subject, run } = await estimator.whole(said)
  expect(Object.entries(layers).map(([id, { status }]) => `${id} ${status}`)).toEqual(
    ['api', 'build', 'eval', 'gates', 'parity', 'smoke', 'types', 'unit'].map((id) => `${id} pass`),
  )
  expect(metrics).toMatchObject({
    ...{ unit: { tests_run: 550, tests_failed: 0 }, parity: { tests_run: 58 }, api: { tests_run: 30 } },
    ...{ smoke: { checks_passed: 16 }, types: { findings: 0 }, eval: { recall: { damper: 0.9167 } } },
  })
  expect(layers.eval).toMatchObject({ evaluated: 24, total: 24 })
  // A class with too few labels is named in every run and not gated; six classes and two measures are.
  expect(layers.gates).toMatchObject({
    ...{ judged: 14, baseline: 'baselines/2026-01-02.json' },
    not_gated: ['eval.recall.thermostat: 14 of truth in the baseline is too little'],
  })
  expect(subject).toMatchObject({ branch: 'main', dirty: false })
  const written = JSON.parse(await estimator.rig.read('out/smoke/verdict.json'))
  expect(written.run).toEqual({ id: `${(run as { id: string }).id}.smoke` })
  expect(Object.keys(written.metrics.checks)).toHaveLength(16)
  expect(await estimator.rig.git('status', '--porcelain')).toBe('')

  // That verdict, kept and laid back by a runner that does nothing, is of another run.
  const kept = `${JSON.stringify(written)}\n`
  await estimator.rig.write({ 'out/kept.json': kept, 'smoke/smoke.mjs': '// Says nothing.\n' })
  expectError(await estimator.gate(['smoke']), 'smoke', /^no verdict was written$/, ['build', 'smoke'])
  await estimator.rig.write({
    'smoke/smoke.mjs': "import { cp } from 'node:fs/promises'\nawait cp('out/kept.json', 'out/smoke/verdict.json')\n",
  })
  const stale = await estimator.gate(['smoke'])
  expectError(stale, 'smoke', new RegExp(`^the verdict is stale: it carries the run id ${written.run.id} `), [
    ...['build', 'smoke'],
  ])
})

test('api: a report that was cut off is no report, wherever it was cut', async () => {
  await using estimator = await openEstimator()
  const runner = await estimator.rig.read('api/run.mjs')
  for (const bytes of [30, 900]) {
    const cut = `\nimport { stat, truncate } from 'node:fs/promises'\nconst cut = 'out/suite/report.xml'\nawait truncate(cut, (await stat(cut)).size - ${bytes})\n`
    await estimator.rig.write({ 'api/run.mjs': runner + cut })
    expectError(await estimator.gate(['api']), 'api', /^its junit report cannot be read: /, ['build', 'api'])
  }
})

test('smoke: a verdict that was cut off is no verdict', async () => {
  await using estimator = await openEstimator()
  await estimator.edit('smoke/smoke.mjs', 'JSON.stringify(whole, null, 2)', 'JSON.stringify(whole).slice(0, -2)')
  await estimator.rig.write({ 'smoke/checks.mjs': 'export const checks = []\n' })
  expectError(await estimator.gate(['smoke']), 'smoke', /^the verdict is not JSON: /, ['build', 'smoke'])
})

test.each<[string, string, string, RegExp]>([
  [
    'unit',
    'test/killed.test.ts',
    "import { test, vi } from 'vitest'\ntest('x', () => void process.kill(process.ppid, 'SIGKILL'))\n",
    /SIGKILL/,
  ],
  ['parity', 'parity/test_killed.py', 'import os\n\n\ndef test_x():\n    os.kill(os.getpid(), 9)\n', /SIGKILL/],
  ['types', 'node_modules/typescript/lib/_tsc.js', "process.kill(process.pid, 'SIGKILL')\n", /SIGKILL/],
  ['eval', 'eval/eval.mjs', "process.kill(process.pid, 'SIGKILL')\n", /^what it says is not shown/],
])('%s: its runner is killed', async (layer, file, text, reason) => {
  await using estimator = await openEstimator()
  await estimator.rig.write({ [file]: text })
  const said = await estimator.gate([layer])
  expectError(said, layer, reason, [layer])
  if (layer === 'eval') expect((await estimator.whole(said)).blocking[0]).toMatch(/^eval: .*SIGKILL/)
})

test('unit: fewer tests than a person asks for are no pass', async () => {
  await using estimator = await openEstimator()
  await estimator.rig.write({ 'test/geometry.test.ts': null })
  expectError(await estimator.gate(['unit']), 'unit', /^471 tests ran, and at least 540 are asked for$/, ['unit'])
})

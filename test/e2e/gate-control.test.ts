import { expect, test } from 'vitest'
import { type Contents, Rig } from '../rig/rig.ts'
import { run } from './command.ts'

const tests = `const { test } = require('node:test')\nconst assert = require('node:assert')\nconst { add, old } = require('./add.js')\ntest('adds', () => assert.equal(add(1, 2), 3))\ntest('zero', () => assert.equal(add(0, 0), 0))\n`
const oldTest = `const { test } = require('node:test')\nconst assert = require('node:assert')\ntest('old', () => assert.equal(require('./add.js').old, 1))\n`
const product: Contents = {
  'package.json': '{"name":"x","scripts":{"test":"node --test"}}\n',
  'add.js': 'exports.add = (a, b) => a + b\nexports.old = 1\n',
  'add.test.js': tests,
  'old.test.js': oldTest,
  '.gitignore': 'out/\n',
}
const layers = (...lines: string[]): Contents => ({
  'triverdict.yaml': `layers:\n${lines.map((line) => `  ${line}\n`).join('')}`,
})
const UNIT = 'unit: { kind: tests, run: npm test, on_error: "Ask Ann." }'

const gate = async (rig: Rig, ...more: string[]) => {
  const answer = await run(['gate', '--json', ...more], { cwd: rig.repo, env: rig.env })
  const report = JSON.parse(answer.stdout)
  return { code: answer.code, blocking: report.blocking as string[], report, stderr: answer.stderr }
}
const brief = async (rig: Rig, ...more: string[]) => {
  const { code, blocking } = await gate(rig, ...more)
  return [code, ...blocking]
}

test('red is asked again of the control: newly red is fail, red there too is error, and so is what runs nowhere', async () => {
  await using rig = await Rig.make({ ...product, ...layers(UNIT) })
  expect(await brief(rig, '--control', 'main')).toEqual([0])
  await rig.write({ 'add.js': 'exports.add = (a, b) => a - b\nexports.old = 1\n' })
  const red = await gate(rig, '--control', 'main')
  expect([red.code, ...red.blocking]).toEqual([1, 'unit: add.test.js::adds failed'])
  expect(red.report.layers.unit.evidence.attribution).toBe('change')
  expect(red.report.control).toMatch(/^[0-9a-f]{40}$/)

  await rig.write({ 'add.js': 'exports.add = (a, b) => a - b\nexports.old = 2\n' })
  await rig.commit('both are broken now')
  const old = await gate(rig, '--control', 'HEAD')
  expect(old.code).toBe(2)
  expect(old.blocking[0]).toMatch(/^unit: .* failed, on the base too$/)
  expect(old.blocking[1]).toBe('unit: Ask Ann.')
  expect(old.report.layers.unit.evidence.attribution).toBe('base-red')
})

test('a test that is gone, and a suite that does not load, are the fault of the change where the control is green', async () => {
  await using rig = await Rig.make({ ...product, ...layers(UNIT) })
  await rig.write({ 'old.test.js': '', 'add.js': 'exports.add = (a, b) => a + b\n' })
  const gone = await gate(rig, '--control', 'main')
  expect(gone.code).toBe(1)
  expect(gone.blocking.join('\n')).toContain('old.test.js::old')
  expect((await gate(rig)).code).toBe(0)
  await rig.write({ 'old.test.js': oldTest, 'add.js': 'throw new Error("no")\n' })
  expect((await gate(rig)).code).toBe(2)
  const broken = await gate(rig, '--control', 'main')
  expect([broken.code, broken.report.layers.unit.evidence.attribution]).toEqual([1, 'change'])
})

test.each([
  [
    'by its exit code',
    'smoke: { run: node smoke.cjs, exit: { pass: [0], fail: [1] }, on_error: "Ask Ann." }',
    'smoke: it exited with code 1',
  ],
  [
    'by a verdict file',
    'smoke: { run: node smoke.cjs, verdict: out/v.json, on_error: "Ask Ann." }',
    'smoke: the page is empty',
  ],
])('a layer that answers as a whole is held against the control: %s', async (_, layer, reason) => {
  const smoke = `const fs = require('node:fs')\nconst { add } = require('./add.js')\nif (process.env.DOWN) process.exit(7)\nconst good = add(1, 1) === 2\nfs.mkdirSync('out', { recursive: true })\nif (process.env.TRIVERDICT_VERDICT_FILE) fs.writeFileSync(process.env.TRIVERDICT_VERDICT_FILE, JSON.stringify({ status: good ? 'pass' : 'fail', blocking: good ? [] : ['the page is empty'], metrics: {} }))\nprocess.exit(good ? 0 : 1)\n`
  await using rig = await Rig.make({ ...product, 'smoke.cjs': smoke, ...layers(layer) })
  expect(await brief(rig, '--control', 'main')).toEqual([0])
  await rig.write({ 'add.js': 'exports.add = (a, b) => a - b\n' })
  expect(await brief(rig, '--control', 'main')).toEqual([1, reason])
  // A product that brings the check down, twice the same, where the control is green.
  await rig.write({ 'add.js': 'process.exit(7)\n' })
  expect((await gate(rig)).code).toBe(2)
  const down = await gate(rig, '--control', 'main')
  expect([down.code, down.report.layers.smoke.evidence.attribution]).toEqual([1, 'change'])
  await rig.commit('broken at the control too')
  const both = await gate(rig, '--control', 'HEAD')
  expect([both.code, both.report.layers.smoke.evidence.attribution]).toEqual([2, 'environment'])
  expect(both.blocking).toContain('smoke: Ask Ann.')
})

test('settings, baselines and locked files are those of the control', async () => {
  await using rig = await Rig.make({
    ...product,
    'smoke.sh': 'exit 1\n',
    ...layers('smoke: { run: sh smoke.sh, locked: [smoke.sh] }'),
  })
  await rig.write({ ...layers('smoke: { run: "true" }') })
  expect(await brief(rig)).toEqual([0])
  expect((await brief(rig, '--control', 'main'))[0]).toBe(2)
  await rig.git('checkout', '--', 'triverdict.yaml')
  await rig.write({ 'smoke.sh': 'exit 0\n' })
  expect(await brief(rig)).toEqual([0])
  expect(await brief(rig, '--control', 'main')).toEqual([2, 'smoke: smoke.sh is locked, and differs from main'])
  await rig.git('checkout', '-q', '-b', 'work')
  await rig.commit('an easier exam')
  // In a clean tree the exam is put back, and it says what it says at the control.
  const clean = await gate(rig, '--control', 'main', '--tree', 'work')
  expect(clean.code).toBe(2)
  expect(clean.blocking[0]).toContain('on the base too')
  expect(clean.report.anomalies.map(({ kind }: { kind: string }) => kind)).toContain('fixture-modified')
})

test('a clean tree is judged without what lies about in the working tree, and with the tests of the control', async () => {
  await using rig = await Rig.make({
    ...product,
    'build.sh': 'mkdir -p out; echo built > out/built\n',
    ...layers('build: { run: sh build.sh }', 'unit: { kind: tests, run: npm test, needs: [build] }'),
  })
  await rig.git('checkout', '-q', '-b', 'work')
  await rig.write({
    'add.js': 'exports.add = (a, b) => a * b\nexports.old = 1\n',
    'add.test.js': tests.replace('3)', '2)'),
  })
  await rig.commit('a branch that edits its exam')
  await rig.write({ 'add.js': 'syntax error(\n' })
  expect(await brief(rig, '--tree', 'work')).toEqual([0])
  const held = await gate(rig, '--tree', 'work', '--control', 'main')
  expect([held.code, ...held.blocking]).toEqual([1, 'unit: add.test.js::adds failed'])
  expect(held.report.subject).toMatchObject({ branch: 'work', dirty: false })
  expect((await gate(rig, '--tree', 'no-such')).code).toBe(2)
  expect((await gate(rig, '--control', '')).code).toBe(2)
})

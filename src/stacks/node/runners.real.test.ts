import { expect, test } from 'vitest'
import { installKit, makeProject, runReal, shorten } from './fixtures/real-kit.ts'
import { jest } from './jest.ts'
import { mocha } from './mocha.ts'
import { nodeTest } from './node-test.ts'
import { vitest } from './vitest.ts'

// Recorded expectations for vitest 4.1.12, jest 30.5.2, mocha 11.8.0 and node:test of Node 20. The kit is installed once.
installKit()

const ended = (events: readonly Readonly<Record<string, unknown>>[]): boolean => events.at(-1)?.event === 'end'
const passed = (events: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] =>
  events.filter((event) => event.status === 'passed').map((event) => event.name)

test('vitest: every kind of ending is told apart', () => {
  using project = makeProject('vitest')
  const run = runReal(vitest, ['vitest'], project.root)
  expect(shorten(run, project.root)).toEqual([
    'afterall.test.js a: passed',
    'beforeall.test.js a: skipped',
    'beforeall.test.js b: skipped',
    'beforeall.test.js: unloaded',
    'beforeall2.test.js other: passed',
    'beforeall2.test.js s > a: skipped',
    'beforeall2.test.js: unloaded',
    'empty.test.js: unloaded',
    'end 8/6/8',
    'error',
    'error',
    'error',
    'exit.test.js a: passed',
    'exit.test.js b: failed',
    'exit.test.js c: failed',
    'kill.test.js: unloaded',
    'load.test.js: unloaded',
    'ok.test.js math > adds: passed',
    'ok.test.js math > dup: passed',
    'ok.test.js math > dup: passed',
    'ok.test.js math > dyn: skipped',
    'ok.test.js math > later: todo',
    'ok.test.js math > no: skipped',
    'only.test.js a: failed',
    'only.test.js b: skipped',
    'red.test.js fails: failed',
    'red.test.js passes: passed',
    'rejection.test.js a: passed',
    'retry.test.js flaky: failed',
    'skipall.test.js all > a: skipped',
    'snap.test.js s: failed',
    'start',
    'syntax.test.js: unloaded',
  ])
  expect(run.events.at(-1)).toMatchObject({ event: 'end' })
  expect(JSON.parse(run.channels.summary ?? '')).toHaveProperty('testResults')
  const retried = run.events.find((event) => event.name === 'flaky')
  expect(retried).toMatchObject({ attempts: 2, message: expect.stringContaining('expected 1 to be 2') })
})

test('vitest: the first failure is a verbatim part of its log', () => {
  using project = makeProject('vitest')
  const run = runReal(vitest, ['vitest', 'run', 'red'], project.root)
  const failure = vitest.firstFailure?.(run.log)
  expect(failure).toContain(' FAIL  red.test.js > fails')
  expect(failure).toContain('AssertionError: expected 1 to be 2')
  expect(run.log).toContain(failure)
})

test('vitest: thresholds, retries, bail, reporters and output files of the configuration are switched off, coverage is kept', () => {
  using project = makeProject({
    'package.json': '{"type":"module"}',
    'vitest.config.js': `export default { test: { retry: 2, bail: 1, passWithNoTests: true, reporters: ['junit'], outputFile: { junit: 'x.xml' },
      coverage: { enabled: true, provider: 'v8', reporter: ['text'], include: ['src/**'], thresholds: { lines: 100, autoUpdate: true, 'src/**': { lines: 100 } } } } }`,
    'src/a.js': 'export const add = (a, b) => a + b\nexport const sub = (a, b) => {\n  return a - b\n}\n',
    'a.test.js': `import { expect, test } from 'vitest'\nimport { add } from './src/a.js'\nlet n = 0\ntest('adds', () => expect(add(1, 2)).toBe(3))\ntest('red', () => expect(n++).toBe(1))\ntest('last', () => {})\n`,
  })
  const run = runReal(vitest, ['vitest', 'run'], project.root)
  expect(shorten(run, project.root)).toEqual([
    'a.test.js adds: passed',
    'a.test.js last: passed',
    'a.test.js red: failed',
    'end 2/1/0',
    'start',
  ])
  expect(Object.keys(run.channels).toSorted()).toEqual(['coverage', 'events', 'summary'])
  expect(Object.keys(JSON.parse(run.channels.coverage ?? ''))[0]).toMatch(/src\/a\.js$/)
  expect(run.log).not.toContain('does not meet')
})

test('vitest: a run that dies in its configuration or selects nothing shows no passed test', () => {
  using dead = makeProject({ 'vitest.config.js': 'process.exit(0)', 'a.test.js': '' })
  const died = runReal(vitest, ['vitest', 'run'], dead.root)
  expect(died.code).toBe(0)
  expect(died.events).toEqual([])
  using project = makeProject('vitest')
  expect(passed(runReal(vitest, ['vitest', 'run', 'nosuchfile'], project.root).events)).toEqual([])
})

test('jest: every kind of ending is told apart', () => {
  using project = makeProject('jest')
  const alive = ['jest', '--testPathIgnorePatterns', 'exit', 'kill', 'rejection'] as const
  const run = runReal(jest, alive, project.root)
  expect(shorten(run, project.root)).toEqual([
    'afterall.test.js a: passed',
    'afterall.test.js: unloaded',
    'beforeall.test.js a: failed',
    'beforeall.test.js b: failed',
    'empty.test.js: unloaded',
    'end 6/5/4',
    'load.test.js: unloaded',
    'ok.test.js math > adds: passed',
    'ok.test.js math > dup: passed',
    'ok.test.js math > dup: passed',
    'ok.test.js math > later: todo',
    'ok.test.js math > no: skipped',
    'only.test.js a: passed',
    'only.test.js b: skipped',
    'red.test.js fails: failed',
    'red.test.js passes: passed',
    'retry.test.js flaky: failed',
    'skipall.test.js all > a: skipped',
    'snap.test.js s: failed',
    'start',
    'syntax.test.js: unloaded',
  ])
  const failure = jest.firstFailure?.(run.log)
  expect(failure).toMatch(/^ {2}● /)
  expect(run.log).toContain(failure)
})

test.each(['/exit', 'afterexit', 'kill', 'rejection'])(
  'jest: %s in band ends the runner, and there is no end',
  (name) => {
    using project = makeProject('jest')
    const run = runReal(jest, ['jest', '-i', name], project.root)
    expect(ended(run.events)).toBe(false)
    expect(run.channels.summary).toBeUndefined()
  },
)

test('jest: a worker that dies leaves its file unloaded', () => {
  using project = makeProject('jest')
  const run = runReal(jest, ['jest', '-w', '2', '/exit', 'ok'], project.root)
  expect(shorten(run, project.root)).toContain('exit.test.js: unloaded')
  expect(ended(run.events)).toBe(true)
})

test('jest: coverage thresholds and empty selections', () => {
  using project = makeProject({
    'package.json': '{}',
    'jest.config.js':
      "module.exports = { bail: 1, collectCoverage: true, coverageThreshold: { global: { lines: 100 }, './src/a.js': { lines: 100 } }, passWithNoTests: true }",
    'src/a.js': 'exports.add = (a, b) => a + b\nexports.sub = (a, b) => {\n  return a - b\n}\n',
    'a.test.js': "const { add } = require('./src/a.js')\ntest('adds', () => expect(add(1, 2)).toBe(3))\n",
  })
  const run = runReal(jest, ['jest'], project.root)
  expect(run.code).toBe(0)
  expect(Object.keys(run.channels).toSorted()).toEqual(['coverage', 'events', 'summary'])
  expect(passed(runReal(jest, ['jest', 'nosuchfile'], project.root).events)).toEqual([])
  const narrowed = jest.narrow?.(
    ['node', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', 'zzz'],
    ['a.test.js'],
  )
  expect(passed(runReal(jest, narrowed ?? ['jest'], project.root).events)).toEqual(['adds'])
})

const MOCHA_ALIVE = ['aftereach', 'afterall', 'beforeall', 'beforeeach', 'ok', 'red', 'retry', 'skipall', 'twice']

test('mocha: every kind of ending is told apart', () => {
  using project = makeProject('mocha')
  const files = MOCHA_ALIVE.map((name) => `${name}.js`)
  const run = runReal(mocha, ['mocha', '--bail', ...files], project.root)
  expect(shorten(run, project.root)).toEqual([
    'aftereach.js ae > a: passed',
    'afterall.js aa > a: passed',
    'beforeall.js: unloaded',
    'beforeeach.js: unloaded',
    'end 7/4/4',
    'error',
    'error',
    'ok.js math > adds: passed',
    'ok.js math > dup: passed',
    'ok.js math > dup: passed',
    'ok.js math > dyn: skipped',
    'ok.js math > later: skipped',
    'ok.js math > no: skipped',
    'red.js fails: failed',
    'red.js passes: passed',
    'retry.js r > flaky: failed',
    'retry.js r > never: failed',
    'skipall.js s > a: skipped',
    'start',
    'twice.js next: passed',
    'twice.js twice: failed',
  ])
  const failure = mocha.firstFailure?.(run.log)
  expect(failure).toMatch(/^ {2}1\) fails:\n/)
  expect(run.log).toContain(failure)
})

test('mocha: an error that surfaces later fails the test that runs then', () => {
  using project = makeProject('mocha')
  const run = runReal(mocha, ['mocha', 'late.js'], project.root)
  expect(shorten(run, project.root).filter((line) => line.endsWith('failed'))).toHaveLength(1)
})

test.each([
  ['load', 1, []],
  ['exit', 0, ['start']],
  ['afterexit', 0, ['afterexit.js a: passed', 'afterexit.js c: failed', 'start']],
  ['kill', null, ['start']],
  ['empty', 0, ['end 0/0/0', 'start']],
  ['lastthrow', 7, ['end 1/0/0', 'lastthrow.js a: passed', 'start']],
] as const)('mocha: %s', (name, code, events) => {
  using project = makeProject('mocha')
  const run = runReal(mocha, ['mocha', `${name}.js`], project.root)
  expect(run.code).toBe(code)
  expect(shorten(run, project.root)).toEqual(events)
})

test('mocha: a worker of a parallel run that ends itself is an error, and there is one end', () => {
  using project = makeProject('mocha')
  const run = runReal(mocha, ['mocha', '--parallel', 'red.js', 'exit.js'], project.root)
  expect(shorten(run, project.root)).toEqual([
    'end 1/1/0',
    'error',
    'red.js fails: failed',
    'red.js passes: passed',
    'start',
  ])
})

test('node:test: every kind of ending is told apart', () => {
  using project = makeProject('node-test')
  const run = runReal(nodeTest, ['node', '--test'], project.root)
  expect(shorten(run, project.root)).toEqual([
    'after.test.js b > a: passed',
    'afterexit.test.js: loaded',
    'afterroot.test.js a: passed',
    'afterroot.test.js: unloaded',
    'before.test.js b > a: failed',
    'before.test.js b > b: failed',
    'beforeeach.test.js b > a: failed',
    'beforeeach.test.js b > b: failed',
    'beforeroot.test.js a: failed',
    'beforeroot.test.js b: failed',
    'cancel.test.js par > child: failed',
    'empty.test.js: loaded',
    'end 17/10/5',
    'error',
    'error',
    'error',
    'exit.test.js: loaded',
    'exit2.test.js a: passed',
    'exit2.test.js: unloaded',
    'exit2.test.js: unloaded',
    'exitimport.test.js: loaded',
    'kill.test.js: unloaded',
    'late.test.js a: passed',
    'late.test.js r: passed',
    'late.test.js: unloaded',
    'load.test.js: unloaded',
    'ok.test.js math > adds: passed',
    'ok.test.js math > deep > x: passed',
    'ok.test.js math > dup: passed',
    'ok.test.js math > dup: passed',
    'ok.test.js math > dyn: skipped',
    'ok.test.js math > later: todo',
    'ok.test.js math > no: skipped',
    'ok.test.js parent > child 1: passed',
    'ok.test.js parent > child 2: passed',
    'ok.test.js skipped suite: skipped',
    'ok.test.js todo fail: todo',
    'only.test.js a: passed',
    'only.test.js b: passed',
    'red.test.js fails: failed',
    'red.test.js parent own > child ok: passed',
    'red.test.js parent sub > child bad: failed',
    'red.test.js passes: passed',
    'red.test.js s > bad: failed',
    'red.test.js s > good: passed',
    'start',
    'suitethrow.test.js fine: passed',
    'suitethrow.test.js: unloaded',
    'syntax.test.js: unloaded',
  ])
  const failure = nodeTest.firstFailure?.(run.log)
  expect(failure).toMatch(/^test at .*:\d+:\d+\n✖ /)
  expect(run.log).toContain(failure)
})

test.each([
  ['exit.test.js', 'a file that ends itself is not a passed test'],
  ['exitimport.test.js', 'nor is one whose import does'],
  ['afterexit.test.js', 'nor is one that hides a red test'],
  ['empty.test.js', 'nor is one without tests'],
])('node:test: %s: %s, though the exit code is 0', (file) => {
  using project = makeProject('node-test')
  const run = runReal(nodeTest, ['node', '--test', file], project.root)
  expect(run.code).toBe(0)
  expect(passed(run.events)).toEqual([])
})

test('c8 stays in front of the runner and writes the coverage; its thresholds do not hold', () => {
  using project = makeProject({
    'package.json': '{}',
    '.c8rc.json': '{"check-coverage":true,"lines":100}',
    'src/a.js': 'exports.add = (a, b) => a + b\nexports.sub = (a, b) => {\n  return a - b\n}\n',
    'test/a.test.js':
      "const { add } = require('../src/a.js')\nit('adds', () => { if (add(1, 2) !== 3) throw new Error('no') })\n",
  })
  const run = runReal(mocha, ['c8', '--100', '-r', 'text', 'mocha'], project.root)
  expect(run.code).toBe(0)
  expect(passed(run.events)).toEqual(['adds'])
  expect(Object.keys(JSON.parse(run.channels.coverage ?? '{}'))[0]).toMatch(/src\/a\.js$/)
})

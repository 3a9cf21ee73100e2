import { expect, test } from 'vitest'
import { installKit, makeProject, runReal, shorten } from './fixtures/real-kit.ts'
import { jest } from './jest.ts'

// Recorded with jest 30.5.2. The kit is installed once.
installKit()

const passed = (events: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] =>
  events.filter((event) => event.status === 'passed').map((event) => event.name)

const ended = (events: readonly Readonly<Record<string, unknown>>[]): boolean => events.at(-1)?.event === 'end'

test('every kind of ending is told apart', () => {
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

test('a worker that dies leaves its file unloaded', () => {
  using project = makeProject('jest')
  const run = runReal(jest, ['jest', '-w', '2', '/exit', 'ok'], project.root)
  expect(shorten(run, project.root)).toContain('exit.test.js: unloaded')
  expect(ended(run.events)).toBe(true)
})

test('bail of the configuration is switched off: every file runs', () => {
  const red = "test('red', () => { throw new Error('no') })\n"
  using project = makeProject({
    'package.json': '{}',
    'jest.config.js': 'module.exports = { bail: 1 }',
    'a.test.js': red,
    'b.test.js': red,
    'c.test.js': red,
  })
  const run = runReal(jest, ['jest', '-i'], project.root)
  expect(run.events.filter((event) => event.status === 'failed')).toHaveLength(3)
})

test('coverage thresholds and empty selections', () => {
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

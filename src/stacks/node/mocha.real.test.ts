import { expect, test } from 'vitest'
import { installKit, makeProject, runReal, shorten } from './fixtures/real-kit.ts'
import { mocha } from './mocha.ts'

// Recorded with mocha 11.8.0. The kit is installed once.
installKit()

const passed = (events: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] =>
  events.filter((event) => event.status === 'passed').map((event) => event.name)

const MOCHA_ALIVE = ['aftereach', 'afterall', 'beforeall', 'beforeeach', 'ok', 'red', 'retry', 'skipall', 'twice']

test('every kind of ending is told apart', () => {
  using project = makeProject('mocha')
  const files = MOCHA_ALIVE.map((name) => `${name}.js`)
  const run = runReal(mocha, ['mocha', '--bail', ...files], project.root)
  expect(shorten(run, project.root)).toEqual([
    'afterall.js aa > a: passed',
    'aftereach.js ae > a: passed',
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

test('an error that surfaces later fails the test that runs then', () => {
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

test('a worker of a parallel run that ends itself is an error, and there is one end', () => {
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

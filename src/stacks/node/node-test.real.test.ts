import { expect, test } from 'vitest'
import { installKit, makeProject, runReal, shorten } from './fixtures/real-kit.ts'
import { nodeTest } from './node-test.ts'

// Recorded with node:test of Node 20.20. The kit is installed once.
installKit()

const passed = (events: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] =>
  events.filter((event) => event.status === 'passed').map((event) => event.name)

test('every kind of ending is told apart', () => {
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

import { expect, test } from 'vitest'
import { installKit, makeProject, runReal, shorten } from './fixtures/real-kit.ts'
import { vitest } from './vitest.ts'

// Recorded with vitest 4.1.12. The kit is installed once.
installKit()

const passed = (events: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] =>
  events.filter((event) => event.status === 'passed').map((event) => event.name)

test('every kind of ending is told apart', () => {
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

test('the first failure is a verbatim part of its log', () => {
  using project = makeProject('vitest')
  const run = runReal(vitest, ['vitest', 'run', 'red'], project.root)
  const failure = vitest.firstFailure?.(run.log)
  expect(failure).toContain(' FAIL  red.test.js > fails')
  expect(failure).toContain('AssertionError: expected 1 to be 2')
  expect(run.log).toContain(failure)
})

test('thresholds, retries, bail, reporters and output files of the configuration are switched off, coverage is kept', () => {
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

test('a run that dies in its configuration or selects nothing shows no passed test', () => {
  using dead = makeProject({ 'vitest.config.js': 'process.exit(0)', 'a.test.js': '' })
  const died = runReal(vitest, ['vitest', 'run'], dead.root)
  expect(died.code).toBe(0)
  expect(died.events).toEqual([])
  using project = makeProject('vitest')
  expect(passed(runReal(vitest, ['vitest', 'run', 'nosuchfile'], project.root).events)).toEqual([])
})

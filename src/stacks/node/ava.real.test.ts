import { expect, test } from 'vitest'
import { tap } from '../../reports/tap.ts'
import { ava } from './ava.ts'
import { installKit, makeProject, runReal } from './fixtures/real-kit.ts'

// Recorded with ava 6.4.1. The kit is installed once.
installKit('ava-kit')

const run = (files: Readonly<Record<string, string>>, argv: readonly [string, ...string[]] = ['ava']) => {
  using project = makeProject({ 'package.json': '{"type":"module"}', ...files }, 'ava-kit')
  const made = runReal(ava, argv, project.root)
  const reader = tap.open({ root: project.root, cwd: '.' })
  reader.write(made.channels.events ?? '')
  const read = reader.end()
  if (!read.ok) return { ...made, complete: false, tests: [read.trouble.kind] }
  const tests = read.value.tests.map(({ id, status }) => `${id}: ${status}`).sort()
  return { ...made, complete: read.value.complete, tests }
}

const head = "import test from 'ava'\n"

test('every kind of ending is told apart', () => {
  const found = run({
    'a.test.js': `${head}console.log('ok 9 - forged')
test('passes', (t) => t.pass())
test('fails', (t) => t.is(1, 2))
test.skip('skips', (t) => t.fail())
test.todo('later')
test.failing('known', (t) => t.fail())
test('asserts nothing', () => {})
`,
    'b.test.js': `${head}test('other', async (t) => t.deepEqual(await Promise.resolve({ a: 1 }), { a: 1 }))\n`,
  })
  expect(found.code).toBe(1)
  expect(found.complete).toBe(true)
  expect(found.tests).toEqual([
    'a › asserts nothing: failed',
    'a › fails: failed',
    'a › known: passed',
    'a › later: todo',
    'a › passes: passed',
    'a › skips: skipped',
    'b › other: passed',
  ])
  const failure = ava.firstFailure?.(found.log)
  expect(failure).toMatch(/^not ok \d+ - a › (?:fails|asserts nothing)\n/)
  expect(found.log).toContain(failure)
})

/** A worker that crashed leaves a point that the plan does not count: the run is not complete, whatever else is green. */
test.each<[string, Readonly<Record<string, string>>, boolean, readonly string[]]>([
  ['nothing to run', { 'x.js': '' }, true, []],
  ['a file without tests', { 'a.test.js': head }, false, ['No tests found in a.test.js: failed']],
  [
    'a file that does not load',
    { 'a.test.js': `${head}import './gone.js'\n` },
    false,
    [expect.stringContaining('gone.js'), 'a.test.js exited with a non-zero exit code: 1: failed'],
  ],
  [
    'the process ends in the product',
    {
      'a.test.js': `${head}test.serial('a', (t) => t.pass())\ntest.serial('b', () => process.exit(0))\ntest.serial('c', (t) => t.pass())\n`,
    },
    false,
    ['a: passed'],
  ],
  [
    'a rejection that nobody waits for',
    { 'a.test.js': `${head}test('a', (t) => { Promise.reject(new Error('late')); t.pass() })\n` },
    false,
    ['Error: late: failed', 'a.test.js exited with a non-zero exit code: 1: failed', 'a: passed'],
  ],
])('ava: %s', (_, files, complete, tests) => {
  const found = run(files)
  expect(found.code).toBe(1)
  expect(found.complete).toBe(complete)
  expect(found.tests).toEqual(tests)
})

test('a project that stops at the first failure runs to the end here', () => {
  const file = `${head}test.serial('a', (t) => t.fail())\ntest.serial('b', (t) => t.pass())\n`
  const found = run({ 'a.test.js': file, 'package.json': '{"type":"module","ava":{"failFast":true,"tap":false}}' }, [
    'ava',
    '--verbose',
    '--fail-fast',
  ])
  expect([found.complete, found.tests]).toEqual([true, ['a: failed', 'b: passed']])
})

test('only some tests are asked for', () => {
  expect(ava.filters?.(['ava', '--match=*x*'], { paths: [] } as never, {})).toMatchObject([{ option: '--match' }])
  const only = run({ 'a.test.js': `${head}test.only('a', (t) => t.pass())\ntest('b', (t) => t.pass())\n` })
  expect(only.tests).toEqual(['a: passed'])
})

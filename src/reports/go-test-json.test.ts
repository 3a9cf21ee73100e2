import { describe, expect, test } from 'vitest'
import type { ReadContext } from '../model/reader.ts'
import type { TestReport } from '../model/test-report.ts'
import { goCover } from './go-cover.ts'
import { goTestJson } from './go-test-json.ts'

const context: ReadContext = {
  root: '/tree',
  cwd: '.',
  packages: { 'example.com/m': '.', 'example.com/m/tools': 'build/tools' },
}
const START = '{"Action":"triverdict-start","Rounds":1,"Race":"off"}'
const END = '{"Action":"triverdict-end","Code":0}'
const P = 'example.com/m/a'

const read = (text: string): TestReport => {
  const reading = goTestJson.open(context)
  reading.write(text)
  const result = reading.end()
  if (!result.ok) throw new Error(result.trouble.kind)
  return result.value
}
const lines = (...events: readonly (object | string)[]): string =>
  [START, ...events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event))), END, ''].join('\n')
const event = (Action: string, Test?: string, more: object = {}) => ({
  Action,
  Package: P,
  ...(Test ? { Test } : {}),
  ...more,
})
const out = (Output: string, Test?: string) => event('output', Test, { Output })
const ran = (name: string, word: 'PASS' | 'FAIL' | 'SKIP' = 'PASS') => [
  event('run', name),
  out(`=== RUN   ${name}\n`, name),
  out(`--- ${word}: ${name} (0.00s)\n`, name),
  event(word.toLowerCase(), name),
]
const closed = (word: 'PASS' | 'FAIL' = 'PASS') => [out(`${word}\n`), event(word.toLowerCase())]
const statuses = (report: TestReport) => Object.fromEntries(report.tests.map(({ id, status }) => [id, status]))

describe('what a package said', () => {
  test('ids are directories, by the longest module that fits', () => {
    const of = (path: string) =>
      lines(
        { Action: 'start', Package: path },
        ...ran('TestA').map((one) => ({ ...one, Package: path })),
        ...closed().map((one) => ({ ...one, Package: path })),
      )
    expect(read(of('example.com/m')).tests[0]?.id).toBe('.::TestA')
    expect(read(of('example.com/m/b/c')).tests[0]).toMatchObject({ id: 'b/c::TestA', file: 'b/c' })
    expect(read(of('example.com/m/tools/x')).tests[0]?.id).toBe('build/tools/x::TestA')
    expect(read(of('example.org/other')).tests[0]?.id).toBe('example.org/other::TestA')
  })

  test('a whole package has no error', () => {
    const report = read(lines(event('start'), ...ran('TestA'), ...closed()))
    expect([report.complete, report.errors, report.unloaded, report.contradictions]).toEqual([true, [], [], undefined])
  })

  test('without the closing line of the test binary it did not run to its end', () => {
    expect(read(lines(event('start'), ...ran('TestA'), event('pass'))).errors).toEqual([
      'a did not run to the end of its tests',
    ])
  })

  test('a package that passes without any test is told, and no error (TestMain that leaves)', () => {
    const report = read(lines(event('start'), out('ok  \ta\t0.001s\n'), event('pass')))
    expect(report.errors).toEqual([])
    expect(report.anomalies?.map(({ kind }) => kind)).toEqual(['package-ran-no-test'])
  })

  test('one without test files, which go says passed where it measures coverage, is no such', () => {
    const said = out('\tm/a\t\tcoverage: 0.0% of statements\n')
    expect(read(lines(event('start'), said, event('pass'))).anomalies).toBeUndefined()
  })

  test('one that has no end, was red outside every test, or failed after its tests', () => {
    const first = (...events: readonly object[]) => read(lines(event('start'), ...events)).errors[0]?.split('\n')[0]
    expect(first(...ran('TestA'))).toBe('a has no end: its process was gone before')
    expect(first(...ran('TestA'), ...closed('FAIL'))).toBe('a failed outside every test')
    expect(first(...ran('TestA'), out('PASS\n'), event('fail'))).toBe('a failed after its tests had passed')
    expect(first(out('panic: in init\n'), event('fail'))).toBe('a did not run to the end of its tests')
    expect(first(...ran('TestA'), out('FAIL\n'), event('pass'))).toBe('a passed over a failure outside every test')
  })

  test('no test files is no error', () => {
    const report = read(lines(event('start'), out('?   \ta\t[no test files]\n'), event('skip')))
    expect([report.errors, report.unloaded, report.anomalies]).toEqual([[], [], undefined])
  })

  test('lines that are no JSON are kept as an error, unknown actions are passed over', () => {
    const report = read(
      lines(
        event('start'),
        'a/a.go:3:1: undefined: x',
        event('attr', 'TestA', { Key: 'k' }),
        ...ran('TestA'),
        ...closed(),
      ),
    )
    expect(report.errors).toEqual(['a/a.go:3:1: undefined: x'])
  })

  test('a build that failed for a package of somebody else names the words once', () => {
    const report = read(
      lines(
        { ImportPath: 'example.com/m/b', Action: 'build-output', Output: '# example.com/m/b\n' },
        { ImportPath: 'example.com/m/b', Action: 'build-output', Output: 'b/b.go:3:1: undefined: x\n' },
        { ImportPath: 'example.com/m/b', Action: 'build-fail' },
        event('start'),
        out('FAIL\ta [build failed]\n'),
        event('fail', undefined, { FailedBuild: 'example.com/m/b' }),
      ),
    )
    expect(report.unloaded).toEqual([{ id: 'a', message: 'b/b.go:3:1: undefined: x' }])
  })
})

describe('what a test said', () => {
  test('a parent stands beside its subtests uncounted, and is left out where they explain its failure', () => {
    const child = (word: 'PASS' | 'FAIL') => [event('run', 'TestA'), ...ran('TestA/x', word)]
    const end = (word: 'PASS' | 'FAIL') => [
      out(`--- ${word}: TestA (0.00s)\n`, 'TestA'),
      event(word.toLowerCase(), 'TestA'),
      ...closed(word),
    ]
    const green = read(lines(event('start'), ...child('PASS'), ...end('PASS')))
    expect(green.tests.map(({ id, counted }) => [id, counted])).toEqual([
      ['a::TestA', false],
      ['a::TestA/x', undefined],
    ])
    expect(statuses(read(lines(event('start'), ...child('FAIL'), ...end('FAIL'))))).toEqual({ 'a::TestA/x': 'failed' })
    expect(statuses(read(lines(event('start'), ...child('PASS'), ...end('FAIL'))))).toEqual({
      'a::TestA': 'failed',
      'a::TestA/x': 'passed',
    })
    const both = [...child('FAIL'), out('    a_test.go:9: and the parent\n', 'TestA'), ...end('FAIL')]
    expect(statuses(read(lines(event('start'), ...both)))).toEqual({ 'a::TestA': 'failed', 'a::TestA/x': 'failed' })
  })

  test('one without an end, or whose end the runner did not print, is failed', () => {
    const gone = read(lines(event('start'), event('run', 'TestA'), event('fail')))
    expect([statuses(gone), gone.errors]).toEqual([{ 'a::TestA': 'failed' }, ['a was gone while TestA ran']])
    const silent = read(lines(event('start'), event('run', 'TestA'), event('pass', 'TestA'), ...closed()))
    expect(statuses(silent)).toEqual({ 'a::TestA': 'failed' })
    expect(silent.errors).toHaveLength(1)
  })

  test.each([
    ['ended without having run', [event('pass', 'TestZ')], 'a::TestZ passed without having run'],
    ['ended twice', [...ran('TestA'), event('fail', 'TestA')], 'a::TestA ended twice: passed, then failed'],
    ['seen twice', [...ran('TestA'), ...ran('TestA')], 'a::TestA ran 2 times'],
    ['started while it ran', [event('run', 'TestA'), ...ran('TestA')], 'a::TestA was started while it ran'],
  ])('forged: %s', (_, events, sentence) => {
    expect(read(lines(event('start'), ...events, ...closed('FAIL'))).contradictions).toContain(sentence)
  })

  test('a test that ended twice stays red', () => {
    const report = read(lines(event('start'), ...ran('TestA'), event('fail', 'TestA'), ...closed('FAIL')))
    expect(statuses(report)).toEqual({ 'a::TestA': 'failed' })
  })

  test('something after the end of the package or of the stream contradicts', () => {
    expect(read(lines(event('start'), ...closed(), ...ran('TestA'))).contradictions).toHaveLength(1)
    expect(
      read(`${lines(event('start'), ...closed())}${JSON.stringify(event('start'))}\n`).contradictions,
    ).toHaveLength(1)
  })

  test('a failure has its words, its file and its line; a skip its reason', () => {
    const report = read(
      lines(
        event('start'),
        event('run', 'TestA'),
        out('=== RUN   TestA\n', 'TestA'),
        out('    a_test.go:10: want 3\n', 'TestA'),
        out('--- FAIL: TestA (0.01s)\n', 'TestA'),
        event('fail', 'TestA', { Elapsed: 0.01 }),
        event('run', 'TestB'),
        out('    a_test.go:14: needs a network\n', 'TestB'),
        out('--- SKIP: TestB (0.00s)\n', 'TestB'),
        event('skip', 'TestB'),
        ...closed('FAIL'),
      ),
    )
    expect(report.tests).toEqual([
      {
        id: 'a::TestA',
        status: 'failed',
        file: 'a/a_test.go',
        line: 10,
        message: '    a_test.go:10: want 3\n--- FAIL: TestA (0.01s)',
        duration_ms: 10,
      },
      { id: 'a::TestB', status: 'skipped', file: 'a', reason: 'needs a network' },
    ])
  })

  test('names that differ from run to run are made the same', () => {
    const report = read(lines(event('start'), ...ran('TestA/0xc000123450 in /tmp/x1/y'), ...closed()))
    expect(report.tests[0]?.id).toBe('a::TestA/0x… in <temp>')
  })
})

test('without a race detector it is said', () => {
  const text = lines(event('start'), ...ran('TestA'), ...closed()).replace('"off"', '"absent"')
  expect(read(text).anomalies?.map(({ kind }) => kind)).toEqual(['race-not-run'])
})

test('a profile is read by files of the tree; a block that comes twice counts once, other modules not at all', () => {
  const reading = goCover.open(context)
  reading.write(
    'mode: set\nexample.com/m/a/a.go:3.1,5.2 1 0\nexample.com/m/a/a.go:7.1,7.9 1 0\nexample.com/m/a/a.go:3.1,5.2 1 1\nexample.org/x/x.go:1.1,2.2 1 1\n',
  )
  expect(reading.end()).toEqual({
    ok: true,
    value: { kind: 'coverage', format: 'go-cover', files: [{ path: 'a/a.go', covered: 3, coverable: 4 }] },
  })
})

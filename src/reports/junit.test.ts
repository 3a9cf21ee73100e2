import { describe, expect, test } from 'vitest'
import type { TestReport } from '../model/test-report.ts'
import { readAll } from './fixtures/recorded.ts'
import { openInventory } from './junit-inventory.ts'

const read = (text: string): TestReport => {
  const result = readAll('junit', [text])
  if (!result.ok) throw new Error(result.trouble.message)
  return result.value as TestReport
}
const kindOf = (text: string): string => {
  const result = readAll('junit', [text])
  return result.ok ? 'read' : result.trouble.kind
}
const suite = (cases: string, name = 'Suite'): string =>
  `<testsuites><testsuite name="${name}">${cases}</testsuite></testsuites>`
const statuses = (text: string): string[] => read(text).tests.map((one) => `${one.id} ${one.status}`)

describe('results', () => {
  test.each([
    ['passed', '<testcase classname="c" name="n"/>'],
    [
      'passed',
      '<testcase classname="c" name="n"><system-out>&lt;failure/&gt;</system-out><properties><property name="failure"/></properties></testcase>',
    ],
    ['failed', '<testcase classname="c" name="n"><failure/></testcase>'],
    ['failed', '<testcase classname="c" name="n"><error>x</error></testcase>'],
    ['failed', '<testcase classname="c" name="n"><skipped/><failure/></testcase>'],
    [
      'failed',
      '<testcase classname="c" name="n"><flakyFailure message="first"><stackTrace>t</stackTrace></flakyFailure></testcase>',
    ],
    ['failed', '<testcase classname="c" name="n"><flakyError/></testcase>'],
    ['failed', '<testcase classname="c" name="n"><failure>f</failure><rerunFailure/><rerunFailure/></testcase>'],
    ['failed', '<testcase classname="c" name="n"><failure/><flakyFailure/></testcase>'],
    ['failed', '<testcase classname="c" name="n" status="fail"/>'],
    ['failed', '<testcase classname="c" name="n" status="FAILED"><skipped/></testcase>'],
    ['skipped', '<testcase classname="c" name="n"><skipped/></testcase>'],
    ['skipped', '<testcase classname="c" name="n" status="notrun" result="suppressed"/>'],
    ['skipped', '<testcase classname="c" name="n" status="run" result="skipped"/>'],
    ['skipped', '<testcase classname="c" name="n" status="disabled"/>'],
    ['passed', '<testcase classname="c" name="n" status="run" result="completed"/>'],
    ['todo', '<testcase classname="c" name="n"><skipped type="pytest.xfail"/></testcase>'],
    ['todo', '<testcase classname="c" name="n"><skipped type="todo"/><failure/></testcase>'],
  ])('%s: %s', (status, xml) => {
    expect(statuses(suite(xml))).toEqual([`c::n ${status}`])
  })

  test('attempts, time with thousands commas, line and message', () => {
    const [one] = read(
      suite(
        '<testcase classname="c" name="n" file="/tree/a.rb" line="7" time="1,234.5"><failure message="m">long\nm\n</failure><rerunFailure/><rerunFailure/></testcase>',
      ),
    ).tests
    expect(one).toEqual({
      id: 'a.rb::n',
      status: 'failed',
      file: 'a.rb',
      line: 7,
      duration_ms: 1_234_500,
      message: 'long\nm',
      attempts: 3,
    })
  })

  test('count attributes are not counted, only claimed', () => {
    const report = read(
      '<testsuite tests="0" failures="3" errors="1" name="s"><testcase name="n" classname="c"/></testsuite>',
    )
    expect(report.tests).toHaveLength(1)
    expect(report.claimed).toEqual({ passed: null, failed: 4 })
  })
})

describe('families', () => {
  test('root testsuites, testsuite, test cases directly below the root, nested suites', () => {
    expect(statuses('<testsuite name="s"><testcase name="n" classname="c"/></testsuite>')).toEqual(['c::n passed'])
    expect(statuses('<testsuites><testcase name="n" classname="test"/></testsuites>')).toEqual(['n passed'])
    expect(statuses(suite('<testsuite name="deep"><testcase name="n" classname="test"/></testsuite>'))).toEqual([
      'Suite > deep > n passed',
    ])
  })

  test('a test that fails in its call and in its teardown is one, two of one name are two', () => {
    const failing = '<testcase classname="c" name="n"><failure message="a"/></testcase>'
    const teardown =
      '<testcase classname="c" name="n"><error message="failed on teardown with &quot;x&quot;"/></testcase>'
    expect(statuses(suite(failing + teardown))).toEqual(['c::n failed'])
    expect(statuses(suite(failing + teardown + teardown))).toEqual(['c::n failed', 'c::n failed'])
    expect(statuses(suite(failing + failing))).toEqual(['c::n failed', 'c::n failed'])
  })

  test.each([
    [
      'a file of node:test',
      '<testsuites><testcase name="/tree/t/b.test.mjs" classname="test"><failure/></testcase></testsuites>',
      't/b.test.mjs',
    ],
    [
      'a file of vitest',
      suite('<testcase name="t/b.test.ts" classname="t/b.test.ts"><failure/></testcase>', 't/b.test.ts'),
      't/b.test.ts',
    ],
    [
      'a collection of pytest',
      suite('<testcase name="tests.test_b" classname=""><error message="collection failure"/></testcase>'),
      'tests.test_b',
    ],
    [
      'a program of ctest',
      suite(
        '<testcase name="b" classname="b" status="notrun"><skipped message="Unable to find executable"/></testcase>',
      ),
      'b',
    ],
  ])('%s that did not load is unloaded', (_name, xml, id) => {
    const report = read(xml)
    expect([report.tests, report.unloaded.map((one) => one.id)]).toEqual([[], [id]])
  })

  test('a file that passed as a test is hollow, a failing test with a path in its name is a test', () => {
    expect(statuses('<testsuites><testcase name="/tree/t/b.test.mjs" classname="test"/></testsuites>')).toEqual([
      't/b.test.mjs hollow',
    ])
    expect(statuses(suite('<testcase name="reads src/a.ts" classname="c"><failure/></testcase>'))).toEqual([
      'c::reads src/a.ts failed',
    ])
  })

  test('what failed outside every test is an error', () => {
    expect(read('<testsuites><testsuite name="s"><error message="no JVM"/></testsuite></testsuites>').errors).toEqual([
      'no JVM',
    ])
    expect(read(suite('<testcase/>')).errors).toHaveLength(1)
    const crash =
      '<testcase classname="c" name="n"><error message="worker \'gw1\' crashed while running t.py::n"/></testcase>'
    expect([read(suite(crash)).errors.length, read(suite(crash)).tests.length]).toEqual([1, 0])
  })
})

describe('XML', () => {
  test.each([
    [
      'read',
      'raw control characters in text',
      suite('<testcase name="n" classname="c"><failure>\u001b[31mred\u0000\ufffe</failure></testcase>'),
    ],
    ['read', 'references to control characters', suite('<testcase name="n &#27;[1m&#x1B;[0m" classname="c"/>')],
    ['report-unreadable', 'a bare ampersand in an attribute', suite('<testcase name="a & b" classname="c"/>')],
    ['report-unreadable', 'two roots', `${suite('')}${suite('')}`],
    ['report-unreadable', 'text before the root', `x${suite('')}`],
    [
      'report-unreadable',
      'an internal entity',
      `<!DOCTYPE x [<!ENTITY e "v">]>${suite('<testcase name="&e;" classname="c"/>')}`,
    ],
    ['report-unreadable', 'wrong nesting', '<testsuites><testsuite></testsuites></testsuite>'],
    ['report-unreadable', 'a test inside a test', suite('<testcase name="a"><testcase name="b"/></testcase>')],
    ['report-truncated', 'cut in a tag', '<testsuites><testsuite name="s"><testcase name="n" classname="c"/><testca'],
    ['report-truncated', 'cut between tags', '<testsuites><testsuite name="s"><testcase name="n" classname="c"/>'],
    ['report-empty', 'nothing', ''],
    ['report-empty', 'only white space', '\n \n'],
    ['report-foreign', 'a coverage report', '<?xml version="1.0"?><coverage/>'],
    ['report-foreign', 'a page', '<html><body/></html>'],
    ['read', 'no tests at all', '<testsuites/>'],
  ])('%s: %s', (kind, _name, text) => {
    expect(kindOf(text)).toBe(kind)
  })

  test('replaced characters are noted, colours go, the rest stays', () => {
    const report = read(
      suite('<testcase name="n &#27;[1mb&#x1B;[0m" classname="c"><failure>\u001b[31mred\u0000</failure></testcase>'),
    )
    expect(report.notes).toEqual(['characters that XML forbids were replaced'])
    expect(report.tests[0]).toMatchObject({ id: 'c::n b', message: 'red\ufffd' })
  })
})

describe('inventory', () => {
  const xml = `<testsuites><testsuite name="s">${Array.from({ length: 3_000 }, (_, index) =>
    index % 7 === 0
      ? `<testcase classname="m${index % 5}" name="fails ${index}"><failure>why ${index}</failure></testcase>`
      : `<testcase classname="t/f${index % 3}.test.ts" name="ünï ${'long '.repeat(index % 90)}${index}"/>`,
  ).join('')}</testsuite></testsuites>`
  const reading = (mode: 'count' | 'inventory') => {
    const open = openInventory({ root: '/tree', cwd: '.' }, mode)
    for (let at = 0; at < xml.length; at += 1000) open.write(xml.slice(at, at + 1000))
    const result = open.end()
    if (!result.ok) throw new Error(result.trouble.message)
    return result.value
  }

  test('has the same tests as the reader', () => {
    expect([...reading('inventory').tests()]).toEqual(read(xml).tests)
  })

  test('counts the same with and without names', () => {
    expect(reading('count').counts).toEqual(reading('inventory').counts)
    expect(reading('count').counts).toEqual({ passed: 2571, failed: 429, skipped: 0, todo: 0, hollow: 0 })
    expect([...reading('count').tests()]).toEqual([])
  })

  test('a cut document is a trouble in both modes', () => {
    for (const mode of ['count', 'inventory'] as const) {
      const open = openInventory({ root: '/tree', cwd: '.' }, mode)
      open.write(xml.slice(0, -20))
      const result = open.end()
      expect(!result.ok && result.trouble.kind).toBe('report-truncated')
    }
  })
})

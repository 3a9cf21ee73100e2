import { existsSync } from 'node:fs'
import { expect } from 'vitest'
import { viewOfFiles } from '../node/fixtures/view.ts'
import { realProject, statuses, told } from './fixtures/real-project.ts'
import { mesonBuild, mesonTest } from './meson.ts'
import { standIn } from './stand-in.ts'

const { real, write, runStep: setup, ask, in: inTree } = realProject('meson', 'ninja', 'cc', 'c++')

const project = {
  'meson.build':
    "project('cart', 'c')\ncart = static_library('cart', 'src/cart.c')\ntest('total', executable('total', 'tests/total_test.c', link_with: cart))\n",
  'src/cart.c': 'int total(int a, int b) { return a + b; }\n',
  'tests/total_test.c':
    '#include <assert.h>\nint total(int, int);\nint main(void) { assert(total(1, 1) == 2); return 0; }\n',
}

real('a project by convention: set up, built and tested in a directory of its own', () => {
  write(project)
  const types = ask(mesonBuild, mesonBuild.defaultArgv(viewOfFiles({})))
  expect(types.reports).toMatchObject([{ complete: true, findings: [], files: 2 }])
  const tests = ask(mesonTest, mesonTest.defaultArgv(viewOfFiles({})))
  expect(tests.code).toBe(0)
  expect(statuses(tests.reports)).toEqual({ total: 'passed' })
  const ids = told(tests.reports).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['total', 'total: its expected end', 'src/cart.c in libcart.a']))
})

real('a broken build is told at its place, and no program of before is taken for one of today', () => {
  write(project)
  setup(['meson', 'setup', 'build'])
  expect(ask(mesonTest, ['meson', 'test', '-C', 'build']).code).toBe(0)
  write({ 'src/cart.c': 'int total(\n' })
  expect(ask(mesonBuild, ['meson', 'compile', '-C', 'build']).reports).toMatchObject([
    { complete: true, findings: [{ file: 'src/cart.c', severity: 'error' }] },
  ])
  const tests = ask(mesonTest, ['meson', 'test', '-C', 'build', '--no-rebuild'])
  expect(tests.code).not.toBe(0)
  expect(tests.reports.filter(({ kind }) => kind === 'tests')).toEqual([])
})

real('what lay in the place of the build is emptied', () => {
  write({ ...project, 'build/total': '#!/bin/sh\n', 'build/meson-logs/testlog.json': '' })
  setup(['meson', 'setup', 'build'])
  expect(existsSync(inTree('build/total'))).toBe(false)
})

real('a suite that no test is in leaves no report, under exit code 0', () => {
  write(project)
  setup(['meson', 'setup', 'build'])
  const { code, reports } = ask(mesonTest, ['meson', 'test', '-C', 'build', '--suite', 'nosuch'])
  expect([code, reports.filter(({ kind }) => kind === 'tests')]).toEqual([0, []])
})

real('a log that a setup or a wrapper gives another name is found', () => {
  write({ ...project, 'meson.build': `${project['meson.build']}add_test_setup('slow', timeout_multiplier: 2)\n` })
  setup(['meson', 'setup', 'build'])
  expect(statuses(ask(mesonTest, ['meson', 'test', '-C', 'build', '--setup', 'slow']).reports)).toEqual({
    total: 'passed',
  })
})

real(
  'tests that were left out break no build, and do not pass, whatever they speak; their suites rename nothing',
  () => {
    const more = ["'a', suite: 'new', protocol: 'exitcode'", "'b', protocol: 'tap'", "'c', should_fail: true"]
    const left = ['a', 'b', 'c'].map((name) => `tests/${name}_test.c`)
    const lines = more.map((words, at) => {
      const [name, ...rest] = words.split(', ')
      return `test(${[name, `executable(${name}, '${left[at]}', link_with: cart)`, ...rest].join(', ')})\n`
    })
    write({
      ...project,
      'meson.build': project['meson.build'] + lines.join(''),
      ...Object.fromEntries(left.map((path) => [path, standIn(path) ?? ''])),
    })
    setup(['meson', 'setup', 'build'])
    expect(ask(mesonBuild, ['meson', 'compile', '-C', 'build']).code).toBe(0)
    const { reports } = ask(mesonTest, ['meson', 'test', '-C', 'build'])
    expect(statuses(reports)).toEqual({ total: 'passed', a: 'failed', b: 'failed', c: 'passed' })
    const checks = told(reports).filter(({ group }) => group === 'check')
    expect(checks.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c', 'total'])
  },
)

real('what a test is expected to do is told', () => {
  const registered = (words: string): string =>
    `project('cart', 'c')\ntest('no', executable('no', 'tests/no_test.c')${words})\n`
  write({ 'meson.build': registered(', should_fail: true'), 'tests/no_test.c': 'int main(void) { return 3; }\n' })
  setup(['meson', 'setup', 'build'])
  const expected = () =>
    told(ask(mesonTest, ['meson', 'test', '-C', 'build']).reports).find(({ group }) => group === 'expectation')
  expect(expected()?.text).toBe('failure')
  write({ 'meson.build': registered('') })
  expect(expected()?.text).toBeNull()
  write({ 'tests/no_test.c': 'int main(void) { return 0; }\n' })
  expect(expected()?.text).toBe('success')
})

real(
  'failures in the order that they ran, with their place; a timeout, a crash and an early end are none that passed',
  () => {
    write({
      'meson.build': [
        "project('cart', 'c')",
        "foreach name : ['red', 'hang', 'crash']",
        "  test(name, executable(name, 'tests' / name + '_test.c'), timeout: 2, is_parallel: false)",
        'endforeach',
        "test('points', executable('points', 'tests/points_test.c'), protocol: 'tap')",
        "test('early', executable('early', 'tests/early_test.c'), protocol: 'tap')",
      ].join('\n'),
      'tests/red_test.c':
        '#include <stdio.h>\nint main(void) { fprintf(stderr, "%s:%d: 900 expected\\n", "tests/red_test.c", 2); return 1; }\n',
      'tests/hang_test.c': 'int main(void) { for (volatile int on = 1; on;) {} return 0; }\n',
      'tests/crash_test.c': 'int main(void) { volatile int *none = 0; return *none; }\n',
      'tests/points_test.c':
        '#include <stdio.h>\nint main(void) { puts("1..2\\nok 1 - adds\\nnot ok 2 - takes\\n# 900 expected"); return 0; }\n',
      'tests/early_test.c': '#include <stdio.h>\nint main(void) { puts("1..2\\nok 1 - adds"); return 0; }\n',
    })
    setup(['meson', 'setup', 'build'])
    const { code, reports } = ask(mesonTest, ['meson', 'test', '-C', 'build'])
    expect(code).toBe(1)
    expect(reports[0]).toMatchObject({
      complete: true,
      tests: [
        { id: 'red', status: 'failed', message: 'tests/red_test.c:2: 900 expected', line: 2 },
        { id: 'hang', status: 'failed', message: 'TIMEOUT' },
        { id: 'crash', status: 'failed' },
        { id: 'points > adds', status: 'passed' },
        { id: 'points > takes', status: 'failed', message: 'not ok 2 - takes\n# 900 expected' },
        { id: 'points', status: 'failed', counted: false },
      ],
      unloaded: [{ id: 'early' }],
    })
  },
)

real('what the tests measured is told where the project is set up with coverage', () => {
  write(project)
  setup(['meson', 'setup', 'build', '-Db_coverage=true'])
  expect(ask(mesonTest, ['meson', 'test', '-C', 'build']).reports.at(-1)).toMatchObject({
    kind: 'coverage',
    files: [{ path: 'src/cart.c', covered: 1, coverable: 1 }],
  })
})

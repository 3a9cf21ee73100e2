import { chmodSync, existsSync } from 'node:fs'
import { expect } from 'vitest'
import { viewOfFiles } from '../node/fixtures/view.ts'
import { cmakeBuild } from './cmake-build.ts'
import { ctest } from './ctest.ts'
import { realProject, statuses, told } from './fixtures/real-project.ts'
import { standIn } from './stand-in.ts'

const { real, write, run, runStep: configure, ask, in: inTree } = realProject('cmake', 'ctest', 'c++', 'make')

const project = {
  'CMakeLists.txt':
    'cmake_minimum_required(VERSION 3.16)\nproject(cart C)\nadd_library(cart src/cart.c)\nenable_testing()\nadd_executable(total tests/total_test.c)\ntarget_link_libraries(total cart)\nadd_test(NAME total COMMAND total)\n',
  'src/cart.c': 'int total(int a, int b) { return a + b; }\n',
  'tests/total_test.c':
    '#include <assert.h>\nint total(int, int);\nint main(void) { assert(total(1, 1) == 2); return 0; }\n',
}

real('a project by convention: configured, built and tested in a directory of its own', () => {
  write(project)
  const types = ask(cmakeBuild, cmakeBuild.defaultArgv(viewOfFiles({})))
  expect(types.reports).toMatchObject([{ complete: true, findings: [], files: 2 }])
  const tests = ask(ctest, ctest.defaultArgv(viewOfFiles({})))
  expect(tests.code).toBe(0)
  expect(statuses(tests.reports)).toEqual({ total: 'passed' })
  expect(tests.reports.filter(({ kind }) => kind === 'registrations')).toHaveLength(3)
})

real('programs of yesterday in the build directory are no programs of today', () => {
  write({
    ...project,
    'src/cart.c': 'int total(\n',
    'build/total': '#!/bin/sh\nexit 0\n',
    'build/CTestTestfile.cmake': '',
  })
  chmodSync(inTree('build/total'), 0o755)
  configure(['cmake', '-S', '.', '-B', 'build'])
  expect(existsSync(inTree('build/total'))).toBe(false)
  expect(ask(cmakeBuild, ['cmake', '--build', 'build']).reports).toMatchObject([
    { complete: true, findings: [{ file: 'src/cart.c', severity: 'error' }] },
  ])
  const tests = ask(ctest, ['ctest', '--test-dir', 'build'])
  expect(tests.reports).toMatchObject([{ tests: [], unloaded: [{ id: 'total' }] }, {}, {}, {}])
})

real('a test that was left out breaks no build, and does not pass; NDEBUG is told', () => {
  write({
    ...project,
    'CMakeLists.txt': `${project['CMakeLists.txt']}add_compile_definitions(NDEBUG)\nadd_executable(more tests/more_test.c)\nadd_test(NAME more COMMAND more)\ntarget_compile_definitions(total PRIVATE NDEBUG)\n`,
    'tests/more_test.c': standIn('tests/more_test.c') ?? '',
  })
  configure(['cmake', '-S', '.', '-B', 'build'])
  expect(ask(cmakeBuild, ['cmake', '--build', 'build']).code).toBe(0)
  const { reports } = ask(ctest, ['ctest', '--test-dir', 'build'])
  expect(statuses(reports)).toEqual({ total: 'passed', more: 'failed' })
  expect(told(reports)).toContainEqual({
    group: 'part',
    id: 'tests/total_test.c in total: NDEBUG',
    text: '-DNDEBUG',
    file: 'tests/total_test.c',
  })
})

real('no test at all is no success', () => {
  write({ ...project, 'CMakeLists.txt': project['CMakeLists.txt'].replace('enable_testing()\n', '') })
  configure(['cmake', '-S', '.', '-B', 'build'])
  ask(cmakeBuild, ['cmake', '--build', 'build'])
  const { code, reports } = ask(ctest, ['ctest', '--test-dir', 'build'])
  expect(code).not.toBe(0)
  expect(reports[0]).toMatchObject({ kind: 'tests', tests: [] })
})

real('a warning is told however often the same is built, and only in front of the words of the project', () => {
  write({ ...project, 'src/cart.c': 'int total(int a, int b) { int unused; return a + b; }\n' })
  configure(['cmake', '-S', '.', '-B', 'build'])
  for (const again of [1, 2]) {
    const { code, reports } = ask(cmakeBuild, ['cmake', '--build', 'build'])
    expect([again, code, reports]).toMatchObject([
      again,
      0,
      [{ findings: [{ rule: '-Wunused-variable', file: 'src/cart.c', tentative: true }] }],
    ])
  }
})

real(
  'what the tests measured is told where the project builds with coverage, and only what they ran themselves',
  () => {
    const measured = `${project['CMakeLists.txt']}`.replace(
      'add_library',
      'add_compile_options(--coverage)\nadd_link_options(--coverage)\nadd_library',
    )
    write({
      ...project,
      'CMakeLists.txt': measured,
      'src/cart.c': 'int total(int a, int b) {\n  if (a < 0)\n    return 0;\n  return a + b;\n}\n',
    })
    configure(['cmake', '-S', '.', '-B', 'build'])
    ask(cmakeBuild, ['cmake', '--build', 'build'])
    run(['./build/total'])
    const { reports } = ask(ctest, ['ctest', '--test-dir', 'build'])
    const coverage = { kind: 'coverage', files: [{ path: 'src/cart.c', covered: 3, coverable: 4 }] }
    expect(reports.at(-1)).toMatchObject(coverage)
    const nothing = ask(ctest, ['ctest', '--test-dir', 'build', '-R', 'nosuch'])
    expect(nothing.reports.some(({ kind }) => kind === 'coverage')).toBe(false)
  },
)

real('what locked sources are made of is told: macros of product, of elsewhere, and what those are made of', () => {
  write({
    ...project,
    'CMakeLists.txt': `${project['CMakeLists.txt']}target_include_directories(total PRIVATE src)\n`,
    'src/cart.h': '#undef assert\n#define assert(x) ((void)0)\n#define ONE 1\n#define UNSAID 2\nint total(int, int);\n',
    'tests/check.h': '#define CHECK(x) assert(INNER(x))\n#define INNER(x) ((x) == 2)\n',
    'tests/total_test.c':
      '#include <assert.h>\n#include <stddef.h>\n#include "cart.h"\n#include "check.h"\nint main(void) { CHECK(total(ONE, 1)); /* UNSAID */ return EOF; }\n',
  })
  configure(['cmake', '-S', '.', '-B', 'build'])
  const locked = ['tests/total_test.c', 'tests/check.h']
  const found = told(ask(ctest, ['ctest', '--test-dir', 'build'], locked).reports)
  const unit = 'tests/total_test.c in total: '
  const facts = found.flatMap(({ group, id, text }) =>
    / the macro | leads$/.test(id) ? [[group, id.slice(unit.length), text]] : [],
  )
  expect(facts).toEqual([
    ['part', 'the macro assert', 'product'],
    ['setting', 'the macro CHECK', '(x) assert(INNER(x))'],
    ['part', 'the macro ONE', 'product'],
    ['setting', 'the macro INNER', '(x) ((x) == 2)'],
    ['setting', 'where <assert.h> leads', 'elsewhere'],
    ['setting', 'where <stddef.h> leads', 'elsewhere'],
    ['part', 'where "cart.h" leads', 'product'],
    ['setting', 'where "check.h" leads', 'elsewhere'],
  ])
})

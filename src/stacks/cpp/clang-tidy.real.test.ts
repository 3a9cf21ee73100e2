import { expect } from 'vitest'
import type { FindingsReport } from '../../model/findings.ts'
import type { Some } from '../../model/result.ts'
import { viewOfFiles } from '../node/fixtures/view.ts'
import { clangTidy } from './clang-tidy.ts'
import { realProject } from './fixtures/real-project.ts'
import { standIn } from './stand-in.ts'

const { real, write, run, ...project } = realProject('clang-tidy', 'cmake', 'meson', 'ninja', 'c++')
const ask = (argv: Some<string> = clangTidy.defaultArgv(viewOfFiles({}))) => {
  const { code, stdout, reports } = project.ask(clangTidy, argv)
  return { code, stdout, report: (reports[0] ?? null) as FindingsReport | null }
}

const cmake = {
  '.clang-tidy': "Checks: '-*,bugprone-*,cppcoreguidelines-avoid-c-arrays,clang-diagnostic-*'\n",
  'CMakeLists.txt':
    'cmake_minimum_required(VERSION 3.16)\nproject(cart CXX)\nadd_library(cart src/cart.cpp)\nenable_testing()\nadd_executable(t tests/t_test.cpp tests/new_test.cpp)\nadd_test(NAME t COMMAND t)\n',
  'src/cart.h': 'int total(int a, int b);\n',
  'src/cart.cpp': '#include "cart.h"\nint total(int a, int b) { return a + b; }\n',
  'tests/t_test.cpp': 'int main() { return 0; }\n',
  'tests/new_test.cpp': standIn('tests/new_test.cpp') ?? '',
}
const found = (report: FindingsReport | null) =>
  report?.findings.map(({ rule, file, line, severity, tentative }) => [rule, file, line, severity, tentative])

real('every source that the build compiles is looked at, and what stands for a test that was left out is not', () => {
  write(cmake)
  const { code, report, stdout } = ask()
  expect([code, report]).toMatchObject([0, { complete: true, findings: [], troubles: [] }])
  expect([...stdout.matchAll(/^\[triverdict: \d\/2 .*\/tree\/(.*)\]$/gm)].map(([, path]) => path)).toEqual([
    'src/cart.cpp',
    'tests/t_test.cpp',
  ])
})

real('a warning that nobody made an error counts where the base does not have it, also one of a header', () => {
  write({
    ...cmake,
    'src/cart.h':
      'int total(int a, int b);\ninline bool both(int a, int b) { if (a = b) return true; return false; }\n',
  })
  const { code, report } = ask()
  expect([code, report?.complete]).toEqual([0, true])
  expect(found(report)).toContainEqual(['bugprone-assignment-in-if-condition', 'src/cart.h', 2, 'warning', 'new'])
})

real('what the project made an error is red', () => {
  write({
    ...cmake,
    '.clang-tidy': "Checks: '-*,bugprone-assignment-in-if-condition'\nWarningsAsErrors: '*'\n",
    'src/cart.cpp': 'int total(int a, int b) { if (a = b) return 1; return 0; }\n',
  })
  const { code, report } = ask()
  expect([code, report?.complete, found(report)]).toEqual([
    1,
    true,
    [['bugprone-assignment-in-if-condition', 'src/cart.cpp', 1, 'error', undefined]],
  ])
})

real(
  'a build that cannot be configured, that compiles nothing of the tree, and a configuration without a check are no answer',
  () => {
    write({ ...cmake, 'CMakeLists.txt': `${cmake['CMakeLists.txt']}find_package(NoSuch REQUIRED)\n` })
    expect(ask()).toMatchObject({ code: 70, report: { complete: false, findings: [] } })
    write({ 'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.16)\nproject(cart CXX)\n' })
    expect(ask().code).toBe(70)
    write({ ...cmake, '.clang-tidy': "Checks: '-*'\n" })
    expect(ask()).toMatchObject({ code: 70, report: { findings: [], troubles: [expect.any(String)] } })
  },
)

real('Meson builds have a compilation database too', () => {
  const { 'CMakeLists.txt': _, ...sources } = cmake
  write({ ...sources, 'meson.build': "project('cart', 'cpp')\nstatic_library('cart', 'src/cart.cpp')\n" })
  const { code, report, stdout } = ask()
  expect([code, report]).toMatchObject([0, { complete: true, findings: [] }])
  expect(stdout).toContain('/tree/src/cart.cpp]')
})

real('run-clang-tidy of CI: under the name that is here, and no file is no answer', () => {
  write(cmake)
  run('cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON'.split(' '))
  expect(ask(['run-clang-tidy-18', '-p', 'build', '-quiet', 'src/'])).toMatchObject({
    code: 0,
    report: { complete: true, findings: [], troubles: [] },
  })
  expect(ask(['run-clang-tidy', '-p', 'build', 'nosuch'])).toMatchObject({
    code: 0,
    report: { troubles: [expect.stringContaining('0 files')] },
  })
  write({ 'src/cart.cpp': 'int total(int a, int b) { if (a = b) return 1; return 0; }\n' })
  const red = ask(['run-clang-tidy', '-p', 'build', '-warnings-as-errors=bugprone-*', 'src/'])
  expect([red.code, found(red.report)?.[0]]).toEqual([
    1,
    ['bugprone-assignment-in-if-condition', 'src/cart.cpp', 1, 'error', undefined],
  ])
})

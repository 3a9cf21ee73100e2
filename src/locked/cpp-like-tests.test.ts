import { expect, test } from 'vitest'
import { cpp } from '../stacks/cpp/stack.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'

const cmake = (sources: string, more = '') =>
  `project(cart CXX)\nadd_library(cart ${sources})\n${more}add_executable(unit src/unit_test.cpp)\ntarget_link_libraries(unit cart GTest::gtest_main)\nadd_test(NAME unit COMMAND unit)\n`
const base = {
  'CMakeLists.txt': cmake('src/cart.cpp src/latest_test.cpp'),
  'src/cart.cpp': '#include "test_total.h"\n#include <cart/inner_test.h>\nlong cart() { return total(1); }\n',
  'src/latest_test.cpp': 'long latest() { return 1; }\n',
  'src/test_total.h': 'long total(long);\n',
  'src/test_total.cpp': '#include "test_total.h"\nlong total(long x) { return x; }\n',
  'src/unit_test.cpp': '#include <gtest/gtest.h>\n#include "test_support.h"\nTEST(A, b) {}\n',
  'src/test_support.h': 'long support();\n',
  'src/test_support.cpp': 'long support() { return 1; }\n',
  'include/cart/inner_test.h': 'long inner();\n',
  'tests/label_test.cpp': 'int main() { return 0; }\n',
}
const projects = [{ directory: '.', stack: cpp }]
const from = (path: string, change: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) => {
  const lock = { ...base, ...more }
  const composed = compose({ lock: memoryView(lock), branch: memoryView({ ...lock, ...change }), projects })
  return composed.ok ? composed.value.entries.find((entry) => entry.path === path)?.from : composed
}

test.each([
  ['a source that a library compiles beside product', 'src/latest_test.cpp', 'long latest() { return 2; }\n'],
  ['a header that product includes by its directory', 'src/test_total.h', 'long total(long, long = 0);\n'],
  ['a header that product includes by a directory of its own', 'include/cart/inner_test.h', 'long inner(long);\n'],
  ['the source of such a header', 'src/test_total.cpp', 'long total(long x) { return x + 1; }\n'],
])('%s is product', (_, path, text) => expect(from(path, { [path]: text })).toBe('branch'))

test.each([
  ['a test', 'src/unit_test.cpp', '#include <gtest/gtest.h>\nTEST(A, c) {}\n'],
  ['what only tests include', 'src/test_support.h', 'long support(long);\n'],
  ['the source of that', 'src/test_support.cpp', 'long support() { return 2; }\n'],
  ['what lies among tests', 'tests/label_test.cpp', 'int main() { return 1; }\n'],
  ['product that becomes a test', 'src/latest_test.cpp', '#include <gtest/gtest.h>\n'],
])('%s comes from the lock', (_, path, text) => expect(from(path, { [path]: text })).toBe('lock'))

test('a variable, a glob and sources that come later are followed', () => {
  const change = { 'src/latest_test.cpp': 'long latest() { return 2; }\n' }
  for (const text of [
    `set(ALL src/cart.cpp)\nlist(APPEND ALL src/latest_test.cpp)\n${cmake(`\${ALL}`)}`,
    `file(GLOB ALL CONFIGURE_DEPENDS src/*.cpp)\n${cmake(`\${ALL}`)}`,
    cmake(
      `\${PROJECT_SOURCE_DIR}/src/cart.cpp`,
      `target_sources(cart PRIVATE \${CMAKE_CURRENT_SOURCE_DIR}/src/latest_test.cpp)\n`,
    ),
  ])
    expect([text, from('src/latest_test.cpp', change, { 'CMakeLists.txt': text })]).toEqual([text, 'branch'])
})

test('a program that is registered as a test compiles tests', () => {
  const text =
    'add_executable(cart src/cart.cpp src/latest_test.cpp)\nadd_test(NAME cart COMMAND $<TARGET_FILE:cart>)\n'
  const change = { 'src/latest_test.cpp': 'long latest() { return 2; }\n' }
  expect(from('src/latest_test.cpp', change, { 'CMakeLists.txt': text })).toBe('lock')
})

test('what only the branch has is product where its library compiles it', () => {
  const added = {
    'CMakeLists.txt': cmake('src/cart.cpp src/newest_test.cpp'),
    'src/newest_test.cpp': 'long newest();\n',
  }
  expect(from('src/newest_test.cpp', added)).toBe('branch')
  expect(from('src/newest_test.cpp', { 'src/newest_test.cpp': 'long newest();\n' })).toBe('merged')
})

import { expect, test } from 'vitest'
import { cpp } from '../stacks/cpp/stack.ts'
import { classifier } from './classify-path.ts'
import { cppShadowed } from './cpp-shadowed.ts'
import { memoryView } from './memory-view.ts'

type Files = Readonly<Record<string, string>>
const projects = [{ directory: '.', stack: cpp }]
const base = {
  'src/cart.h': '#define PRICE 1\n',
  'src/cart.cpp': '',
  'tests/cart_test.cpp':
    '#include <gtest/gtest.h>\n#include "doctest.h"\n#include <catch2/catch.hpp>\n// SAID\nTEST(A, b) { EXPECT_EQ(total(PRICE), 1) << "WORDS"; CHECK(1); }\n',
  'third_party/googletest/include/gtest/gtest.h': '1',
}
const found = (change: Files, more: Files = {}) =>
  cppShadowed(
    memoryView({ ...base, ...more }),
    memoryView({ ...base, ...more, ...change }),
    projects,
    classifier(projects),
  ).map(({ kind, path, blocking }) => [kind, path, blocking])

test.each([
  ['a header of a test library', { 'src/gtest/gtest.h': '' }],
  ['a header that stands alone', { 'include/doctest.h': '' }],
  ['one that the repository brings along, changed', { 'third_party/googletest/include/gtest/gtest.h': '2' }],
  ['a module that finds one', { 'cmake/FindGTest.cmake': '' }],
  ['its configuration', { 'lib/Catch2Config.cmake': '' }],
  ['a macro that tests use', { 'src/cart.h': '#define PRICE 1\n#undef EXPECT_EQ\n#  define EXPECT_EQ(a, b)\n' }],
  ['one of product that they use', { 'src/new.h': '#define \\\n  CHECK(x)\n' }],
  ['what the library is made of', { 'src/cart.h': '#define GTEST_ASSERT_(a, b)\n' }],
  ['no assertions', { 'src/cart.h': '#define NDEBUG\n' }],
])('%s is an error', (_, change: Files) =>
  expect(found(change)).toEqual([['test-tool-changed', Object.keys(change)[0], true]]),
)

test.each([
  ['nothing', {}],
  ['a macro that product had', { 'src/cart.h': '#define PRICE 2\n' }],
  ['macros that no test uses', { 'src/cart.h': '#define PRICE 1\n#define SAID\n#define WORDS\n#define CART_H\n' }],
  ['macros of a source', { 'src/cart.cpp': '#define CHECK(x)\n' }],
  ['the header that is made for product', { 'include/gtest/gtest_prod.h': '' }],
  ['a library that no locked test uses', { 'third_party/CppUTest/TestHarness.h': '' }],
  ['a header among tests, which is left out', { 'tests/gtest/gtest.h': '' }],
])('%s is none', (_, change: Files) => expect(found(change)).toEqual([]))

test('where a build tells what the preprocessor makes of a test, macros are not looked for', () =>
  expect(found({ 'src/cart.h': '#define EXPECT_EQ(a, b)\n' }, { 'CMakeLists.txt': '' })).toEqual([]))

test('without tests of the language there is no library', () =>
  expect(cppShadowed(memoryView({}), memoryView({ 'src/gtest/gtest.h': '' }), projects, classifier(projects))).toEqual(
    [],
  ))

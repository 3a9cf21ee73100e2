import { describe, expect, test } from 'vitest'
import { go } from '../stacks/go/stack.ts'
import { compose } from './compose.ts'
import { goTestHelpers } from './go-helpers.ts'
import { goDeclarations } from './go-source.ts'
import { memoryView } from './memory-view.ts'

type Files = Readonly<Record<string, string>>
const use = (name: string, ...imports: readonly string[]): string =>
  `package ${name}\n\nimport (\n\t"testing"\n${imports.map((each) => `\n\t"example.com/m/${each}"`).join('')}\n)\n`
const helpers = (files: Files, more: Files = {}) => {
  const lock = { 'go.mod': 'module example.com/m\n', 'a/a.go': 'package a\n\nfunc Sum() {}\n', ...files }
  return [...goTestHelpers(memoryView(lock), memoryView({ ...lock, ...more }))].sort()
}

describe('packages of Go that help tests', () => {
  const named = { 'internal/testutil/u.go': 'package testutil\n', 'a/a_test.go': use('a', 'internal/testutil') }
  test('are those of such a name that only tests import', () => {
    expect(helpers(named)).toEqual(['internal/testutil/u.go'])
    expect(helpers({ ...named, 'b/b.go': 'package b\n\nimport "example.com/m/internal/testutil"\n' })).toEqual([])
    expect(helpers({ ...named, 'internal/testutil/u_test.go': 'package testutil\n' })).toEqual([])
    expect(helpers({ ...named, 'a/a_test.go': 'package a\n' })).toEqual([])
    expect(helpers({ ...named, 'internal/testutil/u.go': 'package main\n' })).toEqual([])
  })

  test('and those that lie below a directory of tests', () => {
    const files = { 'test/e2e/framework/f.go': 'package framework\n', 'a/a_test.go': use('a', 'test/e2e/framework') }
    expect(helpers(files)).toEqual(['test/e2e/framework/f.go'])
    expect(helpers({ ...files, 'b/b.go': use('b', 'test/e2e/framework') })).toEqual([])
  })

  test('and those that import a test library, whatever their name, with tests of their own and what only they import', () => {
    const files = {
      'internal/assert/a.go': use('assert', 'internal/show'),
      'internal/assert/a_test.go': use('assert'),
      'internal/assert/words.txt': 'x',
      'internal/show/s.go': use('show'),
      'a/a_test.go': use('a', 'internal/assert'),
    }
    expect(helpers(files, { 'internal/assert/b.go': 'package assert\n' })).toEqual([
      'internal/assert/a.go',
      'internal/assert/a_test.go',
      'internal/assert/b.go',
      'internal/assert/words.txt',
      'internal/show/s.go',
    ])
    expect(helpers({ ...files, 'b/b.go': use('b', 'internal/show') })).not.toContain('internal/show/s.go')
  })

  test('not the package of the module itself, none that its own tests use alone, none that tests do not judge with', () => {
    expect(helpers({ 'is.go': use('is'), 'x/x_test.go': 'package x\n\nimport "example.com/m"\n' })).toEqual([])
    expect(helpers({ 'lib/l.go': use('lib'), 'lib/l_test.go': use('lib_test', 'lib') })).toEqual([])
    expect(helpers({ 'lib/l.go': 'package lib\n', 'x/x_test.go': use('x', 'lib') })).toEqual([])
    const mock = 'package lib\n\nimport "github.com/stretchr/testify/mock"\n'
    expect(helpers({ 'lib/l.go': mock, 'x/x_test.go': use('x', 'lib') })).toEqual([])
  })
})

describe('files of Go beside product that help tests', () => {
  const check = `${use('a')}\n// CheckSum is for tests.\nfunc CheckSum(t *testing.T, want int) {}\n`
  const caller = `${use('a')}\nfunc TestA(t *testing.T) { CheckSum(t, 3) }\n`
  test('are those that import a test library and declare what only tests use', () => {
    expect(helpers({ 'a/testing.go': check, 'a/a_test.go': caller })).toEqual(['a/testing.go'])
    const outside = `${use('b_test', 'a')}\nfunc TestB(t *testing.T) { a.CheckSum(t, 3) }\n`
    expect(helpers({ 'a/testing.go': check, 'b/b_test.go': outside })).toEqual(['a/testing.go'])
  })
  test('not those that product uses, that run by being there, or that nobody uses', () => {
    const product = { 'a/b.go': 'package a\n\n// CheckSum\nvar x = CheckSum\n' }
    expect(helpers({ 'a/testing.go': check, 'a/a_test.go': caller, ...product })).toEqual([])
    expect(helpers({ 'a/testing.go': `${check}func init() {}\n`, 'a/a_test.go': caller })).toEqual([])
    expect(helpers({ 'a/testing.go': check, 'a/a_test.go': use('a') })).toEqual([])
  })
})

test('names of the language that the branch declares in a package with tests inside block', () => {
  const lock: Files = { 'go.mod': 'module m\n', 'a/a.go': 'package a\n\nfunc max() {}\n', 'a/a_test.go': 'package a\n' }
  const kinds = (change: Files, base: Files = lock) => {
    const branch = memoryView({ ...base, ...change })
    const tree = compose({ lock: memoryView(base), branch, projects: [{ directory: '.', stack: go }] })
    return tree.ok
      ? tree.value.anomalies.filter(({ blocking }) => blocking).map(({ kind, line }) => `${kind} ${line}`)
      : []
  }
  expect(kinds({ 'a/b.go': 'package a\n\nfunc len(any) int { return 2 }\n' })).toEqual(['predeclared-shadowed 3'])
  expect(kinds({ 'a/b.go': 'package a; const (\n\tx = 1 +\n\tiota; true, y = false, 1\n)\n' })).toEqual([
    'predeclared-shadowed 3',
  ])
  expect(kinds({ 'a/a.go': 'package a\n\nfunc max() {}\n\nfunc min() { len := 1; _ = len }\n' })).toHaveLength(1)
  expect(kinds({ 'a/a.go': 'package a\n\nfunc max(int) {}\n' })).toEqual([])
  expect(kinds({ 'a/b.go': 'package a\n\nfunc (t T) len() int { return 2 }\n\ntype T struct { cap int }\n' })).toEqual(
    [],
  )
  expect(kinds({ 'a/b.go': 'package a\n\nfunc len() {}\n' }, { ...lock, 'a/a_test.go': 'package a_test\n' })).toEqual(
    [],
  )
})

test('what a file declares', () => {
  const text =
    'package a\n\nimport (\n\t"x"\n)\n\nvar f func(int) string\nvar a, b = func() int { var no int; return no }(), `\nvar no int`\n' +
    'type (\n\tT[K any] struct {\n\t\tno int\n\t}\n\tU = int\n)\n/* func no() {} */ func (t T[K]) m() {}\nfunc g[K any](no K) {}\n'
  expect(goDeclarations(text).map(({ name, method }) => (method ? `.${name}` : name))).toEqual([
    'f',
    'a',
    'b',
    'T',
    'U',
    '.m',
    'g',
  ])
})

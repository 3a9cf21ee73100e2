import { describe, expect, test } from 'vitest'
import { go } from '../stacks/go/stack.ts'
import { compose } from './compose.ts'
import { type MemoryFile, memoryView } from './memory-view.ts'

type Files = Readonly<Record<string, MemoryFile>>

const MOD =
  'module example.com/m\n\ngo 1.22\n\nrequire (\n\tgithub.com/stretchr/testify v1.9.0\n\tgithub.com/google/uuid v1.6.0\n\tgithub.com/google/go-cmp v0.6.0 // indirect\n)\n'
const base: Files = {
  'go.mod': MOD,
  'go.sum': 'github.com/stretchr/testify v1.9.0 h1:a=\n',
  '.golangci.yml': 'linters:\n  enable: [errcheck]\n',
  'a/a.go': 'package a\n',
  'a/a_test.go':
    'package a\n\nimport "example.com/m/internal/testutil"\n\nfunc TestA(t *testing.T) { testutil.X(t) }\n',
  'a/export_test.go': 'package a\n\nvar Hidden = hidden\n',
  'a/testdata/in.txt': 'x\n',
  'a/testdata/fuzz/FuzzA/1': 'go test fuzz v1\n',
  'main_test.go': 'package main\n',
  'internal/testutil/x.go': 'package testutil\n',
  'vendor/github.com/stretchr/testify/assert/assert.go': 'package assert\n',
  'vendor/github.com/google/uuid/uuid.go': 'package uuid\n',
}

const composed = (change: Readonly<Record<string, MemoryFile | null>>) => {
  const files = Object.fromEntries(Object.entries({ ...base, ...change }).filter((entry) => entry[1] !== null)) as Files
  const lock = memoryView(base)
  const tree = compose({ lock, branch: memoryView(files), projects: [{ directory: '.', stack: go }] })
  if (!tree.ok) throw new Error(tree.trouble.message)
  return {
    from: (path: string) => tree.value.entries.find((entry) => entry.path === path)?.from ?? 'absent',
    kinds: tree.value.anomalies.map((each) => `${each.kind}${each.blocking ? ' blocking' : ''} ${each.path}`),
  }
}

describe('what of a Go module comes from where', () => {
  test.each([
    ['a/a_test.go', 'package a\n', 'lock', 'test-modified'],
    ['a/export_test.go', '//go:build ignore\n\npackage a\n', 'lock', 'test-modified'],
    ['main_test.go', 'package main\n\nfunc init() { os.Exit(0) }\n', 'lock', 'test-modified'],
    ['a/testdata/in.txt', 'y\n', 'lock', 'fixture-modified'],
    ['a/testdata/fuzz/FuzzA/1', 'other\n', 'lock', 'fixture-modified'],
    ['internal/testutil/x.go', 'package testutil\n\nfunc X(any) {}\n', 'lock', 'test-modified'],
    ['vendor/github.com/stretchr/testify/assert/assert.go', 'package assert // weak\n', 'lock', 'test-modified'],
    ['.golangci.yml', 'linters:\n  disable: [errcheck]\n', 'lock', 'lint-config-loosened'],
  ])('a changed %s is restored', (path, text, from, kind) => {
    const tree = composed({ [path]: text })
    expect([tree.from(path), tree.kinds]).toEqual([from, [`${kind} ${path}`]])
  })

  test.each(['a/b_test.go', 'a/main_test.go', 'b/doc_test.go', 'b/testdata/x'])('an added %s is left out', (path) => {
    expect(composed({ [path]: 'package a\n' }).from(path)).toBe('absent')
  })

  test.each([
    ['a/a.go', '//go:build ignore\n\npackage a\n'],
    ['internal/tool/x.go', 'package tool\n'],
    ['vendor/github.com/google/uuid/uuid.go', 'package uuid // other\n'],
  ])('%s is product', (path, text) => {
    expect(composed({ [path]: text }).from(path)).toBe('branch')
  })
})

test('a package among fixtures that product imports is product; one that only tests import is not', () => {
  const files = {
    'go.mod': 'module example.com/m\n',
    'a/a.go': 'package a\n\nimport (\n\t"fmt"\n\n\tdata "example.com/m/internal/fixtures"\n)\n',
    'a/a_test.go': 'package a\n\nimport "example.com/m/internal/golden"\n',
    'internal/fixtures/x.go': 'package fixtures\n',
    'internal/golden/x.go': 'package golden\n',
  }
  const change = {
    'internal/fixtures/x.go': 'package fixtures // 2\n',
    'internal/golden/x.go': 'package golden // 2\n',
  }
  const branch = memoryView({ ...files, ...change })
  const tree = compose({ lock: memoryView(files), branch, projects: [{ directory: '.', stack: go }] })
  const from = (path: string) => tree.ok && tree.value.entries.find((entry) => entry.path === path)?.from
  expect([from('internal/fixtures/x.go'), from('internal/golden/x.go')]).toEqual(['branch', 'lock'])
})

describe('manifests', () => {
  const changed = (from: string, to: string) => composed({ 'go.mod': MOD.replace(from, to) })

  test('the branch’s go.mod and go.sum are used whole', () => {
    const tree = composed({ 'go.mod': MOD.replace('uuid v1.6.0', 'uuid v1.5.0'), 'go.sum': 'x v1 h1:b=\n' })
    expect([tree.from('go.mod'), tree.from('go.sum')]).toEqual(['branch', 'branch'])
    expect(tree.kinds).toEqual(['lockfile-changed go.mod', 'lockfile-changed go.sum'])
  })

  test.each([
    ['another version', 'testify v1.9.0', 'testify v1.8.0'],
    ['none', '\tgithub.com/stretchr/testify v1.9.0\n', ''],
    ['another module in its place', 'go 1.22\n', 'go 1.22\n\nreplace github.com/stretchr/testify => ./fake\n'],
    [
      'the same, of one version',
      'go 1.22\n',
      'go 1.22\n\nreplace github.com/stretchr/testify v1.9.0 => example.com/fake v1.0.0\n',
    ],
  ])('a test tool with %s blocks', (_, from, to) => {
    expect(changed(from, to).kinds).toContain('test-tool-changed blocking go.mod')
  })

  test('a requirement of a dependency is no test tool of the project', () => {
    expect(changed('go-cmp v0.6.0', 'go-cmp v0.7.0').kinds).toEqual(['lockfile-changed go.mod'])
  })

  test('a new go.work may not replace test tools', () => {
    const work = (more: string) => composed({ 'go.work': `go 1.22\n\nuse .\n${more}` }).kinds
    expect(work('')).toEqual(['lockfile-changed go.work'])
    expect(work('replace github.com/stretchr/testify => ./fake\n')).toContain('test-tool-changed blocking go.work')
  })
})

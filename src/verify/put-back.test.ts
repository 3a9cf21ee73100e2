import { expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import type { ComposedTree } from '../model/tree.ts'
import type { Examined } from './examine.ts'
import { blamedOnPutBack } from './put-back.ts'

const lock = memoryView({
  'pyproject.toml': 'pythonpath = ["."]\n',
  'web/vitest.config.js': 'alias: {}',
  '.mocharc.json': '{}',
})
const composed = (...paths: readonly string[]): ComposedTree =>
  ({
    anomalies: paths.map((path) => ({ kind: 'runner-config-modified', path })),
    entries: [],
  }) as unknown as ComposedTree
const red = (directory: string, more: Partial<Examined> = {}): Examined =>
  ({
    check: { kind: 'tests' },
    project: { directory },
    status: 'fail',
    attribution: 'change',
    failing: [],
    blocking: ['tests/test_a.py did not load'],
    run: { detail: null, facts: {} },
    ...more,
  }) as unknown as Examined
const statuses = (tree: ComposedTree, ...all: readonly Examined[]) =>
  blamedOnPutBack(tree, lock, lock, all).map(({ status }) => status)

test('suites that do not load are nobody’s fault where a file that says where modules lie was put back', () => {
  const [one] = blamedOnPutBack(composed('pyproject.toml'), lock, lock, [red('.')])
  expect(one).toMatchObject({ status: 'error', attribution: null })
  expect(one?.blocking).toEqual(['tests/test_a.py did not load', expect.stringContaining('pyproject.toml')])
  expect(statuses(composed('web/vitest.config.js'), red('web'), red('service'))).toEqual(['error', 'fail'])
  expect(statuses(composed('pyproject.toml'), red('service'))).toEqual(['error'])
})

test('a failed test stays the change’s, and so does everything where no such file was put back', () => {
  const failed = red('.', { failing: [{ id: 'a' }] as unknown as Examined['failing'] })
  expect(statuses(composed('pyproject.toml'), failed)).toEqual(['fail'])
  expect(statuses(composed('.mocharc.json'), red('.'))).toEqual(['fail'])
  expect(statuses(composed(), red('.'))).toEqual(['fail'])
  expect(statuses(composed('pyproject.toml'), red('.', { status: 'pass' }))).toEqual(['pass'])
})

test('a Cargo.toml that was merged and that cargo refuses is nobody’s fault', () => {
  const tree = (from: string) =>
    ({ anomalies: [], entries: [{ path: 'core/Cargo.toml', from }] }) as unknown as ComposedTree
  const detail =
    'error: failed to load manifest for workspace member `/tree/b`\n\nCaused by:\n  error inheriting `lints`'
  const types = (text: string, directory = 'core') =>
    red(directory, { check: { kind: 'types' }, run: { detail: text } } as unknown as Partial<Examined>)
  expect(statuses(tree('merged'), types(detail), types(detail, 'web'))).toEqual(['error', 'fail'])
  expect(statuses(tree('branch'), types(detail))).toEqual(['fail'])
  expect(statuses(tree('merged'), types('error[E0425]: cannot find value `x`'))).toEqual(['fail'])
})

test('what does not compile against a helper that was put back is nobody’s fault, as far as it speaks of it', () => {
  const view = memoryView({ 'internal/mocks/store.go': 'x', 'calc/testing.go': 'x', 'calc/calc.go': 'x' })
  const tree = {
    anomalies: [],
    helpersPutBack: ['internal/mocks/store.go', 'calc/testing.go'],
    lockedPaths: ['internal/mocks/store.go', 'calc/testing.go'],
  } as unknown as ComposedTree
  const status = (one: Examined) => blamedOnPutBack(tree, view, view, [one]).map((each) => each.status)[0]
  const types = (message: string) =>
    red('.', { check: { kind: 'types' }, failing: [{ file: 'a_test.go', message }] } as unknown as Partial<Examined>)
  expect(status(types('cannot use mocks.Store{} (missing method Len)'))).toBe('error')
  expect(status(types('undefined: calc.Sum'))).toBe('fail')
  expect(status(types('calc/testing.go:3:1: undefined: Sum'))).toBe('error')
  const tests = (...messages: readonly string[]) =>
    red('.', {
      run: { facts: { unloaded: messages.map((message) => ({ id: 'a', message })) } },
    } as unknown as Partial<Examined>)
  expect(status(tests('mocks.Store does not implement'))).toBe('error')
  expect(status(tests('mocks.Store does not implement', 'undefined: x'))).toBe('fail')
  expect(blamedOnPutBack(tree, view, view, [tests('mocks.Store')])[0]?.blocking[0]).toBe(
    "tests: internal/mocks/store.go, calc/testing.go, which only tests use and the branch changes, was put back to the lock's: whether that or the change is to blame is not known",
  )
})

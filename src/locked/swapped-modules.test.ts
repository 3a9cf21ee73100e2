import { expect, test } from 'vitest'
import { go } from '../stacks/go/stack.ts'
import { rust } from '../stacks/rust/stack.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'

type Files = Readonly<Record<string, string>>
const projects = [
  { directory: '.', stack: go },
  { directory: 'engine', stack: rust },
]
const goMod = 'module example.org/p\n\ngo 1.21\n\nrequire (\n\texample.org/same v1.0.0\n\texample.org/used v1.0.0\n)\n'
const cargo = '[package]\nname = "engine"\n\n[dependencies]\nserde = "1"\n\n[dev-dependencies]\nsame = "1"\n'
const source = 'source = "registry+https://example.org/index"\nchecksum = "a"\n'
const cargoLock = (same = source, serde = source): string =>
  `version = 3\n\n[[package]]\nname = "same"\nversion = "1.0.0"\n${same}\n[[package]]\nname = "serde"\nversion = "1.0.0"\n${serde}`
const base: Files = {
  'go.mod': goMod,
  'p.go': 'package p\n\nimport "example.org/used/a"\n\nvar X = a.A\n',
  'p_test.go':
    'package p\n\nimport (\n\t"testing"\n\n\t"example.org/same/is"\n)\n\nfunc TestX(t *testing.T) { is.Same(t, X, 1) }\n',
  'engine/Cargo.toml': cargo,
  'engine/Cargo.lock': cargoLock(),
  'engine/src/lib.rs': '',
}

const swapped = (change: Files): readonly string[] => {
  const tree = compose({ lock: memoryView(base), branch: memoryView({ ...base, ...change }), projects })
  if (!tree.ok) throw new Error(tree.trouble.message)
  return tree.value.anomalies.flatMap(({ kind, blocking, path }) =>
    kind === 'test-tool-changed' && blocking ? [path ?? ''] : [],
  )
}

test.each<[string, Files, readonly string[]]>([
  ['replaced in go.mod', { 'go.mod': `${goMod}\nreplace example.org/same => ./same\n` }, ['go.mod']],
  ['replaced in a new go.work', { 'go.work': 'go 1.21\n\nuse .\n\nreplace example.org/same => ./same\n' }, ['go.work']],
  ['vendored', { 'vendor/example.org/same/is/is.go': 'package is\n' }, ['vendor/example.org/same/is/is.go']],
  [
    'taken from a path by Cargo.toml',
    { 'engine/Cargo.toml': cargo.replace('same = "1"', 'same = { path = "same" }') },
    ['engine/Cargo.toml'],
  ],
  [
    'patched',
    { 'engine/Cargo.toml': `${cargo}\n[patch.crates-io]\nsame = { path = "same" }\n` },
    ['engine/Cargo.toml'],
  ],
  ['without a source in Cargo.lock', { 'engine/Cargo.lock': cargoLock('') }, ['engine/Cargo.lock']],
  [
    'from a repository in Cargo.lock',
    { 'engine/Cargo.lock': cargoLock('source = "git+https://example.org/same#1"\n') },
    ['engine/Cargo.lock'],
  ],
  [
    'used by a go.work',
    { 'go.work': 'go 1.21\n\nuse ./same\n', 'same/go.mod': 'module example.org/same\n' },
    ['same/go.mod'],
  ],
  [
    'a second version without a source',
    {
      'engine/Cargo.lock': cargoLock().replace(
        '[[package]]',
        '[[package]]\nname = "same"\nversion = "0.1.0"\n\n[[package]]',
      ),
    },
    ['engine/Cargo.lock'],
  ],
])('what only tests use is not swapped by the branch: %s', (_, change, expected) => {
  expect(swapped(change)).toEqual(expected)
})

test.each<[string, Files]>([
  ['another version', { 'go.mod': goMod.replace('same v1.0.0', 'same v1.1.0') }],
  [
    'vendored with another version',
    { 'go.mod': goMod.replace('same v1.0.0', 'same v1.1.0'), 'vendor/example.org/same/is/is.go': 'package is\n' },
  ],
  [
    'what product uses',
    { 'go.mod': `${goMod}\nreplace example.org/used => ./used\n`, 'engine/Cargo.lock': cargoLock(source, '') },
  ],
  ['a new crate of the workspace for tests', { 'engine/Cargo.toml': `${cargo}kit = { path = "kit" }\n` }],
  ['a go.work of own modules', { 'go.work': 'go 1.21\n\nuse ./kit\n', 'kit/go.mod': 'module example.org/p/kit\n' }],
])('no swap: %s', (_, change) => {
  expect(swapped(change)).toEqual([])
})

const git = (repository: string, commit = '1'): Files => ({
  'Cargo.toml': `[package]\nname = "e"\n\n[dev-dependencies]\nsame = { git = "https://example.org/${repository}" }\n`,
  'Cargo.lock': `[[package]]\nname = "same"\nversion = "1.0.0"\nsource = "git+https://example.org/${repository}#${commit}"\n`,
})
const member = '[package]\nname = "a"\n\n[dev-dependencies]\nsame = { workspace = true }\n'
const workspace = (same: string): Files => ({
  'Cargo.toml': `[workspace]\nmembers = ["a"]\n\n[workspace.dependencies]\nsame = ${same}\n`,
  'a/Cargo.toml': member,
})
const target = (same: string): Files => ({
  'Cargo.toml': `[package]\nname = "e"\n\n[target."cfg(unix)".dev-dependencies]\nsame = ${same}\n`,
})
test.each<[string, Files, Files, number]>([
  ['another repository', git('a'), git('b'), 1],
  ['another commit of the same repository', git('a'), git('a', '2'), 0],
  ['a table of the workspace', workspace('"1"'), workspace('{ path = "same" }'), 1],
  ['a table of a target', target('"1"'), target('{ path = "same" }'), 1],
  ['a path that moved', target('{ path = "a" }'), target('{ path = "b" }'), 0],
])('a crate of tests: %s', (_, lock, branch, expected) => {
  const tree = compose({
    lock: memoryView(lock),
    branch: memoryView(branch),
    projects: [{ directory: '.', stack: rust }],
  })
  if (!tree.ok) throw new Error(tree.trouble.message)
  expect(tree.value.anomalies.filter(({ kind }) => kind === 'test-tool-changed')).toHaveLength(expected)
})

test('thousands of vendored files take no longer than one look each', () => {
  const files = (text: string) =>
    Object.fromEntries(Array.from({ length: 3000 }, (_, each) => [`vendor/example.org/x${each}/x.go`, text]))
  const requires = Array.from({ length: 300 }, (_, each) => `\texample.org/x${each} v1.0.0\n`).join('')
  let reads = 0
  const counted = (text: string) => {
    const view = memoryView({ ...base, 'go.mod': `module p\n\nrequire (\n${requires})\n`, ...files(text) })
    const read = (path: string) => {
      if (path === 'go.mod') reads += 1
      return view.read(path)
    }
    return { ...view, read }
  }
  expect(compose({ lock: counted('package a\n'), branch: counted('package b\n'), projects }).ok).toBe(true)
  expect(reads).toBeLessThan(100)
})

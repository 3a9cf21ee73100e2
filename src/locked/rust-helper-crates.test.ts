import { describe, expect, test } from 'vitest'
import { rust } from '../stacks/rust/stack.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'
import { devCrates } from './rust-helper-crates.ts'

type Files = Readonly<Record<string, string>>
const pack = (name: string, more = ''): string => `[package]\nname = "${name}"\nversion = "0.1.0"\n${more}`
const dev = (name: string): string => `[dev-dependencies]\n${name} = { path = "${name}" }\n`
const crate = (name: string, text: string, more = ''): Files => ({
  [`${name}/Cargo.toml`]: pack(name, more),
  [`${name}/src/lib.rs`]: text,
})
const root = (name: string): Files => ({
  'Cargo.toml': `${pack('a')}[workspace]\nmembers = ["${name}"]\n${dev(name)}`,
  'src/lib.rs': 'pub fn total() {}\n',
})
const found = (files: Files) => devCrates(memoryView(files))

describe('crates that only dev-dependencies name', () => {
  test('are helpers where their name says so, or where they are macros', () => {
    const support = { ...root('test-support'), ...crate('test-support', 'pub fn same() { assert!(true) }\n') }
    expect(found(support)).toEqual({ helpers: ['test-support/'], unclear: [] })
    const macros = { ...root('cases'), ...crate('cases', 'x', '[lib]\nproc-macro = true\n') }
    expect(found(macros)).toEqual({ helpers: ['cases/'], unclear: [] })
  })

  test('with what only such a crate needs, and by way of the workspace', () => {
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["*"]\n[workspace.dependencies]\ntest-kit = { path = "test-kit" }\n',
      ...crate('core', 'pub fn a() {}', '[dev-dependencies]\ntest-kit.workspace = true\n'),
      ...crate('test-kit', 'x', '[dependencies]\nfixtures-of = { path = "../fixtures-of" }\n'),
      ...crate('fixtures-of', 'x'),
    }
    expect(found(files).helpers.toSorted()).toEqual(['fixtures-of/', 'test-kit/'])
  })

  test('are product where a crate needs them, where they are programs, and where a crate of nothing but tests tests them', () => {
    const needed = `${pack('a')}${dev('test-support')}[dependencies]\ntest-support = { path = "test-support" }\n`
    const support = crate('test-support', 'x')
    expect(found({ ...root('test-support'), ...support, 'Cargo.toml': needed }).helpers).toEqual([])
    const program = { ...root('test-cli'), ...crate('test-cli', 'x'), 'test-cli/src/main.rs': 'fn main() {}' }
    expect(found(program).helpers).toEqual([])
    const exam = { ...root('core'), ...crate('core', 'pub fn a() { assert!(true) }'), 'src/lib.rs': '//! Nothing.\n' }
    expect(found(exam)).toEqual({ helpers: [], unclear: [] })
    const facade = { ...root('api'), ...crate('api', 'x', '[dependencies]\na = { path = ".." }\n') }
    expect(found(facade)).toEqual({ helpers: [], unclear: [] })
  })

  test('come from the lock as helpers; of unclear ones those that assert block', () => {
    const composed = (lock: Files, change: Files) => {
      const branch = memoryView({ ...lock, ...change })
      const tree = compose({ lock: memoryView(lock), branch, projects: [{ directory: '.', stack: rust }] })
      if (!tree.ok) throw new Error(tree.trouble.message)
      const from = (path: string) => tree.value.entries.find((entry) => entry.path === path)?.from ?? 'absent'
      return [...Object.keys(change).map(from), ...tree.value.anomalies.map(({ kind }) => kind)]
    }
    const support = { ...root('test-support'), ...crate('test-support', 'x') }
    expect(composed(support, { 'test-support/src/lib.rs': 'y', 'test-support/src/new.rs': 'y' })).toEqual([
      'lock',
      'absent',
      'test-modified',
      'test-added',
    ])
    const client = (text: string) => ({ ...root('client'), ...crate('client', text) })
    const change = { 'client/src/lib.rs': 'y' }
    expect(composed(client('pub fn a() { assert!(x) }'), change)).toEqual(['branch', 'test-tool-changed'])
    expect(composed(client('pub fn a() {}'), change)).toEqual(['branch', 'test-support-from-branch'])
  })
})

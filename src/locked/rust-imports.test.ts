import { describe, expect, test } from 'vitest'
import { go } from '../stacks/go/stack.ts'
import { node } from '../stacks/node/stack.ts'
import { rust } from '../stacks/rust/stack.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'
import { rustImports } from './rust-imports.ts'

type Files = Readonly<Record<string, string>>
const from = (lock: Files, path: string, stacks: readonly (typeof rust)[] = [rust], more: Files = {}) => {
  const tree = compose({
    lock: memoryView(lock),
    branch: memoryView({ ...lock, ...more, [path]: 'pub fn changed() {}\n' }),
    projects: stacks.map((stack) => ({ directory: '.', stack })),
  })
  if (!tree.ok) throw new Error(tree.trouble.message)
  return tree.value.entries.find((entry) => entry.path === path)?.from ?? 'absent'
}
const crate: Files = { 'Cargo.toml': '[package]\nname = "a"\n', 'src/lib.rs': 'pub mod a;\n' }

describe('modules of Rust that lie where tests do', () => {
  test.each([
    ['src/commands/test.rs', 'src/commands/mod.rs', 'pub mod test;'],
    ['src/commands/test.rs', 'src/commands.rs', 'pub(crate) mod test;'],
    ['src/commands/test.rs', 'src/lib.rs', 'mod commands {\n  pub mod test;\n}'],
    ['src/commands/test/mod.rs', 'src/commands/mod.rs', 'cfg_rt! { pub mod test; }'],
    ['src/fixtures/mod.rs', 'src/lib.rs', 'mod fixtures;'],
    ['src/speed_test.rs', 'src/lib.rs', '#[path = "speed_test.rs"]\nmod speed;'],
    ['src/load_test.rs', 'src/bin/x.rs', '#[path = "../load_test.rs"]\nmod speed;'],
    ['src/bin/x/load_test.rs', 'src/bin/x.rs', 'mod load_test;'],
    ['src/bin/load_test.rs', 'src/bin/x.rs', 'mod load_test;'],
    ['src/a/inner/load_test.rs', 'src/a.rs', 'mod inner {\n  #[path = "load_test.rs"]\n  mod speed;\n}'],
    ['src/a/match_test.rs', 'src/a.rs', '#[cfg_attr(unix, path = "a/match_test.rs")]\nmod r#match;'],
  ])('%s, which product declares, is product', (path, parent, text) => {
    const more = { [path]: 'pub fn a() {}\n#[cfg(test)]\nmod tests { #[test] fn x() {} }\n' }
    expect(from({ ...crate, [parent]: text, ...more }, path)).toBe('branch')
  })

  test('a module of such a module is product', () => {
    const files = {
      ...crate,
      'src/lib.rs': 'mod fixtures;',
      'src/fixtures/mod.rs': 'mod plan;',
      'src/fixtures/plan.rs': 'pub fn a() {}\n',
    }
    expect(from(files, 'src/fixtures/plan.rs')).toBe('branch')
  })

  test.each([
    ['src/tests.rs', 'src/lib.rs', '#[cfg(test)]\nmod tests;', 'pub fn a() {}'],
    ['src/tests.rs', 'src/lib.rs', '#[cfg(all(test, unix))]\nmod x { #[path = "tests.rs"] mod tests; }', 'fn a() {}'],
    ['src/tests.rs', 'src/lib.rs', 'mod tests;', '#[test]\nfn a() {}'],
    ['src/tests.rs', 'src/lib.rs', 'mod tests;', '#![cfg(test)]\nfn a() {}'],
    ['src/tests.rs', 'src/lib.rs', '// mod tests;', 'fn a() {}'],
    ['tests/common/mod.rs', 'tests/a.rs', 'mod common;', 'fn a() {}'],
    ['tests/fixtures/b/src/lib.rs', 'tests/fixtures/b/Cargo.toml', '[package]\nname = "b"\n', 'fn a() {}'],
  ])('%s, declared by %s as %j, is a test', (path, parent, text, own) => {
    expect(from({ ...crate, [parent]: text, [path]: own }, path)).toBe('lock')
  })

  test('no branch makes a test product by declaring it', () => {
    const files = { ...crate, 'src/tests.rs': '#[test]\nfn a() {}\n' }
    expect(from(files, 'src/tests.rs', [rust], { 'src/lib.rs': 'mod tests;' })).toBe('lock')
  })

  test.each([
    ['src/bin/load_test.rs', '[package]\nname = "a"\n'],
    ['src/tools/load_test.rs', '[package]\nname = "a"\n[[bin]]\nname = "l"\npath = "src/tools/load_test.rs"\n'],
    ['src/the_test.rs', '[package]\nname = "a"\n[lib]\npath = "src/the_test.rs"\n'],
  ])('%s is a program or a library', (path, manifest) => {
    expect(from({ ...crate, 'Cargo.toml': manifest, [path]: 'fn main() {}\n' }, path)).toBe('branch')
  })
})

test('source of a language is a test only by the globs of its own stack; data by those of all', () => {
  const files = { ...crate, 'package.json': '{}', 'go.mod': 'module m\n' }
  const both = [rust, node, go]
  const changed = (path: string) => from({ ...files, [path]: 'x' }, path, both)
  expect(
    ['src/test/plan.rs', 'cmd/test/main.go', 'lib/test/a.py', 'lib/test/a.json', 'lib/test/a.js', 'tests/a.rs'].map(
      changed,
    ),
  ).toEqual(['branch', 'branch', 'lock', 'lock', 'lock', 'lock'])
  expect(from({ ...crate, 'test/x.rs': 'x' }, 'test/x.rs', [node])).toBe('lock')
})

test('what declares a module', () => {
  const text =
    'mod a;\nr#"mod b;"#;\nmod c { mod d; mod e { mod f; } }\n#[cfg(not(test))] mod g;\n#[cfg(test)] mod h { mod i; }'
  const paths = ['a', 'b', 'c/d', 'c/e/f', 'g', 'h/i'].map((name) => `src/${name}.rs`)
  const view = memoryView({ ...Object.fromEntries(paths.map((path) => [path, ''])), 'src/lib.rs': text })
  expect(rustImports(view, 'src/lib.rs')).toEqual(['a', 'c/d', 'c/e/f', 'g'].map((name) => `src/${name}.rs`))
})

import { expect, test } from 'vitest'
import { locked } from '../stacks/rust/locked.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'
import { rustClasses } from './rust-classes.ts'

const manifest = { 'Cargo.toml': '[package]\nname = "limits"\n' }
const found = (files: Record<string, string>, isTest?: (path: string) => boolean) =>
  [...rustClasses(memoryView({ ...manifest, ...files }), isTest).tests].sort()
const composed = (before: Record<string, string>, after: Record<string, string>) => {
  const tree = compose({
    lock: memoryView({ ...manifest, ...before }),
    branch: memoryView({ ...manifest, ...before, ...after }),
    projects: [{ directory: '.', stack: { locked } }],
  })
  if (!tree.ok) throw new Error(tree.trouble.message)
  const from = (path: string) => tree.value.entries.find((each) => each.path === path)?.from
  return { from, kinds: tree.value.anomalies.map(({ kind }) => kind) }
}

test('bodies of modules under cfg(test) are tests, whatever they are named', () => {
  const files = {
    'src/lib.rs':
      '#[cfg(test)]\npub(crate) mod helpers;\nmod limits;\n#[cfg(test)]\n#[path = "odd.rs"]\nmod strange;\n',
    'src/helpers/mod.rs': 'mod deep;\npub fn close() -> bool { true }\n',
    'src/helpers/deep.rs': '',
    'src/limits.rs': '#[cfg(test)] mod checks;\n',
    'src/limits/checks.rs': '#[test] fn a() {}',
    'src/odd.rs': '',
    'src/more.rs': '',
  }
  expect(found(files)).toEqual(['src/helpers/deep.rs', 'src/helpers/mod.rs', 'src/limits/checks.rs', 'src/odd.rs'])
  const { from, kinds } = composed(files, { 'src/helpers/mod.rs': 'mod deep;\npub fn close() -> bool { 1 == 1 }\n' })
  expect([from('src/helpers/mod.rs'), kinds]).toEqual(['lock', ['test-modified']])
})

test('a body that some build without tests has is product', () => {
  const files = {
    'src/lib.rs':
      '#[cfg(any(test, feature = "std"))] mod calc;\n#[cfg(test)] mod both;\nmod product;\ncfg_test_util! { mod pause; }\n#[cfg(any(test, doctest))] mod only;\n#[cfg(test)] mod r#match;\n',
    'src/calc.rs': 'mod deep;',
    'src/calc/deep.rs': '',
    'src/both.rs': '',
    'src/pause.rs': '',
    'src/product.rs': '#[path = "both.rs"] mod both;',
    'src/only.rs': '',
    'src/match.rs': '',
  }
  expect(found(files)).toEqual(['src/match.rs', 'src/only.rs'])
  const { from, kinds } = composed(files, { 'src/calc.rs': 'mod deep; // faster' })
  expect([from('src/calc.rs'), kinds]).toEqual(['branch', []])
})

test('paths lead anywhere, and go on from there', () => {
  expect(
    found({
      'src/lib.rs':
        '#[cfg(test)]\n#[path = "../checks/unit.rs"]\nmod unit;\n#[cfg_attr(test, path = "fake.rs")]\nmod real;\n',
      'checks/unit.rs': 'mod more;',
      'checks/more.rs': '',
      'src/real.rs': '',
      'src/fake.rs': '',
    }),
  ).toEqual(['checks/more.rs', 'checks/unit.rs', 'src/fake.rs'])
})

test('modules inside the braces of another lie in its directory', () => {
  expect(
    found({
      'src/lib.rs': 'mod cart;\n#[cfg(test)]\nmod whole { mod a; #[path = "x.rs"] mod b; }\n',
      'src/cart.rs': '#[cfg(test)]\nmod spec {\n  #[test] fn f() {}\n  mod check;\n}\nmod plain { mod own; }\n',
      'src/cart/spec/check.rs': '',
      'src/cart/plain/own.rs': '',
      'src/whole/a.rs': '',
      'src/whole/x.rs': '',
    }),
  ).toEqual(['src/cart/spec/check.rs', 'src/whole/a.rs', 'src/whole/x.rs'])
})

test('what tests alone reach is theirs, also by include!', () => {
  const files = {
    'src/lib.rs': '#[cfg(test)]\nmod tests {\n  include!("cases.in");\n}\ninclude!("table.in");\n',
    'src/cases.in': '#[test] fn a() { assert_eq!(f(), 3); }',
    'src/table.in': '#[cfg(test)] mod t { #[test] fn b() {} }',
    'tests/it.rs': '#[path = "../support/mod.rs"] mod support;\n#[path = "../src/shared.rs"] mod shared;',
    'support/mod.rs': '',
    'src/shared.rs': '',
    'src/main.rs': 'mod shared;',
  }
  expect(found(files, (path) => path.startsWith('tests/'))).toEqual(['src/cases.in', 'support/mod.rs'])
  const { from, kinds } = composed(files, { 'src/cases.in': '#[test] fn a() {}', 'src/table.in': '' })
  expect([from('src/cases.in'), from('src/table.in'), kinds]).toEqual([
    'lock',
    'branch',
    ['fixture-modified', 'inline-tests-unlockable'],
  ])
})

test('sources that a manifest calls tests, with what lies beside them', () => {
  const target = (path: string) => ({ 'Cargo.toml': `[package]\nname = "a"\n[[test]]\nname = "t"\npath = "${path}"\n` })
  const files = {
    'src/lib.rs': '',
    'test/t.rs': 'mod common;',
    'test/common.rs': '',
    'test/data/a.txt': '',
    'src/t.rs': '',
  }
  expect(found({ ...files, ...target('test/t.rs') })).toEqual(['test/common.rs', 'test/data/a.txt', 'test/t.rs'])
  expect(found({ ...files, ...target('src/t.rs') })).toEqual(['src/t.rs'])
})

test('data that inline tests name comes from the lock, unless product names it', () => {
  const files = {
    'src/lib.rs':
      'pub fn f<\'a>(x: &\'a str) -> &\'a str { include_str!("used.txt") }\n#[cfg(test)]\nmod tests {\n  const A: &str = include_str!("expected.txt");\n  const B: &[u8] = include_bytes!(r"q.sql");\n  fn c() { read("cases/all.json"); include_str!("used.txt"); }\n}\n',
    'src/expected.txt': 'a',
    'src/used.txt': 'a',
    'src/q.sql': 'a',
    'cases/all.json': '{}',
  }
  const changed = { 'src/expected.txt': 'b', 'src/used.txt': 'b', 'src/q.sql': 'b', 'cases/all.json': '[]' }
  const { from } = composed(files, changed)
  expect(Object.keys(changed).map((path) => [path, from(path)])).toEqual([
    ['src/expected.txt', 'lock'],
    ['src/used.txt', 'branch'],
    ['src/q.sql', 'lock'],
    ['cases/all.json', 'lock'],
  ])
})

test('a module that product declares is product, whatever its name, where it holds no tests', () => {
  const files = {
    'src/lib.rs': 'pub mod commands;\nmod plain_test;\nmod tests;\n#[cfg(test)] mod lone_test;\n',
    'src/commands/mod.rs': 'pub mod test;',
    'src/commands/test.rs': 'pub fn run() -> u8 { 1 }\n#[cfg(test)] mod tests { #[test] fn a() {} }',
    'src/plain_test.rs': 'fn help() {}\n#[test] fn a() { help() }',
    'src/tests.rs': 'fn help() {}',
    'src/lone_test.rs': 'fn help() {}',
  }
  const after = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, `${text}\nfn more() {}`]))
  const { from } = composed(files, after)
  const fromBranch = Object.keys(files).filter((path) => from(path) === 'branch')
  expect(fromBranch).toEqual(['src/lib.rs', 'src/commands/mod.rs', 'src/commands/test.rs', 'src/tests.rs'])
})

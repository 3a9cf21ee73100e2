import { describe, expect, test } from 'vitest'
import { inlineTestFlags } from './inline-tests.ts'
import { memoryView } from './memory-view.ts'
import { examplesIn } from './rust-doctests.ts'
import { rustTestParts } from './rust-tests.ts'
import { rustTokens } from './rust-tokens.ts'

const manifest = { 'Cargo.toml': '[package]\nname = "limits"\n', 'src/lib.rs': '' }
const said = (before: string | null, after: string | null, path = 'src/lib.rs', more: Record<string, string> = {}) =>
  inlineTestFlags(
    path,
    memoryView({ ...manifest, ...more, ...(before === null ? {} : { [path]: before }) }),
    memoryView({ ...manifest, ...more, ...(after === null ? {} : { [path]: after }) }),
  ).map(({ kind, line }) => `${kind} ${line}`)

const tests = `#[cfg(test)]
mod tests {
    use super::*;
    // A brace in a comment } and one in a string.
    const TEXT: &str = r#"} " {"#;
    #[test]
    fn burst() {
        assert_eq!(admit('}', b'{', "\\"}"), 100, "burst");
    }
}
`
const product = (limit: number) => `/// Admits.\npub fn admit<'a, T>(x: &'a T) -> u32 { ${limit} }\n`

const writing = 'macro_rules! case { ($n:ident, $g:expr, $w:expr) => { #[test] fn $n() { assert_eq!($g, $w); } }; }\n'
const calling = 'macro_rules! cases { ($w:expr) => { case!(a, f(), $w); }; }\n'
const pieces = (value: string) => `#[doc = concat!("\`\`\`\\nassert_eq!(f(), ", "${value}", ");\\n\`\`\`")]\nfn f() {}`

describe('tests inside Rust sources', () => {
  test('product around unchanged tests may change', () => {
    expect(said(product(1) + tests, product(2) + tests)).toEqual([])
    expect(said(product(1) + tests, `${tests.replaceAll('    ', '  ')}\n// more\n${product(2)}`)).toEqual([])
    expect(said(product(1), product(2))).toEqual([])
  })

  test.each([
    ['a changed assertion', product(1) + tests, product(1) + tests.replace('100', '101')],
    ['a deleted module', product(1) + tests, product(1)],
    ['an added module', product(1), product(1) + tests],
    ['a new test function', product(1) + tests, `${product(1) + tests}#[tokio::test]\nasync fn more() {}\n`],
    ['an ignored test', tests, tests.replace('#[test]', '#[test]\n    #[ignore]')],
    ['a helper in the module', tests, tests.replace('"burst"', '"b"')],
    [
      'a helper under cfg(test)',
      '#[cfg(all(test, unix))]\nfn help() -> u8 { 1 }',
      '#[cfg(all(test, unix))]\nfn help() -> u8 { 2 }',
    ],
    ['a macro that makes tests', 'proptest! { fn a(x in 0..9) { f(x) } }', 'proptest! { fn a(x in 0..8) { f(x) } }'],
    ['a question whether a test runs', product(1), `${product(1)}fn f() -> bool { cfg!(test) }`],
    ['another assert_eq', tests, `macro_rules! assert_eq { ($($t:tt)*) => {} }\n${tests}`],
    ['an assert_eq of another crate', tests, `use evil::assert_eq;\n${tests}`],
    ['macros of another crate', tests, `#[macro_use]\nextern crate evil;\n${tests}`],
    ['a file that is for tests', '#![cfg(test)]\nfn a() { 1 }', '#![cfg(test)]\nfn a() { 2 }'],
    ['an example', '/// ```\n/// assert!(f());\n/// ```\nfn f() {}', '/// ```\n/// f();\n/// ```\nfn f() {}'],
    [
      'an example that is ignored now',
      '/// ```\n/// f();\n/// ```\nfn f() {}',
      '/// ```ignore\n/// f();\n/// ```\nfn f() {}',
    ],
    ['a source that has no end', tests, `${tests}/* `],
    ['an assert_eq that is written raw', tests, `macro_rules! r#assert_eq { ($($t:tt)*) => {} }\n${tests}`],
    ['a macro under the name of one that judges', tests, `use std::assert_ne as assert_eq;\n${tests}`],
    ['an assert of its own under a module called std', tests, `use crate::std::{iter, assert_eq};\n${tests}`],
    ['a call of a macro that writes tests', `${writing}case!(a, f(), 3);`, `${writing}case!(a, f(), 4);`],
    [
      'a macro that writes tests',
      `${writing}case!(a, f(), 3);`,
      `${writing.replace('$g, $w', '$g, $g')}case!(a, f(), 3);`,
    ],
    ['a macro that calls one', `${writing}${calling}cases!(3);`, `${writing}${calling}cases!(4);`],
    ['an example in pieces', pieces('2'), pieces('4')],
    ['documentation that only the compiler knows', '#[doc = docs!(2)]\nfn f() {}', '#[doc = docs!(4)]\nfn f() {}'],
  ])('%s blocks', (_, before, after) => {
    expect(said(before, after)).toHaveLength(1)
  })

  test('added and deleted files with tests block, others do not', () => {
    expect(said(null, tests, 'src/new.rs')).toEqual(['inline-tests-unlockable 1'])
    expect(said(tests, null, 'src/old.rs')).toEqual(['inline-tests-unlockable 1'])
    expect([...said(null, product(1), 'src/new.rs'), ...said(product(1), null, 'src/old.rs')]).toEqual([])
  })

  test('a module that becomes a directory has the same tests', () => {
    const moved = (before: string, after: string) => {
      const [lock, branch] = [
        memoryView({ ...manifest, 'src/a.rs': before }),
        memoryView({ ...manifest, 'src/a/mod.rs': after }),
      ]
      return ['src/a.rs', 'src/a/mod.rs'].map((path) => inlineTestFlags(path, lock, branch).length)
    }
    expect(moved(product(1) + tests, product(2) + tests)).toEqual([0, 0])
    expect(moved(tests, tests.replace('100', '101'))).toEqual([0, 1])
    const including = tests.replace('"burst"', 'include_str!("a.txt")')
    expect(moved(including, including)).toEqual([0, 1])
  })

  test('what is for the build without tests is product', () => {
    const item = (value: number) => `#[cfg(not(test))]\nfn limit() -> u32 { ${value} }\n`
    expect(said(item(1), item(2))).toEqual([])
    expect(said(item(1), item(1).replace('#[cfg(not(test))]\n', ''))).toHaveLength(1)
    const derived = (value: number) => `#[cfg_attr(test, derive(Debug))]\nstruct A { x: [u8; ${value}] }\n`
    expect(said(derived(1), derived(2))).toEqual([])
  })

  test.each([
    ['an item that is product too', (value: string) => `#[cfg(any(test, unix))]\nfn f() -> u8 { ${value} }`],
    ['an item that is for no test', (value: string) => `#[cfg(not(any(test, unix)))]\nfn f() -> u8 { ${value} }`],
    [
      'fields of what only tests can print',
      (value: string) => `#[cfg_attr(test, derive(Debug))]\nstruct A { x${value}: u8 }`,
    ],
    ['a module behind macros', (value: string) => `#[macro_use]\nmod macros;\nmod a${value};`],
    ['what is no test function', (value: string) => `#[template(path = "a.html")]\npub struct A { x${value}: u8 }`],
    [
      'the module of the standard library',
      (value: string) => (value === '1' ? '' : 'use std::{panic, thread};\nuse std::panic::catch_unwind;'),
    ],
  ])('%s does not', (_, text) => {
    expect(said(text('1') + tests, text('2') + tests)).toEqual([])
  })

  test('what holds in a build of tests alone is a test', () => {
    const item = (condition: string, value: number) => `#[cfg(${condition})]\nfn f() -> u8 { ${value} }`
    for (const condition of [
      'test',
      'all(unix, test)',
      'any(test, all(doctest, unix))',
      'not(not(test))',
      'not(any(not(test), unix))',
    ])
      expect([condition, said(item(condition, 1), item(condition, 2)).length]).toEqual([condition, 1])
    for (const condition of ['not(test)', 'any(test, feature = "std")', 'not(all(test, unix))', 'any(unix, not(test))'])
      expect([condition, said(item(condition, 1), item(condition, 2)).length]).toEqual([condition, 0])
  })

  test('examples count where rustdoc runs them', () => {
    const example = (value: number) => `/// \`\`\`\n/// f(${value});\n/// \`\`\`\nfn f() {}`
    expect(said(example(1), example(2), 'src/main.rs')).toEqual([])
    const quiet = { 'Cargo.toml': '[package]\nname = "a"\n[lib]\ndoctest = false\n' }
    expect(said(example(1), example(2), 'src/lib.rs', quiet)).toEqual([])
    const readme = (value: number) => `# A\n\n\`\`\`rust\nf(${value});\n\`\`\`\n`
    expect(said(readme(1), readme(2), 'README.md')).toEqual([])
    const included = { 'src/lib.rs': '#![doc = include_str!("../README.md")]' }
    expect(said(readme(1), readme(2), 'README.md', included)).toHaveLength(1)
    expect(said(readme(1), `${readme(1)}\nMore words.\n`, 'README.md', included)).toEqual([])
    const guide = { 'src/lib.rs': '#[cfg_attr(doctest, doc = include_str!("guide.txt"))]\nfn f() {}' }
    expect(said(readme(1), readme(2), 'src/guide.txt', guide)).toHaveLength(1)
    const above = {
      'src/a/b.rs': '#![doc = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"))]',
      'src/lib.rs': '',
    }
    expect(said(readme(1), readme(2), 'README.md', above)).toHaveLength(1)
  })
})

test('examples of a documentation', () => {
  const text = [
    ' Words.',
    ' ```text',
    ' no',
    ' ```',
    ' ```no_run,edition2021',
    ' a();',
    ' ```',
    '',
    '     b();',
    ' c',
  ].join('\n')
  expect(examplesIn(text)).toEqual(['no_run,edition2021\na();', 'rust\n    b();'])
})

test('tokens', () => {
  const text = "let 'a: b'\\'' r#type r##\"\"#\"## 0..5 1.5e3 /* /* */ */ x /// doc\n//// no\n'\u{1F980}'"
  expect(rustTokens(text)?.map(({ text }) => text)).toEqual([
    'let',
    "'a",
    ':',
    "b'\\''",
    'r#type',
    'r##""#"##',
    '0',
    '.',
    '.',
    '5',
    '1.5e3',
    'x',
    ' doc',
    "'\u{1F980}'",
  ])
  expect([rustTokens('"a'), rustTokens('/*'), rustTokens('r#"a"')]).toEqual([undefined, undefined, undefined])
})

test('an item ends where it ends', () => {
  const source =
    '#[cfg(test)] const A: [u8; 2] = [1, 2]; fn b() {} #[cfg(test)] use a::{b, c}; struct S { #[cfg(test)] x: u8, y: u8 }'
  expect(rustTestParts(rustTokens(source) ?? []).map(({ text }) => text)).toEqual([
    '# [ cfg ( test ) ] const A : [ u8 ; 2 ] = [ 1 , 2 ] ;',
    '# [ cfg ( test ) ] use a : : { b , c } ;',
    '# [ cfg ( test ) ] x : u8 ,',
  ])
})

import { describe, expect, test } from 'vitest'
import { locked } from '../stacks/rust/locked.ts'
import { compose } from './compose.ts'
import { inlineTestFlags } from './inline-tests.ts'
import { memoryView } from './memory-view.ts'
import { examplesIn } from './rust-doctests.ts'
import { rustTestModules } from './rust-modules.ts'
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
  ])('%s blocks', (_, before, after) => {
    expect(said(before, after)).toHaveLength(1)
  })

  test('added and deleted files with tests block, others do not', () => {
    expect(said(null, tests, 'src/new.rs')).toEqual(['inline-tests-unlockable 1'])
    expect(said(tests, null, 'src/old.rs')).toEqual(['inline-tests-unlockable 1'])
    expect([...said(null, product(1), 'src/new.rs'), ...said(product(1), null, 'src/old.rs')]).toEqual([])
  })

  test('what is for the build without tests is product', () => {
    const item = (value: number) => `#[cfg(not(test))]\nfn limit() -> u32 { ${value} }\n`
    expect(said(item(1), item(2))).toEqual([])
    expect(said(item(1), item(1).replace('#[cfg(not(test))]\n', ''))).toHaveLength(1)
    const derived = (value: number) => `#[cfg_attr(test, derive(Debug))]\nstruct A { x: [u8; ${value}] }\n`
    expect(said(derived(1), derived(2))).toEqual([])
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

test('bodies of modules under cfg(test) are tests, whatever they are named', () => {
  const files = {
    ...manifest,
    'src/lib.rs':
      '#[cfg(test)]\npub(crate) mod helpers;\nmod limits;\n#[cfg(test)]\n#[path = "odd.rs"]\nmod strange;\n',
    'src/helpers/mod.rs': 'mod deep;\npub fn close() -> bool { true }\n',
    'src/helpers/deep.rs': '',
    'src/limits.rs': '#[cfg(test)] mod checks;\n',
    'src/limits/checks.rs': '#[test] fn a() {}',
    'src/odd.rs': '',
    'src/more.rs': '',
  }
  expect([...rustTestModules(memoryView(files))].sort()).toEqual([
    'src/helpers/deep.rs',
    'src/helpers/mod.rs',
    'src/limits/checks.rs',
    'src/odd.rs',
  ])
  const composed = compose({
    lock: memoryView(files),
    branch: memoryView({ ...files, 'src/helpers/mod.rs': 'mod deep;\npub fn close() -> bool { 1 == 1 }\n' }),
    projects: [{ directory: '.', stack: { locked } }],
  })
  expect(composed.ok && composed.value.entries.find(({ path }) => path === 'src/helpers/mod.rs')?.from).toBe('lock')
  expect(composed.ok && composed.value.anomalies.map(({ kind }) => kind)).toEqual(['test-modified'])
})

import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { lockfileFlags } from './lockfile-flags.ts'
import { mergeCargoToml } from './merge-cargo-toml.ts'

const lock = `[package]
name = "limits"
version = "0.1.0"
[dependencies]
itoa = "1"
[dev-dependencies]
proptest = "1"
tempfile = "3"
[lints.clippy]
all = "deny"
[profile.test]
overflow-checks = true
[[test]]
name = "it"
harness = false
`
const merged = (branch: string, pinned = false) => {
  const { text, anomalies } = mergeCargoToml('Cargo.toml', lock, branch, pinned)
  return { text: text === null ? null : parse(text), kinds: anomalies.map(({ kind }) => kind) }
}

describe('Cargo.toml', () => {
  test('what builds is the branch’s, byte for byte', () => {
    const branch = lock.replace('itoa = "1"', 'itoa = "1.0.5" # newer').replace('0.1.0', '0.2.0')
    expect(merged(branch)).toEqual({ text: null, kinds: ['dependency-changed'] })
    expect(merged('[').kinds).toEqual(['manifest-unreadable'])
    expect(mergeCargoToml('a/Cargo.toml', undefined, '[package]\nname = "a"\n', true).text).toBeNull()
    const { test: _, ...rest } = parse(lock)
    expect(parse(mergeCargoToml('a/Cargo.toml', undefined, lock, true).text ?? '')).toEqual(rest)
  })

  test('what judges is the lock’s', () => {
    const branch = lock
      .replace('all = "deny"', 'all = "allow"')
      .replace('overflow-checks = true', 'overflow-checks = false')
      .replace('harness = false', 'path = "x.rs"')
      .replace('[dev', '[lib]\ntest = false\ndoctest = false\n[features]\nfast = []\n[dev')
    const { text, kinds } = merged(branch)
    expect(text).toEqual({ ...parse(lock), lib: {}, features: { fast: [] } })
    expect(kinds).toEqual([
      'lint-config-modified',
      'runner-config-modified',
      'runner-config-modified',
      'runner-config-modified',
      'runner-config-modified',
      'build-config-modified',
      'build-config-modified',
    ])
  })

  test('test tools without a lockfile, and what locked tests may need', () => {
    const branch = `${lock.replace('proptest = "1"', 'proptest = { path = "evil" }').replace('tempfile = "3"\n', '')}[patch.crates-io]\nrstest = { path = "evil" }\n`
    const { text, kinds } = merged(branch)
    expect(text).toEqual({ ...parse(lock), patch: { 'crates-io': {} } })
    expect(kinds).toEqual(['test-tool-restored', 'test-tool-restored', 'test-tool-restored', 'dependency-changed'])
  })

  test('whether the tests of a program run', () => {
    const bin = '[[bin]]\nname = "a"\n'
    const { text, anomalies } = mergeCargoToml('Cargo.toml', bin, `${bin}test = false\n`, true)
    expect(parse(text ?? '')).toEqual(parse(bin))
    expect(anomalies.map(({ kind }) => kind)).toEqual(['runner-config-modified'])
  })
})

test('a test tool of Cargo.lock that differs blocks, other packages do not', () => {
  const pins = (version: string, other = '1') =>
    `version = 4\n[[package]]\nname = "limits"\nversion = "0.1.0"\n[[package]]\nname = "proptest"\nversion = "${version}"\nsource = "registry+x"\nchecksum = "${version}"\n[[package]]\nname = "itoa"\nversion = "${other}"\nsource = "registry+x"\n`
  const kinds = (before: string, after: string) => lockfileFlags('Cargo.lock', before, after).map(({ kind }) => kind)
  expect(kinds(pins('1.0.0'), pins('1.1.0'))).toEqual(['test-tool-changed', 'lockfile-changed'])
  expect(kinds(pins('1.0.0'), pins('1.0.0', '2'))).toEqual(['lockfile-changed'])
  expect(kinds(pins('1.0.0'), '[')).toEqual(['lockfile-unreadable'])
})

import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { lockfileFlags } from './lockfile-flags.ts'
import { memoryView } from './memory-view.ts'
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

describe('a manifest fits to the others', () => {
  const member = (more: string) => `[package]\nname = "b"\n${more}`
  const result = (path: string, before: Record<string, string>, after: Record<string, string>, isLocked = false) => {
    const [lock, branch] = [memoryView(before), memoryView(after)]
    const sides = { lock, branch, isLocked: () => isLocked }
    const { text, anomalies } = mergeCargoToml(path, lock.read(path), branch.read(path) ?? '', true, sides)
    return { manifest: parse(text ?? branch.read(path) ?? ''), kinds: anomalies.map(({ kind }) => kind) }
  }

  test('a new package takes no lints from a workspace that has none', () => {
    const root = '[workspace]\nmembers = ["b"]\n'
    const lints = `${root}[workspace.lints.rust]\nunsafe_code = "forbid"\n`
    const inherits = member('[lints]\nworkspace = true\n')
    const after = { 'Cargo.toml': lints, 'b/Cargo.toml': inherits }
    expect(result('Cargo.toml', { 'Cargo.toml': root }, after).manifest).toEqual(parse(root))
    expect(result('b/Cargo.toml', { 'Cargo.toml': root }, after).manifest).toEqual(parse(member('')))
    expect(result('b/Cargo.toml', { 'Cargo.toml': lints }, after).manifest).toEqual(parse(inherits))
    expect(result('b/Cargo.toml', {}, after).manifest).toEqual(parse(inherits))
  })

  test('a feature that is gone is required by no locked test', () => {
    const manifest = (name: string, required = name) =>
      `[[test]]\nname = "it"\nrequired-features = ["${required}"]\n[features]\n${name} = []\n`
    const merge = (after: string) => result('Cargo.toml', { 'Cargo.toml': manifest('big') }, { 'Cargo.toml': after })
    expect(merge(manifest('large'))).toEqual({ manifest: parse(manifest('large')), kinds: ['build-config-modified'] })
    expect(merge(manifest('big', 'other')).manifest).toEqual(parse(manifest('big')))
    expect(merge('[features]\nlarge = []\n').manifest).toEqual(parse('[[test]]\nname = "it"\n[features]\nlarge = []\n'))
  })

  test('a dependency whose sources are gone does not come back', () => {
    const uses = '[package]\nname = "a"\n[dev-dependencies]\nutil = { path = "util" }\n'
    const before = { 'Cargo.toml': uses, 'util/Cargo.toml': '[package]\nname = "util"\n' }
    const after = { 'Cargo.toml': '[package]\nname = "a"\n' }
    expect(result('Cargo.toml', before, after)).toEqual({
      manifest: parse(after['Cargo.toml']),
      kinds: ['dependency-changed'],
    })
    expect(result('Cargo.toml', before, { ...before, ...after }).manifest).toEqual(parse(uses))
    expect(result('Cargo.toml', before, after, true).manifest).toEqual(parse(uses))
  })

  test('a dependency of the workspace that tests stand on comes back with them', () => {
    const root = '[workspace]\nmembers = ["b"]\n[workspace.dependencies]\n'
    const before = {
      'Cargo.toml': `${root}rstest = "1"\nitoa = "1"\n`,
      'b/Cargo.toml': member('[dev-dependencies]\nrstest.workspace = true\n'),
    }
    const after = { 'Cargo.toml': root, 'b/Cargo.toml': member('') }
    expect(result('Cargo.toml', before, after).manifest).toEqual(parse(`${root}rstest = "1"\n`))
    expect(result('b/Cargo.toml', before, after).manifest).toEqual(parse(`${before['b/Cargo.toml']}`))
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

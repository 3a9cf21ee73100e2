import { describe, expect, test } from 'vitest'
import { testOnlyFeatureFlags } from './cargo-test-features.ts'
import { memoryView } from './memory-view.ts'

const said = (before: Record<string, string>, after: Record<string, string>) =>
  testOnlyFeatureFlags(memoryView(before), memoryView({ ...before, ...after })).map(({ kind, evidence, blocking }) =>
    blocking ? `${kind} ${evidence}` : kind,
  )
const root = (more: string) => ({ 'Cargo.toml': `[package]\nname = "a"\n${more}` })

describe('features that only tests have', () => {
  test('a dev-dependency on the crate itself', () => {
    const self =
      '[features]\nexact = []\nmock = []\n[dev-dependencies]\na = { path = ".", features = ["mock", "exact"] }\n'
    expect(said(root(''), root(self))).toEqual(['test-only-features a: exact, mock'])
    const known = root(self.replace(', "exact"', ''))
    expect(said(known, root(self))).toEqual(['test-only-features a: exact'])
    expect(said(known, { ...root(`${self.replace(', "exact"', '')}# more\n`) })).toEqual([])
    expect(said(root(''), root(self.replace('exact = []', 'exact = []\ndefault = ["mock", "exact"]')))).toEqual([])
  })

  test('a feature that a known one switches on', () => {
    const text =
      '[features]\nexact = []\nmock = []\n[target."cfg(unix)".dev-dependencies]\na = { path = "./", features = ["mock"] }\n'
    expect(said(root(text), root(text.replace('mock = []', 'mock = ["exact"]')))).toEqual([
      'test-only-features a: exact',
    ])
    expect(said(root(text), root(text.replace('exact = []', 'exact = []\nfast = ["exact"]')))).toEqual([])
  })

  test('a package that product has too, and one that it has not', () => {
    const both = '[dependencies]\nserde = "1"\n[dev-dependencies]\nserde = { version = "1" }\nrstest = "1"\n'
    const derive = both.replace('{ version = "1" }', '{ version = "1", features = ["derive"] }')
    expect(said(root(both), root(derive))).toEqual(['test-only-features serde: derive'])
    expect(
      said(root(both), root(derive.replace('serde = "1"', 'serde = { version = "1", features = ["derive"] }'))),
    ).toEqual([])
    expect(
      said(root(both), root(both.replace('rstest = "1"', 'rstest = { version = "1", features = ["x"] }'))),
    ).toEqual([])
    const bare = both.replace('serde = "1"', 'serde = { version = "1", default-features = false }')
    expect(said(root(both), root(bare))).toEqual(['test-only-features serde: default'])
  })

  test('through the dependencies of a workspace, and another member', () => {
    const lock = {
      'Cargo.toml': '[workspace]\nmembers = ["x", "y"]\n[workspace.dependencies]\ny = { path = "y" }\n',
      'x/Cargo.toml': '[package]\nname = "x"\n[dev-dependencies]\ny.workspace = true\n',
      'y/Cargo.toml': '[package]\nname = "y"\n[features]\nexact = []\n',
    }
    expect(
      said(lock, {
        'x/Cargo.toml': lock['x/Cargo.toml'].replace(
          'y.workspace = true',
          'y = { workspace = true, features = ["exact"] }',
        ),
      }),
    ).toEqual(['test-only-features y: exact'])
  })
})

import { expect, test } from 'vitest'
import { locked } from '../stacks/rust/locked.ts'
import { compose } from './compose.ts'
import { memoryView } from './memory-view.ts'

test('tests of a crate that the branch deletes are left out, so that the others can be loaded', () => {
  const rest = {
    'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
    'crates/a/Cargo.toml': '[package]\nname = "a"\n',
    'crates/a/src/lib.rs': '',
  }
  const crate = {
    'crates/b/Cargo.toml': '[package]\nname = "b"\n',
    'crates/b/src/lib.rs': '',
    'crates/b/tests/it.rs': '#[test] fn one() {}',
    'crates/b/clippy.toml': '',
    'crates/b/tests/ui/x/Cargo.toml': '[package]\nname = "x"\n',
  }
  const said = (after: Record<string, string>) => {
    const tree = compose({
      lock: memoryView({ ...rest, ...crate, 'crates/a/tests/it.rs': '' }),
      branch: memoryView({ ...rest, ...after }),
      projects: [{ directory: '.', stack: { locked } }],
    })
    if (!tree.ok) throw new Error(tree.trouble.message)
    return {
      paths: tree.value.entries
        .map(({ path }) => path)
        .filter((path) => path.includes('crates/b') || path.endsWith('it.rs')),
      kinds: tree.value.anomalies.map(({ kind, path }) => `${kind} ${path}`),
    }
  }
  expect(said({})).toEqual({
    paths: ['crates/a/tests/it.rs'],
    kinds: [
      'test-deleted crates/a/tests/it.rs',
      'runner-config-modified crates/b/clippy.toml',
      'test-deleted crates/b/tests/it.rs',
      'test-deleted crates/b/tests/ui/x/Cargo.toml',
    ],
  })
  const { 'crates/b/tests/it.rs': _, ...kept } = crate
  expect(said(kept).paths).toContain('crates/b/tests/it.rs')
})

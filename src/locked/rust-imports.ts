import type { RepoView } from '../model/repo-view.ts'
import { rustGraph } from './rust-modules.ts'
import { rustTestParts } from './rust-tests.ts'
import { rustTokens } from './rust-tokens.ts'

/**
 * The files that a Rust source takes into its crate as modules, outside of what is compiled for tests alone, or the libraries and programs
 * that a Cargo.toml makes. None where a module holds tests itself, outside of a module for them.
 */
export const rustImports = (view: RepoView, path: string): readonly string[] => {
  const { targets, edgesOf } = rustGraph(view)
  if (path.endsWith('Cargo.toml')) return targets.shipped.get(path) ?? []
  return edgesOf(path).flatMap(({ to, tested, by }) =>
    tested || by !== 'module' || holdsTests(view.read(to) ?? '') ? [] : [to],
  )
}

/** Test functions, or `#![cfg(test)]`, outside of modules that say so: whoever declares such a file declares tests. */
const holdsTests = (text: string): boolean =>
  /#!?\s*\[/.test(text) &&
  rustTestParts(rustTokens(text) ?? []).some(({ text: part }) => {
    const attributes = /^(?:# \[ [^\]]*\] ?)+/.exec(part)?.[0] ?? ''
    const inner = /^# ! \[ cfg \( (?!not\b)/.test(part)
    return inner || (attributes !== '' && !/\b(?:cfg|cfg_attr|macro_use)\b/.test(attributes))
  })

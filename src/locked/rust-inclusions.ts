import type { RepoView } from '../model/repo-view.ts'
import { documentation } from './rust-doctests.ts'
import { includedFile, inclusionsIn } from './rust-included.ts'
import { runsDoctests } from './rust-inline.ts'
import { codeOf } from './rust-items.ts'
import { rustTokens } from './rust-tokens.ts'

const known = new WeakMap<RepoView, ReadonlyMap<string, 'source' | 'documentation'>>()

/** What Rust sources of a commit take a file for that is no source by its name: `include!`, or documentation whose examples run. */
export const includedAs = (view: RepoView, path: string): 'source' | 'documentation' | undefined => {
  const before = known.get(view) ?? inclusions(view)
  known.set(view, before)
  return before.get(path)
}

const inclusions = (view: RepoView): ReadonlyMap<string, 'source' | 'documentation'> => {
  const found = new Map<string, 'source' | 'documentation'>()
  for (const path of view.paths) {
    const text = path.endsWith('.rs') ? (view.read(path) ?? '') : ''
    if (!/\binclude(?:_str)?!/.test(text)) continue
    const tokens = rustTokens(text) ?? []
    const documents = runsDoctests(view, path) ? documentation(tokens).included : []
    for (const each of documents) found.set(includedFile(view, path, each) ?? '', 'documentation')
    for (const each of inclusionsIn(codeOf(tokens)))
      if (each.macro === 'include') found.set(includedFile(view, path, each) ?? '', 'source')
  }
  return found
}

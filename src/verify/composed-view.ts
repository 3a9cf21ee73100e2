import type { RepoView } from '../model/repo-view.ts'
import type { TreeEntry } from '../model/tree.ts'

/** The composed tree as a view, so that stacks read it like any commit. */
export const viewOf = (entries: readonly TreeEntry[], lock: RepoView, branch: RepoView): RepoView => {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const paths = [...byPath.keys()].sort()
  const view = (prefix: string): RepoView => {
    const full = (path: string) => (prefix === '' ? path : `${prefix}${path}`)
    return {
      paths:
        prefix === ''
          ? paths
          : paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)),
      has: (path) => byPath.has(full(path)),
      read: (path) => {
        const entry = byPath.get(full(path))
        if (entry === undefined || entry.mode === '120000') return undefined
        if (entry.text !== null) return entry.text
        return (entry.from === 'lock' ? lock : branch).read(entry.path)
      },
      oid: (path) => byPath.get(full(path))?.oid ?? undefined,
      under: (directory) => (directory === '.' || directory === '' ? view(prefix) : view(`${full(directory)}/`)),
    }
  }
  return view('')
}

/** Every file of one commit, as a tree of its own: the control is the lock alone, `branch_tests` the branch alone. */
export const entriesOf = (view: RepoView, from: 'lock' | 'branch'): TreeEntry[] =>
  view.paths.map((path) => ({
    path,
    mode: view.mode?.(path) ?? '100644',
    from,
    oid: view.oid(path) ?? null,
    text: null,
  }))

import type { Anomaly } from './anomaly.ts'

/** Class of a path (DESIGN §4): `test` T, `judge` C-judge, `build` C-build, `manifest` D, `product` P. */
export type PathClass = 'test' | 'judge' | 'build' | 'manifest' | 'product'

export type FileMode = '100644' | '100755' | '120000'

/** One file of the composed tree: a blob of the mirror, or text that was merged. */
export interface TreeEntry {
  readonly path: string
  readonly mode: FileMode
  readonly from: 'lock' | 'branch' | 'merged'
  /** Object id in the mirror; null for merged text. */
  readonly oid: string | null
  readonly text: string | null
}

/** The tree that is verified: product from the branch, the exam from the lock. Its hash is the identity of the verification. */
export interface ComposedTree {
  readonly entries: readonly TreeEntry[]
  /** Every path of the branch that is not in the tree as the branch has it, with the reason (an anomaly kind). */
  readonly excluded: readonly { readonly path: string; readonly reason: string }[]
  readonly anomalies: readonly Anomaly[]
  /** Test files that the branch changed or added: what `branch_tests` runs. */
  readonly branchTestFiles: readonly string[]
  /** Paths that are named like tests and came from the branch as product all the same: a test that comes of one takes a pass away. */
  readonly doubtful: readonly string[]
  /** Helpers of tests among product that the branch changes or deletes and that came from the lock. */
  readonly helpersPutBack?: readonly string[]
  /** Paths of class test and judge, restored from the lock: re-hashed after the run. */
  readonly lockedPaths: readonly string[]
}

/**
 * True for a symlink whose target is absolute or could lie outside the tree. A `..` behind a name counts as leaving, since the name
 * may be a symlink itself.
 */
export const leavesTree = (path: string, target: string): boolean => {
  if (target === '' || target.startsWith('/') || /^[a-z]:|\\/i.test(target)) return true
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  const named = parts.findIndex((part) => part !== '..')
  const climbs = named < 0 ? parts.length : named
  return climbs > path.split('/').length - 1 || parts.slice(climbs).includes('..')
}

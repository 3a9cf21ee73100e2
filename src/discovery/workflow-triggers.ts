import picomatch from 'picomatch'
import type { Value } from './expressions.ts'

/** The events that run a workflow for a change to the default branch: also those of the merge queue, which blocks as a pull request does. */
export type ChangeEvent = 'push' | 'pull_request' | 'merge_group' | 'pull_request_target'

/** Names that default branches have, where the caller does not know it. */
const USUAL_DEFAULTS = ['main', 'master', 'trunk', 'develop', 'development', 'dev', 'default', 'next', 'canary']
const RUNNING_TYPES = ['opened', 'synchronize', 'reopened', 'ready_for_review', 'checks_requested']

const list = (value: Value | undefined): readonly string[] | undefined =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : undefined

/** GitHub's branch patterns: `*` stops at a slash, `!` excludes, the last pattern that matches decides. */
const matches = (patterns: readonly string[], branch: string): boolean => {
  let in_ = false
  for (const pattern of patterns) {
    const negative = pattern.startsWith('!')
    if (picomatch.isMatch(branch, negative ? pattern.slice(1) : pattern, { dot: true })) in_ = !negative
  }
  return in_
}

const filterAllows = (filter: Value | undefined, branches: readonly string[]): boolean => {
  if (filter === null || typeof filter !== 'object' || Array.isArray(filter)) return true
  const map = filter as { readonly [name: string]: Value }
  const types = list(map.types)
  if (types !== undefined && !types.some((type) => RUNNING_TYPES.includes(type))) return false
  const only = list(map.branches)
  const ignored = list(map['branches-ignore'])
  if (only !== undefined) return branches.some((branch) => matches(only, branch))
  if (ignored !== undefined) return branches.some((branch) => !matches(ignored, branch))
  // Tag filters alone mean that pushes to branches do not run it.
  return map.tags === undefined && map['tags-ignore'] === undefined
}

/** Which change events run a workflow on the default branch; empty for schedule, dispatch, release and the like. Path filters are taken to match. */
export const changeEvents = (on: Value, defaultBranch: string | undefined): readonly ChangeEvent[] => {
  const branches = defaultBranch === undefined ? USUAL_DEFAULTS : [defaultBranch]
  const events: readonly ChangeEvent[] = ['pull_request', 'push', 'merge_group', 'pull_request_target']
  if (typeof on === 'string') return events.filter((event) => event === on)
  if (Array.isArray(on)) return events.filter((event) => on.includes(event))
  if (on === null || typeof on !== 'object') return []
  const map = on as { readonly [name: string]: Value }
  return events.filter((event) => event in map && filterAllows(map[event], branches))
}

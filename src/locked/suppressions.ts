import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import { flag } from './flags.ts'
import { patternsFor, type Suppression, suppressionsIn } from './suppression-words.ts'

const SHOWN = 10

const keysOf = (found: Suppression): readonly string[] => found.rules.map((rule) => `${found.kind} ${rule}`)

/** How often each kind and rule is silenced, and how many words of a kind are there. */
const counted = (all: readonly Suppression[], keys: (one: Suppression) => readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const key of all.flatMap(keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/**
 * Suppressions that the branch's text has more of than the lock's, by kind and rule. One that only became narrower (`noqa` →
 * `noqa: E501`) is not new.
 */
const added = (before: readonly Suppression[], after: readonly Suppression[]): readonly Suppression[] => {
  const [old, now] = [counted(before, keysOf), counted(after, keysOf)]
  const excess = new Map([...now].map(([key, count]) => [key, count - (old.get(key) ?? 0)]))
  const narrowed = new Map<string, number>()
  for (const [key, count] of old) {
    const lost = count - (now.get(key) ?? 0)
    if (key.endsWith(' *') && lost > 0) narrowed.set(key.slice(0, -2), lost)
  }
  const known = new Set(before.map(({ text }) => text))
  // Lines that the lock does not have are the likely ones.
  const likely = [...after].sort((a, b) => Number(known.has(a.text)) - Number(known.has(b.text)) || a.line - b.line)
  const found = likely.filter((one) => {
    const fresh = keysOf(one).filter((key) => (excess.get(key) ?? 0) > 0)
    if (fresh.length === 0) return false
    for (const key of fresh) excess.set(key, (excess.get(key) ?? 0) - 1)
    const budget = narrowed.get(one.kind) ?? 0
    if (budget <= 0 || one.rules.includes('*')) return true
    narrowed.set(one.kind, budget - 1)
    return false
  })
  return found.sort((a, b) => a.line - b.line)
}

/** True for an attribute of a whole crate or module that leaves Clippy nothing to say. */
const mutesAll = ({ kind, rules }: Suppression): boolean =>
  kind === '#![allow]' && rules.some((rule) => /^(?:warnings|clippy::all|clippy::correctness)$/.test(rule))

/** The flags of a product file that the branch changed or added: what it silences and the lock did not. A file that was moved is held against its old place. `tools`: ids of those that the exam calls. */
export const suppressionsOf = (
  lock: RepoView,
  branch: RepoView,
  tools: ReadonlySet<string | null> = new Set(),
): ((path: string) => readonly Anomaly[]) => {
  let gone: readonly string[] | undefined
  const before = (path: string): string => {
    if (lock.has(path)) return lock.read(path) ?? ''
    gone ??= lock.paths.filter((each) => !branch.has(each))
    const same = gone.find((each) => lock.oid(each) === branch.oid(path))
    const named = gone.filter((each) => nameOf(each) === nameOf(path))
    const from = same ?? (named.length === 1 ? named[0] : undefined)
    return from === undefined ? '' : (lock.read(from) ?? '')
  }
  return (path) => {
    if (patternsFor(path).length === 0) return []
    const now = suppressionsIn(path, branch.read(path) ?? '')
    const found = now.length === 0 ? [] : added(suppressionsIn(path, before(path)), now)
    return found.slice(0, SHOWN).map((one, at) => {
      const { kind, line, text } = one
      const more = at === SHOWN - 1 && found.length > SHOWN ? `; ${found.length - SHOWN} more follow in this file` : ''
      const added = flag('suppression-added', path, `The branch adds ${kind} in ${path}${more}.`, {
        line,
        evidence: text,
      })
      return tools.has('clippy') && mutesAll(one) ? { ...added, severity: 'high' } : added
    })
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

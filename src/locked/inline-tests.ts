import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import { flag } from './flags.ts'
import { differsInFormatOnly } from './formatting.ts'
import { examplesIn } from './rust-doctests.ts'
import { includedAs } from './rust-inclusions.ts'
import { inlineDifference, runsDoctests as runsRustDoctests } from './rust-inline.ts'
import { testMacros } from './rust-macros.ts'

/**
 * Tests that stand inside product files cannot be locked by path: unchanged is fine, changed blocks. Vitest's in-source blocks
 * always, Python's doctests where the lock runs them; of Rust, where almost every file has some, added and deleted ones too.
 */
export const inlineTestFlags = (path: string, lock: RepoView, branch: RepoView): readonly Anomaly[] => {
  if (path.endsWith('.rs')) return rustFlags(path, lock, branch)
  const kind = includedAs(lock, path) ?? includedAs(branch, path)
  if (kind !== undefined) return kind === 'source' ? rustFlags(path, lock, branch) : exampleFlags(path, lock, branch)
  if (!lock.has(path) || !branch.has(path)) return []
  const script = /\.[cm]?[jt]sx?$/.test(path)
  if (!script && !(path.endsWith('.py') && runsDoctests(lock))) return []
  const [before, after] = [lock.read(path) ?? '', branch.read(path) ?? '']
  const parts = script ? inSource : doctests
  const [old, now] = [parts(before), parts(after)]
  if (old === '' || differsInFormatOnly(script ? path : 'examples.txt', old, now)) return []
  return [unlockable(path, now.slice(0, 500) || 'deleted', null)]
}

const unlockable = (path: string, evidence: string, line: number | null): Anomaly =>
  flag('inline-tests-unlockable', path, `The branch changes tests that stand inside ${path}, which cannot be locked.`, {
    evidence,
    line,
  })

const rustFlags = (path: string, lock: RepoView, branch: RepoView): readonly Anomaly[] => {
  const other = otherPlace(path)
  // The module has another file now: looked at there.
  if (!branch.has(path) && branch.has(other) && !lock.has(other)) return []
  const isMoved = !lock.has(path) && lock.has(other) && !branch.has(other)
  const before = lock.read(isMoved ? other : path) ?? ''
  const doctests = runsRustDoctests(lock, path) || runsRustDoctests(branch, path)
  const macros = new Set([...testMacros(lock), ...testMacros(branch)])
  const found = inlineDifference(before, branch.read(path) ?? '', doctests, macros)
  if (found !== null) return [unlockable(path, found.evidence, found.line)]
  // What it includes lies elsewhere now.
  return isMoved && /\binclude(?:_str|_bytes)?!|\bpath\s*=/.test(before)
    ? [unlockable(path, `moved from ${other}, with what it includes`, null)]
    : []
}

/** `cart.rs` and `cart/mod.rs` are the same module. */
const otherPlace = (path: string): string =>
  path.endsWith('/mod.rs') ? path.replace(/\/mod\.rs$/, '.rs') : path.replace(/\.rs$/, '/mod.rs')

/** Examples of a text that Rust code includes as its documentation. */
const exampleFlags = (path: string, lock: RepoView, branch: RepoView): readonly Anomaly[] => {
  const [old, now] = [lock, branch].map((view) => examplesIn(view.read(path) ?? '').join('\n\n'))
  return old === now ? [] : [unlockable(path, now || 'deleted', null)]
}

/** From `if (import.meta.vitest)` to the end of its block; to the end of the text when the braces do not tell. */
const inSource = (text: string): string =>
  [...text.matchAll(/if\s*\(\s*import\.meta\.vitest\b/g)].map((match) => block(text.slice(match.index))).join('\n')

const block = (text: string): string => {
  let depth = 0
  for (const match of text.matchAll(
    /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}]/g,
  )) {
    if (match[0] === '{') depth += 1
    if (match[0] === '}') depth -= 1
    if (match[0] === '}' && depth === 0) return text.slice(0, match.index + 1)
  }
  return text
}

/** Examples with the lines of output that follow them. */
const doctests = (text: string): string => {
  let inside = false
  return text
    .split('\n')
    .filter((row) => {
      inside = /^\s*>>>/.test(row) || (inside && row.trim() !== '' && !/"""|'''/.test(row))
      return inside
    })
    .join('\n')
}

const runsDoctests = (lock: RepoView): boolean =>
  ['pyproject.toml', 'pytest.ini', '.pytest.ini', 'setup.cfg', 'tox.ini', 'conftest.py'].some((path) =>
    /doctest[-_](?:modules|plus)/.test(lock.read(path) ?? ''),
  )

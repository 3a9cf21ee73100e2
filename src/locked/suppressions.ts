import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import { flag } from './flags.ts'

/** Words in a comment that keep a linter, a type checker or a coverage tool from speaking. */
interface Suppression {
  /** `noqa`, `@ts-ignore`. */
  readonly kind: string
  /** What is silenced: rules, or `*` for everything. */
  readonly rules: readonly string[]
  /** 1-based. */
  readonly line: number
  /** The line that holds it, trimmed. */
  readonly text: string
}

/** Where a directive may begin: behind what opens a comment, or at the start of a line of a longer one. */
const opening = String.raw`(?:\/\/+|\/\*+|<!--|^[ \t]*\*?)[ \t]*`
const script = (words: string, rules = ''): RegExp => new RegExp(`${opening}(${words})${rules}`, 'gm')
const python = (words: string, rules = ''): RegExp => new RegExp(`#[ \\t]*(${words})${rules}`, 'gim')

/** The first group of each is the kind; the second, where there is one, holds the rules. */
const scripts = [
  script('@ts-ignore|@ts-expect-error|@ts-nocheck'),
  script(
    '(?:eslint|oxlint)-disable(?:-next-line|-line)?(?![\\w-])',
    '[ \\t]*((?:[@\\w/-]+(?:[ \\t]*,[ \\t]*)?)*)(?=\\s|\\*|-|$)',
  ),
  script('biome-ignore(?:-all|-start)?(?![\\w-])', '[ \\t]+([\\w/]+)'),
  script('(?:v8|c8|istanbul)[ \\t]+ignore|node:coverage[ \\t]+(?:ignore|disable)'),
]
const pythons = [
  python('(?:(?:ruff|flake8)[ \\t]*:[ \\t]*)?noqa\\b', '(?:[ \\t]*:[ \\t]*([A-Z]+\\d+(?:[ \\t,]+[A-Z]+\\d+)*))?'),
  python('type:[ \\t]*ignore|pyright:[ \\t]*ignore', '(?:\\[([^\\]\\n]*)\\])?'),
  python('mypy:[ \\t]*ignore-errors'),
  python('pylint:[ \\t]*(?:disable|skip-file)(?:-next)?', '(?:[ \\t]*=[ \\t]*([\\w, \\t-]+))?'),
  python('pragma:?[ \\t]*no[ \\t]?cover'),
]
const natives = [
  script('NOLINT(?:NEXTLINE|BEGIN)?(?![\\w-])', '(?:\\(([^)\\n]*)\\))?'),
  script('cppcheck-suppress(?:-begin|-file|-macro)?(?![\\w-])', '[ \\t]+\\[?([\\w, \\t]+)'),
  script('clang-format[ \\t]+off\\b|(?:LCOV|GCOV|GCOVR)_EXCL_(?:LINE|START|BR_LINE|BR_START)\\b'),
]

const SHOWN = 10

const patternsFor = (path: string): readonly RegExp[] =>
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(path)
    ? scripts
    : /\.pyi?$/.test(path)
      ? pythons
      : /\.(?:c|cc|cpp|cxx|c\+\+|C|h|hh|hpp|hxx|ipp|inl|m|mm)$/.test(path)
        ? natives
        : []

/** The suppressions of a source text in the order of their lines. Strings that look like comments are taken for comments. */
export const suppressionsIn = (path: string, text: string): readonly Suppression[] => {
  const rows = text.split('\n')
  const starts: number[] = []
  for (let at = 0, row = 0; row < rows.length; at += (rows[row]?.length ?? 0) + 1, row += 1) starts.push(at)
  return patternsFor(path)
    .flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match): Suppression => {
        const at = match.index + match[0].indexOf(match[1] ?? '')
        const line = starts.findLastIndex((start) => start <= at) + 1
        const rules = (match[2] ?? '').split(/[\s,]+/).filter(Boolean)
        return {
          kind: (match[1] ?? '').toLowerCase().replaceAll(/\s+/g, ' '),
          rules: rules.length === 0 ? ['*'] : rules,
          line,
          text: (rows[line - 1] ?? '').trim().slice(0, 200),
        }
      }),
    )
    .sort((a, b) => a.line - b.line)
}

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

/** The flags of a product file that the branch changed or added: what it silences and the lock did not. A file that was moved is held against its old place. */
export const suppressionsOf = (lock: RepoView, branch: RepoView): ((path: string) => readonly Anomaly[]) => {
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
    return found.slice(0, SHOWN).map(({ kind, line, text }, at) => {
      const more = at === SHOWN - 1 && found.length > SHOWN ? `; ${found.length - SHOWN} more follow in this file` : ''
      return flag('suppression-added', path, `The branch adds ${kind} in ${path}${more}.`, { line, evidence: text })
    })
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

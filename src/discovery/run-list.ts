import type { RepoView } from '../model/repo-view.ts'
import type { Some } from '../model/result.ts'
import { join } from './paths.ts'

const RUNNERS = ['run-s', 'run-p', 'npm-run-all', 'npm-run-all2']

/** Names of the scripts of a directory's package.json; none where there is none. */
const scriptsIn = (view: RepoView, cwd: string): readonly string[] => {
  const text = view.read(join(cwd, 'package.json') ?? '')
  try {
    const { scripts } = JSON.parse(text ?? '{}') as { readonly scripts?: Readonly<Record<string, string>> }
    return Object.keys(scripts ?? {})
  } catch {
    return []
  }
}

/** `*` stands for one part of a name between colons, `**` for several (npm-run-all, "Glob-like pattern matching for script names"). */
const matching = (pattern: string, names: readonly string[]): readonly string[] => {
  const text = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^:]*' : part.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&')))
    .join('')
  return names.filter((name) => new RegExp(`^${text}$`).test(name))
}

/** Names that `run-s`, `run-p` and `npm-run-all` are given, as calls of the scripts, patterns resolved. Undefined for another call, and for patterns that match nothing. */
export const runList = (view: RepoView, argv: readonly string[], cwd: string): readonly Some<string>[] | undefined => {
  if (!RUNNERS.includes(argv[0] ?? '')) return undefined
  const words = argv.slice(1).filter((word) => !word.startsWith('-'))
  const known = words.some((word) => word.includes('*')) ? scriptsIn(view, cwd) : []
  const names = words.flatMap((word) => (word.includes('*') ? matching(word, known) : [word]))
  const unknown = names.length === 0 || words.some((word) => /[!{}\s]/.test(word))
  return unknown ? undefined : names.map((name) => ['npm', 'run', name])
}

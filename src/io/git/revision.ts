import { ok, type Result, trouble } from '../../model/result.ts'
import { git, line } from './command.ts'
import { home, type Repository } from './repository.ts'

/** A name of a commit, resolved. */
export interface Revision {
  /** Full object id of the commit. */
  readonly sha: string
  /** As it was written. */
  readonly name: string
  /** Short name of the branch or tag it is; null for an object id or an expression. */
  readonly shortName: string | null
}

/**
 * Resolves one name to a commit; tags are peeled. A name that stands for two different commits (a tag beside a branch, a branch
 * that looks like an abbreviated id) is refused: git would choose silently, and whoever may write a tag could move the lock.
 */
export const resolveRevision = async (repository: Repository, name: string): Promise<Result<Revision>> => {
  const found = await commitOf(repository, name)
  if (found === undefined) return unknownRevision(repository, name)
  // A ref may have an @ in its name, but no @{.
  const base = /^(?:[^~^@:]|@(?!\{))+/.exec(name)?.[0] ?? name
  const meanings = await meaningsOf(repository, base)
  const different = new Set(meanings.map((meaning) => meaning.sha))
  if (different.size > 1)
    return trouble('ambiguous-ref', `${name} can mean ${meanings.map((meaning) => meaning.ref).join(' or ')}.`, {
      remedy: `Write the whole name, for example ${meanings[0]?.ref ?? name}.`,
    })
  const sha = base === name ? (meanings[0]?.sha ?? found) : found
  return ok({ sha, name, shortName: base === name ? await shortNameOf(repository, name, meanings) : null })
}

/** The commit that a revision expression stands for; undefined when there is none. */
export const commitOf = async (repository: Repository, expression: string): Promise<string | undefined> => {
  if (expression === '' || expression.includes('\0')) return undefined
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${expression}^{commit}`]
  return line(await git(args, { cwd: home(repository) }))
}

interface Meaning {
  readonly ref: string
  readonly sha: string
}

/** Every ref, and the object, that a plain name could stand for. */
const meaningsOf = async (repository: Repository, name: string): Promise<Meaning[]> => {
  const full = ['HEAD', 'FETCH_HEAD', 'ORIG_HEAD', 'MERGE_HEAD'].includes(name) || name.startsWith('refs/')
  const refs = full ? [name] : [`refs/heads/${name}`, `refs/tags/${name}`, `refs/remotes/${name}`, `refs/${name}`]
  const found: Meaning[] = []
  for (const ref of refs) {
    const sha = await commitOf(repository, ref)
    if (sha !== undefined) found.push({ ref, sha })
  }
  if (!full && /^[0-9a-f]{4,64}$/.test(name)) {
    const object = line(await git(['rev-parse', `--disambiguate=${name}`], { cwd: home(repository) }))
    for (const id of object?.split('\n').filter(Boolean) ?? []) {
      const sha = await commitOf(repository, id)
      if (sha !== undefined) found.push({ ref: id, sha })
    }
  }
  return found
}

const shortNameOf = async (repository: Repository, name: string, meanings: readonly Meaning[]) => {
  const symbolic = line(await git(['symbolic-ref', '--quiet', name], { cwd: home(repository) }))
  const ref = name === 'HEAD' || name.startsWith('refs/') ? (symbolic ?? name) : meanings[0]?.ref
  return /^refs\/(?:heads|tags|remotes)\/(.+)$/.exec(ref ?? '')?.[1] ?? null
}

const unknownRevision = async (repository: Repository, name: string): Promise<Result<never>> => {
  const cwd = home(repository)
  const all = line(await git(['for-each-ref', '--format=%(refname:short)'], { cwd }))?.split('\n') ?? []
  const near = nearest(name, all)
  return trouble('unknown-ref', `There is no branch, tag or commit named ${JSON.stringify(name)}.`, {
    remedy: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Fetch it first, or name another one.',
  })
}

/** Up to three names that differ from `name` by little, nearest first. */
export const nearest = (name: string, names: readonly string[]): string[] => {
  const scored = names.map((other) => {
    const last = other.slice(other.lastIndexOf('/') + 1)
    return { other, away: Math.min(distance(name, other), distance(name, last) + 0.5) }
  })
  const limit = Math.max(2, Math.floor(name.length / 3))
  return scored
    .filter((each) => each.away <= limit + 0.5)
    .sort((a, b) => a.away - b.away || a.other.localeCompare(b.other))
    .slice(0, 3)
    .map((each) => each.other)
}

/** Levenshtein distance. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

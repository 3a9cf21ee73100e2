import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Anomaly, anomaly } from '../../model/anomaly.ts'
import { ok, type Result, trouble } from '../../model/result.ts'
import { git, line } from './command.ts'
import { dirtyPaths } from './dirty.ts'
import { home, type Repository } from './repository.ts'
import { commitOf, type Revision, resolveRevision } from './revision.ts'

/** Both ends of a verification, as they stood when it began. */
export interface ResolvedRefs {
  readonly lock: Revision & { readonly defaulted: boolean }
  readonly branch: Revision & { readonly defaulted: boolean }
  /** What was watched, for `refsMoved`: name → commit. */
  readonly watched: readonly { readonly name: string; readonly role: 'lock' | 'branch'; readonly sha: string }[]
  /** Uncommitted paths of the worktree; empty in a bare repository. */
  readonly dirty: readonly string[]
  readonly anomalies: readonly Anomaly[]
}

/**
 * Resolves `--lock` and `--branch` once, with the defaults of `triverdict verify`: the branch is HEAD, the lock the merge base
 * with the default branch. Trouble for what cannot be verified: no commits, unknown names, identical refs by default, a dirty worktree.
 */
export const resolveRefs = async (
  repository: Repository,
  asked: { readonly lock?: string | undefined; readonly branch?: string | undefined },
): Promise<Result<ResolvedRefs>> => {
  const branch = await resolveBranch(repository, asked.branch)
  if (!branch.ok) return branch
  const lock =
    asked.lock === undefined ? await defaultLock(repository, branch.value) : await explicitLock(repository, asked.lock)
  if (!lock.ok) return lock
  const dirty = await dirtyPaths(repository)
  if (!dirty.ok) return dirty
  if (dirty.value.length > 0 && asked.branch === undefined)
    return trouble('dirty-worktree', 'uncommitted changes would not be verified: commit them, or say --branch HEAD', {
      detail: some(dirty.value),
    })
  if (lock.value.sha === branch.value.sha && asked.lock === undefined) return identical(lock.value)
  const anomalies = [
    ...(dirty.value.length > 0 ? [uncommitted(dirty.value)] : []),
    ...(await diverged(repository, lock.value.sha, branch.value.sha)),
    ...(await rewrittenObjects(repository)),
  ]
  const { watch, ...chosen } = lock.value
  return ok({
    lock: { ...chosen, defaulted: asked.lock === undefined },
    branch: { ...branch.value, defaulted: asked.branch === undefined },
    watched: [
      { name: watch.name, role: 'lock', sha: watch.sha },
      { name: branch.value.name, role: 'branch', sha: branch.value.sha },
    ],
    dirty: dirty.value,
    anomalies,
  })
}

/** One anomaly for each name that stands for another commit than at the start. The verification itself goes by the commits. */
export const refsMoved = async (repository: Repository, refs: ResolvedRefs): Promise<Anomaly[]> => {
  const moved: Anomaly[] = []
  for (const { name, role, sha } of refs.watched) {
    const found = await resolveRevision(repository, name)
    const now = found.ok ? found.value.sha : undefined
    if (now === sha) continue
    moved.push(
      anomaly('ref-moved', role === 'lock' ? 'high' : 'medium', `${name} moved while it was verified.`, {
        evidence: `${sha} → ${now ?? 'gone'}`,
        remedy: `Verify again; this verdict is about ${sha}.`,
      }),
    )
  }
  return moved
}

const resolveBranch = async (repository: Repository, name: string | undefined): Promise<Result<Revision>> => {
  if (name !== undefined) return resolveRevision(repository, name)
  if ((await commitOf(repository, 'HEAD')) !== undefined) return resolveRevision(repository, 'HEAD')
  const refs = line(await git(['for-each-ref', '--count=1', '--format=%(refname)'], { cwd: home(repository) }))
  return refs
    ? trouble('unborn-head', 'HEAD has no commit yet.', { remedy: 'Name the branch to verify with --branch.' })
    : trouble('empty-repository', 'The repository has no commits.', { remedy: 'Make a first commit.' })
}

type Lock = Revision & { readonly watch: { readonly name: string; readonly sha: string } }

const explicitLock = async (repository: Repository, name: string): Promise<Result<Lock>> => {
  const found = await resolveRevision(repository, name)
  return found.ok ? ok({ ...found.value, watch: { name, sha: found.value.sha } }) : found
}

/** Whole names: a tag that is called like the default branch must not become the lock. */
const defaultBranches = ['refs/remotes/origin/HEAD', 'main', 'master'].flatMap((name) =>
  name.startsWith('refs/') ? [name] : [`refs/heads/${name}`, `refs/remotes/origin/${name}`],
)

const defaultLock = async (repository: Repository, branch: Revision): Promise<Result<Lock>> => {
  for (const name of defaultBranches) {
    const sha = await commitOf(repository, name)
    if (sha === undefined) continue
    const base = line(await git(['merge-base', branch.sha, sha], { cwd: home(repository) }))
    if (base === undefined) return noMergeBase(repository, name)
    return ok({
      sha: base,
      name: `merge base with ${name.replace(/^refs\/(heads|remotes)\//, '')}`,
      shortName: null,
      watch: { name, sha },
    })
  }
  return trouble('no-default-branch', 'There is no origin/HEAD, main or master to take the lock from.', {
    remedy: 'Name the commit whose tests count with --lock REF.',
  })
}

const noMergeBase = (repository: Repository, name: string): Result<never> => {
  const short = name.replace(/^refs\/(heads|remotes)\//, '')
  if (repository.shallow !== null)
    return trouble('shallow-clone', `The clone is shallow and has no merge base with ${short}.`, {
      remedy: 'Run git fetch --unshallow origin, or name the lock with --lock REF.',
    })
  return trouble('no-merge-base', `The branch and ${short} have no commit in common.`, {
    remedy: `Run git fetch origin ${short.replace(/^origin\//, '')}, or name the lock with --lock REF.`,
  })
}

const identical = (lock: Revision): Result<never> =>
  trouble(
    'identical-refs',
    `The branch and the lock are the same commit (${lock.name}: ${lock.sha.slice(0, 12)}), so nothing changed.`,
    {
      remedy: 'Name the commit whose tests count with --lock REF; naming this one verifies it alone.',
    },
  )

const uncommitted = (paths: readonly string[]): Anomaly =>
  anomaly(
    'dirty-worktree',
    'info',
    `${paths.length} uncommitted ${paths.length === 1 ? 'path is' : 'paths are'} not verified.`,
    {
      evidence: some(paths),
      remedy: 'Commit them to have them verified.',
    },
  )

const some = (paths: readonly string[]): string =>
  [...paths.slice(0, 10), ...(paths.length > 10 ? [`and ${paths.length - 10} more`] : [])].join('\n')

const diverged = async (repository: Repository, lock: string, branch: string): Promise<Anomaly[]> => {
  if (lock === branch) return []
  const answer = await git(['merge-base', '--is-ancestor', lock, branch], { cwd: home(repository) })
  if (answer.code === 0) return []
  const cut = repository.shallow === null ? '' : ' The clone is shallow, so this may only look so.'
  return [
    anomaly('history-diverged', 'info', `The lock is not an ancestor of the branch.${cut}`, {
      evidence: `${lock} … ${branch}`,
    }),
  ]
}

/** Replace refs and grafts make git show other objects than those that were committed. We read without them, and say that they are there. */
const rewrittenObjects = async (repository: Repository): Promise<Anomaly[]> => {
  const refs = line(
    await git(['for-each-ref', '--format=%(refname) %(objectname)', 'refs/replace'], { cwd: home(repository) }),
  )
  const found = (refs ?? '').split('\n').filter(Boolean)
  const remedy = 'Ask who made them: git replace --list. They were not used here.'
  const graftFile = join(repository.commonDirectory, 'info', 'grafts')
  const grafts = existsSync(graftFile) ? readFileSync(graftFile, 'utf8').trim() : ''
  return [
    ...(found.length > 0
      ? [
          anomaly(
            'replace-ref-present',
            'high',
            `${found.length} replace ${found.length === 1 ? 'ref shows' : 'refs show'} other objects than were committed.`,
            { evidence: some(found), remedy },
          ),
        ]
      : []),
    ...(grafts
      ? [
          anomaly('graft-present', 'high', 'A grafts file rewrites the history.', {
            evidence: grafts.slice(0, 500),
            remedy,
          }),
        ]
      : []),
  ]
}

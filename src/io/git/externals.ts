import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommitView } from '../../model/repo-view.ts'
import { ok, type Result, trouble } from '../../model/result.ts'
import type { TreeEntry } from '../../model/tree.ts'
import { git, line } from './command.ts'
import { copyObjects, type Mirror } from './mirror.ts'
import type { Repository } from './repository.ts'
import { openView } from './view.ts'

/** What belongs into a tree and is not in the commit itself. */
export interface Externals {
  /** Files of submodules, below their paths. */
  readonly entries: readonly TreeEntry[]
  /** Object id of an LFS pointer → absolute file with the real content, its SHA-256 checked. */
  readonly contents: ReadonlyMap<string, string>
}

export const noExternals: Externals = { entries: [], contents: new Map() }

/**
 * Finds submodules and LFS contents on this machine; nothing is fetched from anywhere. Submodules must be pinned alike at both
 * refs. Trouble names the command that brings what is missing.
 */
export const openExternals = async (
  repository: Repository,
  mirror: Mirror,
  lock: CommitView,
  branch: CommitView,
): Promise<Result<Externals>> => {
  const moved = movedSubmodule(lock, branch)
  if (moved !== undefined) return moved
  const entries: TreeEntry[] = []
  const stores = [repository.gitDirectory, repository.commonDirectory]
  for (const { path, oid } of lock.submodules) {
    const files = await submoduleFiles(mirror, stores, repository.worktree, lock, path, oid)
    if (!files.ok) return files
    entries.push(...files.value)
  }
  const contents = new Map<string, string>()
  for (const view of [lock, branch]) {
    for (const { path, sha256 } of view.lfs) {
      const file = join(repository.commonDirectory, 'lfs', 'objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
      if (!existsSync(file)) return lfsMissing(path)
      if (createHash('sha256').update(readFileSync(file)).digest('hex') !== sha256) return lfsMissing(path)
      contents.set(view.oid(path) ?? '', file)
    }
  }
  return ok({ entries, contents })
}

const movedSubmodule = (lock: CommitView, branch: CommitView): Result<never> | undefined => {
  const pins = (view: CommitView) => new Map(view.submodules.map(({ path, oid }) => [path, oid]))
  const [before, after] = [pins(lock), pins(branch)]
  const path = [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .find((each) => before.get(each) !== after.get(each))
  if (path === undefined) return undefined
  return trouble('submodule-moved', `The submodule ${path} is not pinned alike at the lock and on the branch.`, {
    remedy:
      'Look at the new pin, fetch it (git submodule update --init --recursive), then lock a commit that has it (--lock <sha>).',
    detail: `${before.get(path) ?? 'absent'} → ${after.get(path) ?? 'absent'}`,
  })
}

/** Git directories below `modules/` are named by the submodule's name, which is its path unless `.gitmodules` says otherwise. */
const submoduleFiles = async (
  mirror: Mirror,
  stores: readonly string[],
  worktree: string | null,
  view: CommitView,
  path: string,
  oid: string,
): Promise<Result<TreeEntry[]>> => {
  const name = nameOf(view.read('.gitmodules') ?? '', path)
  const places = [
    ...stores.map((store) => join(store, 'modules', name)),
    ...(worktree === null ? [] : [join(worktree, path, '.git')]),
  ]
  for (const place of places) {
    if (!existsSync(join(place, 'objects'))) continue
    const kind = line(
      await git(['cat-file', '-t', oid], {
        cwd: mirror.directory,
        env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: join(place, 'objects') },
      }),
    )
    if (kind !== 'commit') continue
    const copied = await copyObjects(mirror, join(place, 'objects'), [oid], [oid])
    if (!copied.ok) continue
    const inner = await openView(mirror, oid)
    if (!inner.ok) return inner
    const files = inner.value.paths.map((file) => entryOf(inner.value, path, file))
    for (const deeper of inner.value.submodules) {
      const below = await submoduleFiles(
        mirror,
        [place],
        worktree === null ? null : join(worktree, path),
        inner.value,
        deeper.path,
        deeper.oid,
      )
      if (!below.ok) return below
      files.push(...below.value.map((entry) => ({ ...entry, path: `${path}/${entry.path}` })))
    }
    return ok(files)
  }
  return trouble('submodule-missing', `The submodule ${path} is not on this machine at ${oid.slice(0, 12)}.`, {
    remedy: 'Run git submodule update --init --recursive in the repository.',
  })
}

const entryOf = (view: CommitView, prefix: string, path: string): TreeEntry => ({
  path: `${prefix}/${path}`,
  mode: view.mode(path) ?? '100644',
  from: 'lock',
  oid: view.oid(path) ?? null,
  text: null,
})

const nameOf = (modules: string, path: string): string => {
  let name = path
  for (const row of modules.split('\n')) {
    name = /^\s*\[submodule "(.*)"\]/.exec(row)?.[1] ?? name
    if (/^\s*path\s*=\s*(.*?)\s*$/.exec(row)?.[1] === path) return name.split('/').includes('..') ? path : name
  }
  return path
}

const lfsMissing = (path: string): Result<never> =>
  trouble('lfs-missing', `The content of ${path}, which Git LFS keeps, is not on this machine.`, {
    remedy: 'Run git lfs fetch --all, or git lfs pull, in the repository.',
  })

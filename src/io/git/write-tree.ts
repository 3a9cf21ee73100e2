import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ok, type Result, trouble } from '../../model/result.ts'
import { type FileMode, leavesTree, type TreeEntry } from '../../model/tree.ts'
import { errno, systemTrouble } from '../trouble.ts'
import { readBlobs } from './blobs.ts'
import { type GitAnswer, git, line } from './command.ts'
import { blobId } from './dirty.ts'
import { type Externals, noExternals } from './externals.ts'
import type { Mirror } from './mirror.ts'
import { gitDirectoryOf, gitNotMade } from './own-git.ts'
import { refusedPath } from './tree-paths.ts'

/** A file as it was written: `oid` is the object id of what is really there. */
export interface WrittenEntry {
  readonly path: string
  readonly mode: FileMode
  readonly oid: string
}

export interface WrittenTree {
  /** Object id of the tree that was written: the identity of the verification. */
  readonly tree: string
  /** The one commit of exactly this tree, on top of the branch's. */
  readonly commit: string
  readonly entries: readonly WrittenEntry[]
}

/**
 * Writes the entries of a tree into an empty directory, blobs as they are: no attributes, no filters, never through a symlink, never
 * outside; a symlink that leaves the tree only where the lock has the same one. The tree gets its own `.git` with one commit on top
 * of `parent`, so that git status is clean and describe works. `externals` adds submodules and the real content of LFS pointers.
 */
export const writeTree = async (
  mirror: Mirror,
  entries: readonly TreeEntry[],
  directory: string,
  parent: string,
  externals: Externals = noExternals,
): Promise<Result<WrittenTree>> => {
  const all = [...entries, ...externals.entries]
  const refused = refusedPath(all, directory)
  if (refused !== undefined) return refused
  try {
    mkdirSync(directory, { recursive: true })
    if (readdirSync(directory).length > 0)
      return trouble('not-empty', `${directory} is not empty.`, { remedy: 'Give the tree an empty directory.' })
    const written = await writeFiles(mirror, all, directory, externals.contents, parent)
    return written.ok ? await commitTree(mirror, directory, parent, written.value) : written
  } catch (error) {
    const doing = `the tree could not be written below ${directory}`
    if (errno(error) === null) return trouble('tree-not-written', doing, { detail: String(error) })
    return { ok: false, trouble: systemTrouble(doing, error) }
  }
}

interface Written extends WrittenEntry {
  /** Bytes that the mirror does not have. */
  readonly own: Buffer | null
}

const writeFiles = async (
  mirror: Mirror,
  entries: readonly TreeEntry[],
  directory: string,
  contents: Externals['contents'],
  like: string,
): Promise<Result<Written[]>> => {
  const made = new Set([directory])
  const written: Written[] = []
  const links: { readonly entry: TreeEntry; readonly target: string }[] = []
  const put = (entry: TreeEntry, content: Buffer, own: boolean): void => {
    const file = join(directory, entry.path)
    makeDirectory(dirname(file), made)
    if (entry.mode === '120000') links.push({ entry, target: content.toString() })
    else writeFileSync(file, content, { flag: 'wx', mode: entry.mode === '100755' ? 0o755 : 0o644 })
    const oid = own || entry.oid === null ? blobId(content, like) : entry.oid
    written.push({ path: entry.path, mode: entry.mode, oid, own: own ? content : null })
  }
  const byOid = new Map<string, TreeEntry[]>()
  for (const entry of entries) {
    const content = entry.oid === null || entry.mode === '120000' ? undefined : contents.get(entry.oid)
    if (content !== undefined) put(entry, readFileSync(content), true)
    else if (entry.oid === null) put(entry, Buffer.from(entry.text ?? ''), true)
    else byOid.set(entry.oid, [...(byOid.get(entry.oid) ?? []), entry])
  }
  const read = await readBlobs(mirror.directory, [...byOid.keys()], (oid, content) => {
    for (const entry of byOid.get(oid) ?? []) put(entry, content, false)
    byOid.delete(oid)
  })
  if (!read.ok) return read
  const [lost] = byOid.values()
  if (lost?.[0] !== undefined)
    return trouble('objects-missing', `The content of ${lost[0].path} is missing.`, {
      remedy: 'Run git fsck in the repository.',
    })
  // Last, so that no file can be written through one.
  for (const { entry, target } of links) {
    if (entry.from !== 'lock' && leavesTree(entry.path, target))
      return trouble('symlink-escape', `The symlink ${entry.path} leads out of the tree, to ${target}.`, {
        remedy: 'Remove the symlink, or lock a commit that has it.',
      })
    symlinkSync(target, join(directory, entry.path))
  }
  return ok(written)
}

const makeDirectory = (path: string, made: Set<string>): void => {
  if (made.has(path)) return
  makeDirectory(dirname(path), made)
  mkdirSync(path)
  made.add(path)
}

const commitTree = async (
  mirror: Mirror,
  directory: string,
  parent: string,
  written: readonly Written[],
): Promise<Result<WrittenTree>> => {
  const made = await gitDirectoryOf(mirror, directory, parent)
  if (!made.ok) return made
  const cwd = directory
  for (const { own } of written) {
    if (own === null) continue
    const kept = await git(['hash-object', '-w', '--no-filters', '--stdin'], { cwd, input: own })
    if (kept.code !== 0) return notMade(kept)
  }
  const rows = written.map((entry) => `${entry.mode} ${entry.oid}\t${entry.path}\0`).join('')
  const indexed = await git(['update-index', '-z', '--index-info'], { cwd, input: rows })
  if (indexed.code !== 0) return notMade(indexed)
  const treeAnswer = await git(['write-tree'], { cwd })
  const tree = line(treeAnswer)
  if (tree === undefined) return notMade(treeAnswer)
  const date = line(await git(['show', '--no-patch', '--format=%ct +0000', parent], { cwd })) ?? '0 +0000'
  const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  const commitAnswer = await git(['commit-tree', tree, '-p', parent, '-m', 'Tree composed by Triverdict'], { cwd, env })
  const commit = line(commitAnswer)
  if (commit === undefined) return notMade(commitAnswer)
  const pointed = await git(['update-ref', 'HEAD', commit], { cwd })
  if (pointed.code !== 0) return notMade(pointed)
  // Fills in sizes and times, or every git status inside the tree would read all files again.
  await git(['update-index', '-q', '--refresh'], { cwd, env: { GIT_OPTIONAL_LOCKS: '1' } })
  return ok({ tree, commit, entries: written.map(({ path, mode, oid }) => ({ path, mode, oid })) })
}

const notMade = (answer: GitAnswer): Result<never> => gitNotMade(answer.stderr)

import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { plainView, type RepoView } from '../../model/repo-view.ts'
import { ok, type Result, trouble } from '../../model/result.ts'
import { git, line, records } from './command.ts'
import { blobId } from './dirty.ts'
import type { Repository } from './repository.ts'

const LARGEST_BYTES = 4 * 1024 * 1024

/** The object id that git would give to a file as it lies there; undefined where it cannot be read. */
const oidOf = (file: string, like: string): string | undefined => {
  try {
    const found = lstatSync(file)
    return blobId(found.isSymbolicLink() ? Buffer.from(readlinkSync(file)) : readFileSync(file), like)
  } catch {
    return undefined
  }
}

const textOf = (file: string): string | undefined => {
  try {
    const found = lstatSync(file)
    if (!found.isFile() || found.size > LARGEST_BYTES) return undefined
    const bytes = readFileSync(file)
    return bytes.includes(0) ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The files of a worktree as they lie there now: tracked ones that were not deleted, and others that git does not ignore; with `only`, just those of these paths. Texts are read when they are asked for. */
export const openFilesView = async (
  repository: Repository & { readonly worktree: string },
  only: readonly string[] = [],
): Promise<Result<RepoView>> => {
  const cwd = repository.worktree
  const wanted = only.map((name) => `:(top,literal)${name}`)
  const answer = await git(['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...wanted], { cwd })
  if (answer.code !== 0)
    return trouble('status-failed', 'git could not list the files of the worktree.', { detail: answer.stderr })
  const there = (name: string): boolean => {
    const found = lstatSync(path.join(cwd, name), { throwIfNoEntry: false })
    return found !== undefined && (found.isFile() || found.isSymbolicLink())
  }
  const like = line(await git(['rev-parse', '--show-object-format'], { cwd })) === 'sha256' ? '0'.repeat(64) : ''
  const paths = [...new Set(records(answer))].filter(there).sort()
  const known = new Set(paths)
  const texts = new Map<string, string | undefined>()
  const read = (name: string): string | undefined => {
    if (!known.has(name)) return undefined
    if (!texts.has(name)) texts.set(name, textOf(path.join(cwd, name)))
    return texts.get(name)
  }
  return ok(
    plainView(paths, {
      has: (name) => known.has(name),
      read,
      oid: (name) => (known.has(name) ? oidOf(path.join(cwd, name), like) : undefined),
      mode: () => undefined,
    }),
  )
}

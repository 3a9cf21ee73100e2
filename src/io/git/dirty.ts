import { createHash } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, trouble } from '../../model/result.ts'
import { git, line, records } from './command.ts'
import type { Repository } from './repository.ts'

/**
 * Paths of the worktree that differ from its HEAD, untracked files that are not ignored among them. Empty in a bare repository.
 * Writes nothing, not even the index, and runs no filter; changes inside submodules are not looked at, moved pins are.
 */
export const dirtyPaths = async (repository: Repository): Promise<Result<readonly string[]>> => {
  const cwd = repository.worktree
  if (cwd === null) return ok([])
  const calm = await switchedOff(cwd)
  const answer = await git(
    [...calm, 'status', '--porcelain', '-z', '--no-renames', '--untracked-files=normal', '--ignore-submodules=dirty'],
    { cwd },
  )
  if (answer.code !== 0)
    return trouble('status-failed', 'git could not say whether there are uncommitted changes.', {
      detail: answer.stderr,
    })
  const changed = records(answer).map((record) => record.slice(3))
  return ok([...new Set([...changed, ...(await hiddenChanges(cwd))])].sort())
}

/** Switches for git: filters of the repository's configuration run programs, so they are off; a person's own list of ignored files is respected. */
export const switchedOff = async (cwd: string): Promise<string[]> => {
  const drivers = records(await git(['config', '--null', '--name-only', '--get-regexp', '^filter\\.'], { cwd }))
  const off = drivers.flatMap((key) => ['-c', key.endsWith('.required') ? `${key}=false` : `${key}=`])
  const global = { GIT_CONFIG_GLOBAL: join(process.env.HOME ?? '/', '.gitconfig') }
  const ignored = line(
    await git(['config', '--type=path', '--global', '--get', 'core.excludesFile'], { cwd, env: global }),
  )
  return ignored ? [...off, '-c', `core.excludesFile=${ignored}`] : off
}

/** `assume-unchanged` and `skip-worktree` hide edits from git status: those files are compared by content. */
const hiddenChanges = async (cwd: string): Promise<string[]> => {
  const marked = records(await git(['ls-files', '-v', '-z'], { cwd }))
    .filter((record) => /^[a-zS] /.test(record))
    .map((record) => record.slice(2))
  if (marked.length === 0) return []
  const wanted = new Set(marked)
  const staged = records(await git(['ls-files', '-s', '-z'], { cwd }))
  return staged.flatMap((record) => {
    const [, oid, path] = /^\d+ ([0-9a-f]+) 0\t(.*)$/s.exec(record) ?? []
    return oid !== undefined && path !== undefined && wanted.has(path) && differs(join(cwd, path), oid) ? [path] : []
  })
}

const differs = (file: string, oid: string): boolean => {
  try {
    return lstatSync(file).isFile() && blobId(readFileSync(file), oid) !== oid
  } catch {
    return false
  }
}

/** Git's object id of a blob; the hash is the one that `like` was made with (40 digits SHA-1, 64 SHA-256). */
export const blobId = (content: Uint8Array, like: string): string =>
  createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex')

import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ok, type Result, trouble } from '../../model/result.ts'
import { git, line } from './command.ts'

/** A repository that was found. All paths are absolute and real. Nothing in it is ever written. */
export interface Repository {
  /** Root of the worktree that was named; null in a bare repository. */
  readonly worktree: string | null
  /** Git directory of that worktree (of a linked worktree: below `worktrees/`). */
  readonly gitDirectory: string
  /** Shared by all worktrees. */
  readonly commonDirectory: string
  /** Where its objects are. */
  readonly objects: string
  /** 32 hexadecimal digits, the same for every worktree of the repository. */
  readonly id: string
  /** The `shallow` file's text; null when the history is whole. */
  readonly shallow: string | null
  /** How a person names it on a command line. */
  readonly path: string
}

const oldest = [2, 31] as const

/** Finds the repository that `path` is or lies in. A sub-directory means the whole repository. */
export const openRepository = async (path: string): Promise<Result<Repository>> => {
  const asked = resolve(path)
  const there = lookAt(asked)
  if (!there.ok) return there
  const known = await gitVersion()
  if (!known.ok) return known
  const asks = ['--is-bare-repository', '--absolute-git-dir', '--git-common-dir']
  const answer = await git(['rev-parse', ...asks], { cwd: there.value })
  const [bare, gitDirectory, common] = line(answer)?.split('\n') ?? []
  if (gitDirectory === undefined || common === undefined) return notARepository(asked, answer.stderr)
  const top = line(await git(['rev-parse', '--show-toplevel'], { cwd: there.value }))
  // Inside a `.git` directory there is no toplevel; its worktree is the directory above.
  const inside = top === undefined && bare !== 'true' ? dirname(gitDirectory) : top
  const commonDirectory = realpathSync(resolve(there.value, common))
  const objects = join(commonDirectory, 'objects')
  if (!readable(objects)) return unreadable(objects)
  const shallowFile = join(commonDirectory, 'shallow')
  return ok({
    worktree: inside === undefined || bare === 'true' ? null : realpathSync(inside),
    gitDirectory: realpathSync(gitDirectory),
    commonDirectory,
    objects,
    id: createHash('sha256').update(commonDirectory).digest('hex').slice(0, 32),
    shallow: existsSync(shallowFile) ? readFileSync(shallowFile, 'utf8') : null,
    path: asked,
  })
}

/** Directory to run git in for questions about refs. */
export const home = (repository: Repository): string => repository.worktree ?? repository.gitDirectory

const lookAt = (path: string): Result<string> => {
  if (!existsSync(path))
    return trouble('path-missing', `${path} does not exist.`, { remedy: 'Name the directory of a git repository.' })
  if (!statSync(path).isDirectory())
    return trouble('not-a-repository', `${path} is a file, not a directory.`, {
      remedy: 'Name the directory of a git repository.',
    })
  return readable(path) ? ok(path) : unreadable(path)
}

const readable = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

const unreadable = (path: string): Result<never> =>
  trouble('unreadable', `${path} cannot be read by this user.`, {
    remedy: 'Run as a user who may read the repository, or change its permissions.',
  })

const notARepository = (path: string, detail: string): Result<never> =>
  trouble('not-a-repository', `${path} is not in a git repository.`, {
    remedy: 'Name a repository, a worktree or a bare repository, or make one with git init and a first commit.',
    detail: detail.trim(),
  })

const gitVersion = async (): Promise<Result<string>> => {
  const answer = await git(['version'], { cwd: '/' })
  if (answer.code === 127)
    return trouble('git-missing', 'The program git was not found.', { remedy: 'Install git 2.31 or newer.' })
  const text = line(answer) ?? ''
  const [, major, minor] = /(\d+)\.(\d+)/.exec(text) ?? []
  const tooOld = Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1])
  if (major === undefined || tooOld)
    return trouble('git-too-old', `${text || 'git'} is too old.`, { remedy: 'Install git 2.31 or newer.' })
  return ok(text)
}

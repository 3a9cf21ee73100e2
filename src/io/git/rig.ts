import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SingleFlight } from './mirror.ts'

/** For tests: a temporary directory in which real repositories are made, with fixed author, date and HOME. */
export interface Rig {
  readonly root: string
  readonly cache: string
  /** Runs the user's git, as a person would; standard output without the last line break. */
  git(directory: string, ...args: readonly string[]): string
  /** Writes files (text, `{ link }` or `{ text, executable }`; null deletes). */
  write(directory: string, files: RigFiles): void
  /** Writes, adds everything and commits; the new commit's id. */
  commit(directory: string, files: RigFiles, message?: string): string
  /** A new repository with one commit on `main`. */
  repository(name: string, files: RigFiles): string
  [Symbol.dispose](): void
}
export type RigFiles = Readonly<Record<string, string | null | { link: string } | { text: string; executable: true }>>

export const makeRig = (): Rig => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'triverdict-git-')))
  const home = join(root, 'home')
  mkdirSync(home)
  const date = '2026-01-02T03:04:05Z'
  const person = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  }
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ...person,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const git: Rig['git'] = (cwd, ...args) =>
    execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    }).replace(/\n$/, '')
  const write: Rig['write'] = (directory, files) => {
    for (const [path, file] of Object.entries(files)) {
      const target = join(directory, path)
      rmSync(target, { recursive: true, force: true })
      if (file === null) continue
      mkdirSync(dirname(target), { recursive: true })
      if (typeof file === 'string') writeFileSync(target, file)
      else if ('link' in file) symlinkSync(file.link, target)
      else {
        writeFileSync(target, file.text)
        chmodSync(target, 0o755)
      }
    }
  }
  const commit: Rig['commit'] = (directory, files, message = 'change') => {
    write(directory, files)
    git(directory, 'add', '--all', '--force')
    git(directory, 'commit', '--quiet', '--allow-empty', '--no-verify', '-m', message)
    return git(directory, 'rev-parse', 'HEAD')
  }
  return {
    root,
    cache: join(root, 'cache'),
    git,
    write,
    commit,
    repository(name, files) {
      const directory = join(root, name)
      mkdirSync(directory)
      git(directory, 'init', '--quiet', '--initial-branch=main')
      commit(directory, files, 'first')
      return directory
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** For tests: nobody else is there. */
export const alone: SingleFlight = (_key, work) => work()

/** For tests: one line per file below a directory, with its mode and a hash of its content. */
export const fingerprint = (directory: string, below = ''): string[] =>
  readdirSync(join(directory, below))
    .sort()
    .flatMap((name) => {
      const path = join(below, name)
      const facts = lstatSync(join(directory, path))
      if (facts.isDirectory()) return fingerprint(directory, path)
      const content = facts.isSymbolicLink() ? readlinkSync(join(directory, path)) : readFileSync(join(directory, path))
      return [
        `${path} ${facts.mode.toString(8)} ${createHash('sha256').update(content).digest('hex')} ${facts.mtimeMs}`,
      ]
    })

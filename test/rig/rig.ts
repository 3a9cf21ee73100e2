import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, rmdir, symlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'

/** What a path shall hold: text, bytes, a symbolic link, text with the executable bit, or nothing (`null` deletes it). */
export type Content =
  | string
  | Uint8Array
  | { readonly symlink: string }
  | { readonly text: string; readonly executable: true }
  | null
export type Contents = Readonly<Record<string, Content>>

/** A temporary git repository with a fixed author, fixed dates and its own HOME, state, cache and trees. All paths are absolute. */
export interface Rig extends AsyncDisposable {
  /** Holds everything below; satisfies the rule for trees that run. */
  readonly root: string
  /** The work tree of the repository; on branch `main` with one commit. */
  readonly repo: string
  readonly home: string
  /** TRIVERDICT_HOME, XDG_CACHE_HOME and TRIVERDICT_TREES of `env`. */
  readonly state: string
  readonly cache: string
  readonly trees: string
  /** Empty directory for whatever the test needs. */
  readonly scratch: string
  /** A whole environment for the program under test: ours without GIT_* and agent variables, with the places above. */
  readonly env: Readonly<Record<string, string>>
  /** Runs git in the repository; gives standard output without the last newline, throws with git's own words. */
  git(...args: readonly string[]): Promise<string>
  /** Writes into the work tree, commits nothing. */
  write(contents: Contents): Promise<void>
  /** Text of a file of the work tree. */
  read(file: string): Promise<string>
  /** Writes, adds everything and commits on the current branch (an empty commit when nothing changed); gives the full SHA. */
  commit(message: string, contents?: Contents): Promise<string>
  /** Makes a branch at `from` (default: HEAD), checks it out and commits on it; gives the full SHA. */
  branch(name: string, contents: Contents, from?: string): Promise<string>
}

export interface RigOptions {
  /** Share package downloads (content-addressed) with other rigs instead of starting with none. Default true. */
  readonly sharedDownloads?: boolean
  /** Object format, `sha1` by default. */
  readonly objectFormat?: 'sha1' | 'sha256'
}

const FORBIDDEN = /^\.|^(?:node_modules|build|dist|tmp)$/
const mayRun = (directory: string): boolean => !directory.split(path.sep).some((part) => FORBIDDEN.test(part))

/** Where rigs are made: the system's temporary directory when trees may run there, else a folder of the home directory. */
const rigBase = (): string => {
  const base = [tmpdir(), homedir()].find(mayRun)
  if (base === undefined) throw new Error('no directory in which trees may run: set TMPDIR to one')
  return path.join(base, 'triverdict-rig')
}

const cleanEnvironment = (): Record<string, string> => {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !/^(GIT_|GITHUB_|GH_TOKEN$|TRIVERDICT_|VITEST|NODE_OPTIONS|NODE_ENV|FORCE_COLOR|npm_)/.test(entry[0]),
  )
  const env = Object.fromEntries(inherited)
  const pyenv = path.join(homedir(), '.pyenv')
  if (env.PYENV_ROOT === undefined && existsSync(pyenv)) env.PYENV_ROOT = pyenv
  const rustup = path.join(homedir(), '.rustup')
  if (env.RUSTUP_HOME === undefined && existsSync(rustup)) env.RUSTUP_HOME = rustup
  return env
}

const runGit = (cwd: string, env: Record<string, string>, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile('git', [...args], { cwd, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`git ${args.join(' ')}: ${stderr || error.message}`))
      else resolve(stdout.replace(/\n$/, ''))
    })
  })

const put = async (file: string, content: Content): Promise<void> => {
  await rm(file, { recursive: true, force: true })
  if (content === null) return
  await mkdir(path.dirname(file), { recursive: true })
  if (typeof content === 'string' || content instanceof Uint8Array) await writeFile(file, content)
  else if ('symlink' in content) await symlink(content.symlink, file)
  else {
    await writeFile(file, content.text)
    await chmod(file, 0o755)
  }
}

const make = async (contents: Contents = {}, options: RigOptions = {}): Promise<Rig> => {
  const base = rigBase()
  await mkdir(base, { recursive: true })
  const root = await mkdtemp(path.join(base, 'r'))
  const at = (name: string) => path.join(root, name)
  const [repo, home, state, cache, trees, scratch] = [
    at('repo'),
    at('home'),
    at('state'),
    at('cache'),
    at('trees'),
    at('scratch'),
  ]
  for (const directory of [repo, home, state, cache, trees, scratch]) await mkdir(directory)
  const env = {
    ...cleanEnvironment(),
    HOME: home,
    TRIVERDICT_HOME: state,
    XDG_CACHE_HOME: cache,
    TRIVERDICT_TREES: trees,
  }
  if (options.sharedDownloads ?? true) {
    const shared = path.join(tmpdir(), 'triverdict-rig-downloads')
    await mkdir(shared, { recursive: true })
    await mkdir(path.join(cache, 'triverdict'))
    await symlink(shared, path.join(cache, 'triverdict', 'downloads'))
  }

  let commits = 0
  const gitEnvironment = (): Record<string, string> => {
    const date = new Date(Date.UTC(2026, 0, 1, 0, 0, commits)).toISOString()
    const who = { NAME: 'Rig', EMAIL: 'rig@example.invalid', DATE: date }
    const pairs = Object.entries(who).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ])
    return { ...env, ...Object.fromEntries(pairs), GIT_CONFIG_NOSYSTEM: '1' }
  }
  const git = (...args: readonly string[]) => runGit(repo, gitEnvironment(), args)
  const write = async (more: Contents) => {
    for (const [file, content] of Object.entries(more)) await put(path.join(repo, file), content)
  }
  const commit = async (message: string, more: Contents = {}) => {
    await write(more)
    commits += 1
    await git('add', '--all')
    await git('commit', '--quiet', '--allow-empty', '--no-verify', '--no-gpg-sign', '--message', message)
    return git('rev-parse', 'HEAD')
  }
  const branch = async (name: string, more: Contents, from = 'HEAD') => {
    await git('switch', '--quiet', '--create', name, from)
    return commit(name, more)
  }
  const dispose = async () => {
    await rm(root, { recursive: true, force: true, maxRetries: 3 })
    // Only the last rig of several that run at once finds it empty.
    await rmdir(base).catch(() => undefined)
  }

  await git('init', '--quiet', '--initial-branch=main', `--object-format=${options.objectFormat ?? 'sha1'}`)
  await commit('first', contents)
  return {
    root,
    repo,
    home,
    state,
    cache,
    trees,
    scratch,
    env,
    git,
    write,
    commit,
    branch,
    read: (file) => readFile(path.join(repo, file), 'utf8'),
    [Symbol.asyncDispose]: dispose,
  }
}

/** `await using rig = await Rig.make({ 'package.json': '{}' })`. */
export const Rig = { make }

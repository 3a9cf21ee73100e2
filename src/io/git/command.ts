import { type ChildProcess, spawn, spawnSync } from 'node:child_process'

/** What a git command did. Output is raw: paths and blobs need not be UTF-8. */
export interface GitAnswer {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
}

export interface GitOptions {
  readonly cwd: string
  readonly input?: string | Buffer
  /** Added to the hardened environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Open file descriptors for standard input and output, instead of `input` and capturing. */
  readonly stdin?: number
  readonly stdout?: number
}

/** Switches off everything by which a repository could make git run a program or look at other objects than those named. */
const switches = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.commitGraph', 'false'],
  ['core.multiPackIndex', 'false'],
  ['core.quotePath', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['diff.external', ''],
  ['protocol.file.allow', 'always'],
  ['safe.directory', '*'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
].flatMap(([key, value]) => ['-c', `${key}=${value}`])

/** The environment of every git child: nothing of `GIT_*` from outside, no configuration but the repository's own, no prompts, no writes on the side. */
export const gitEnvironment = (outside: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const kept = Object.entries(outside).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('GIT_'),
  )
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
  }
}

const argv = (args: readonly string[]): string[] => ['--no-pager', ...switches, ...args]

/** Runs git and waits. A program that cannot be started answers with code 127 and the system's words. */
export const git = (args: readonly string[], options: GitOptions): Promise<GitAnswer> =>
  new Promise((resolve) => {
    const child = startGit(args, options)
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', (error) => resolve({ code: 127, stdout: Buffer.alloc(0), stderr: error.message }))
    child.on('close', (code) =>
      resolve({ code: code ?? 128, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString() }),
    )
    // git may end before it has read everything; its code says what happened.
    child.stdin?.on('error', () => {})
    if (options.stdin === undefined) child.stdin?.end(options.input ?? '')
  })

/** Starts git with the hardened environment; for those who read its output as a stream. */
export const startGit = (args: readonly string[], options: GitOptions): ChildProcess =>
  spawn('git', argv(args), {
    cwd: options.cwd,
    env: { ...gitEnvironment(process.env), ...options.env },
    stdio: [options.stdin ?? 'pipe', options.stdout ?? 'pipe', 'pipe'],
  })

/** The same as `git`, while the caller waits: for the lazy reads of a view, which is synchronous. */
export const gitNow = (args: readonly string[], options: Pick<GitOptions, 'cwd' | 'input' | 'env'>): GitAnswer => {
  const done = spawnSync('git', argv(args), {
    cwd: options.cwd,
    env: { ...gitEnvironment(process.env), ...options.env },
    input: options.input ?? '',
    maxBuffer: 1 << 30,
  })
  if (done.error) return { code: 127, stdout: Buffer.alloc(0), stderr: done.error.message }
  return { code: done.status ?? 128, stdout: done.stdout, stderr: done.stderr.toString() }
}

/** Standard output as text without its last line break; undefined when git did not succeed. */
export const line = (answer: GitAnswer): string | undefined =>
  answer.code === 0 ? answer.stdout.toString().replace(/\n$/, '') : undefined

/** The parts of `-z` output. */
export const records = (answer: GitAnswer): string[] => answer.stdout.toString().split('\0').filter(Boolean)

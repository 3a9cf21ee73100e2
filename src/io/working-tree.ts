import { lstat, mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { GateTree } from '../model/gate-world.ts'
import { ok, type Result, trouble } from '../model/result.ts'
import type { RunRequest, Staged } from '../model/world.ts'
import { attempt, deleteFirst } from './files.ts'
import { git, line, records } from './git/command.ts'
import { blobId, dirtyPaths } from './git/dirty.ts'
import { openFilesView } from './git/files-view.ts'
import type { Repository } from './git/repository.ts'
import { treeIdentity } from './git/working-content.ts'
import type { WrittenEntry } from './git/write-tree.ts'
import { watchResults } from './late-results.ts'
import { lock } from './locks.ts'
import { run } from './process.ts'
import { argvIn, readChannels, stdoutOf } from './read-channels.ts'
import { reportFiles } from './report-files.ts'
import { isInside, readResultFile } from './result-file.ts'

export interface WorkingTreeSetting {
  readonly repository: Repository & { readonly worktree: string }
  /** Where logs and reports go, absolute, outside of the tree; one directory a run. */
  readonly records: string
  /** Absolute: whoever runs a gate in this tree holds it. */
  readonly lockFile: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  onWait(): void
}

const LOG_LIMIT_BYTES = 64 * 1024 * 1024

const fileName = (label: string): string => label.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 120)

/** What an outer git, or an outer test runner that we may be a child of, left in the environment: it would steer what runs here. */
const OUTER =
  /^(?:GIT_(?!SSH|ASKPASS|TERMINAL|AUTHOR|COMMITTER|CONFIG_)|NODE_TEST_CONTEXT$|VITEST|JEST_WORKER_ID$|TRIVERDICT_(?!HOME|TREES))/

const environmentOf = (
  env: WorkingTreeSetting['env'],
  front: readonly string[],
  extra: Readonly<Record<string, string>>,
): Record<string, string> => {
  const own = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !OUTER.test(entry[0]),
  )
  const paths = [...front, ...(env.PATH ?? '/usr/bin:/bin').split(path.delimiter)]
  return { ...Object.fromEntries(own), ...extra, PATH: [...new Set(paths)].join(path.delimiter) }
}

/**
 * A working tree as it is: nothing is copied or installed. One gate at a time runs in it, others wait. Commands get the caller's own
 * environment, without what an outer git or test runner left in it.
 */
export const openWorkingTree = async (setting: WorkingTreeSetting): Promise<Result<GateTree>> => {
  const { repository, records: home, signal } = setting
  const tree = repository.worktree
  const held = await lock(setting.lockFile, { signal, onWait: setting.onWait })
  if (!held.ok) return held
  const refuse = async <T>(found: Result<T>): Promise<Result<never>> => {
    await held.value.release()
    return found as Result<never>
  }
  const dirty = await dirtyPaths(repository)
  if (!dirty.ok) return await refuse(dirty)
  const view = await openFilesView(repository)
  if (!view.ok) return await refuse(view)
  const made = await attempt(`cannot make ${home}`, () =>
    mkdir(path.join(home, 'logs'), { recursive: true, mode: 0o700 }),
  )
  if (!made.ok) return await refuse(made)
  const commit = line(await git(['rev-parse', '--verify', '--quiet', 'HEAD'], { cwd: tree })) ?? null
  const branch = line(await git(['symbolic-ref', '--short', '--quiet', 'HEAD'], { cwd: tree })) ?? null
  const left = new Map<string, WrittenEntry>()
  const cleared = new Map<string, number>()
  let serial = 0

  const execute: GateTree['workshop']['run'] = async (_staged: Staged, request: RunRequest) => {
    serial += 1
    const since = Date.now()
    const results = watchResults(tree, request)
    const outcome = await run({
      argv: await argvIn(tree, request),
      cwd: path.join(tree, request.command.cwd),
      env: environmentOf(setting.env, request.path, request.env),
      log: path.join(home, 'logs', `${serial}-${fileName(request.label)}.log`),
      timeout_ms: request.timeout_ms,
      signal,
      ...(Number.isFinite(request.stall_ms) ? { stall_ms: request.stall_ms } : {}),
      ...(request.progressFile === undefined ? {} : { progressFile: request.progressFile }),
      ...stdoutOf(request),
      onExit: results.onExit,
    })
    const late = await results.late()
    return { outcome, channels: await readChannels(tree, request, left, late, since), late }
  }

  const clearOne = async (name: string): Promise<Result<void>> => {
    const file = path.join(tree, name)
    if (!(await isInside(tree, file)))
      return trouble(
        'stale-result',
        `${name} is reached through a link that leads out of the repository: it is not deleted.`,
      )
    const tracked = await git(['ls-files', '-z', '--cached', '--', `:(literal)${name}`], { cwd: tree })
    if (records(tracked).length > 0)
      return trouble('result-committed', `${name} is a result, and git tracks it: results must not be committed.`, {
        remedy: `Run \`git rm --cached ${name}\`, and ignore it.`,
      })
    const gone = await deleteFirst(file)
    return gone.ok
      ? gone
      : trouble('stale-result', `an old result is in the way: ${gone.trouble.message}.`, {
          remedy: 'Move it away, or name another path.',
        })
  }

  return ok({
    view: view.value,
    ambient: { path: [], env: {} },
    // A person works in this tree.
    locked: [],
    staged: { name: 'here', root: tree, tree, treeId: '', toolchain: '' },
    commit,
    branch,
    dirty: dirty.value.length > 0,
    identity: treeIdentity(tree),
    workshop: {
      run: execute,
      async reportDirectory(label) {
        serial += 1
        const directory = path.join(home, 'reports', `${serial}-${fileName(label)}`)
        await mkdir(directory, { recursive: true })
        return directory
      },
      // Nothing is locked in a tree that a person works in.
      changed: async () => [],
      async unplant(_staged, paths, globs = false) {
        for (const name of paths) {
          const found = globs ? await reportFiles(tree, name) : [name]
          for (const file of found) await clearOne(file)
        }
      },
      async sweep(_staged, globs) {
        for (const glob of globs)
          for (const file of await reportFiles(tree, glob)) {
            if ((await clearOne(file)).ok) continue
            // What stays is believed only where the run writes it anew.
            const found = await lstat(path.join(tree, file)).catch(() => null)
            const bytes = found?.isFile() ? await readFile(path.join(tree, file)).catch(() => null) : null
            if (found === null || bytes === null) continue
            const mode = (found.mode & 0o100) !== 0 ? '100755' : '100644'
            left.set(file, { path: file, mode, oid: blobId(bytes, '') })
          }
      },
      async readLog(file) {
        const found = await stat(file).catch(() => null)
        if (found === null || found.size > LOG_LIMIT_BYTES) return undefined
        return stripVTControlCharacters(await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
      },
    },
    async clear(name) {
      const found = /[*?[{]/.test(name) ? await reportFiles(tree, name) : [name]
      for (const file of found) {
        const gone = await clearOne(file)
        if (!gone.ok) return gone
      }
      cleared.set(name, Date.now())
      return ok(undefined)
    },
    readResult: (name) => readResultFile(tree, name, cleared.get(name) ?? 0),
    async committed(name) {
      if (commit === null) return []
      const listed = await git(['ls-tree', '-r', '-z', '--name-only', commit, '--', name.replace(/\/+$/, '')], {
        cwd: tree,
      })
      const files = []
      for (const file of records(listed)) {
        const blob = await git(['cat-file', 'blob', `${commit}:${file}`], { cwd: tree })
        const here = await readFile(path.join(tree, file)).catch(() => null)
        files.push({
          path: file,
          text: blob.stdout.toString('utf8'),
          changed: here === null || !blob.stdout.equals(here),
        })
      }
      return files
    },
    async close() {
      await held.value.release()
    },
  })
}

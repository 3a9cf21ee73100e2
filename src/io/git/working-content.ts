import { lstat, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import type { TreeContent, TreeIdentity } from '../../model/gate-world.ts'
import { ok, type Result, trouble } from '../../model/result.ts'
import { hashText } from '../files.ts'
import { type GitAnswer, git, line } from './command.ts'
import { blobId, switchedOff } from './dirty.ts'
import { type ContentEntry, treeId } from './tree-id.ts'

/** Paths are kept as latin1, byte for byte. */
const rows = (answer: GitAnswer): string[] => answer.stdout.toString('latin1').split('\0').filter(Boolean)
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const readable = (text: string): string => (/^[ -~]*$/.test(text) ? text : bytes(text).toString('utf8'))

const failed = (detail: string): Result<never> =>
  trouble('tree-not-hashed', 'the content of the working tree could not be hashed', { detail })

interface Staged {
  readonly mode: string
  readonly oid: string
  /** What the index says of it need not be so: it hides changes, or a merge stopped at it. */
  readonly doubtful: boolean
}

const stagedOf = (answer: GitAnswer): Map<string, Staged> => {
  const found = new Map<string, Staged>()
  for (const row of rows(answer)) {
    const [, tag = '', mode = '', oid = '', stage, name = ''] =
      /^(?:(\S) )?(\d+) ([0-9a-f]+) (\d)\t(.*)$/s.exec(row) ?? []
    found.set(name, { mode, oid, doubtful: stage !== '0' || /[a-zS]/.test(tag) })
  }
  return found
}

/** Paths for which a filter is named: what the index says of them depends on whether the filter ran, so their bytes count. */
const filtered = async (
  cwd: string,
  attributes: string,
  tracked: ReadonlyMap<string, Staged>,
  others: readonly string[],
): Promise<readonly string[]> => {
  const named = [...tracked.keys(), ...others].filter((name) => /(?:^|\/)\.gitattributes$/.test(name))
  const files = [...named.map((name) => Buffer.concat([Buffer.from(`${cwd}/`), bytes(name)])), attributes]
  let speaks = false
  for (const file of files) speaks ||= (await readFile(file, 'latin1').catch(() => '')).includes('filter')
  if (!speaks) return []
  const input = bytes([...tracked.keys()].map((name) => `${name}\0`).join(''))
  const answer = await git(['check-attr', '-z', '--stdin', 'filter'], { cwd, input })
  const parts = answer.stdout.toString('latin1').split('\0')
  const found: string[] = []
  for (let at = 0; at + 2 < parts.length; at += 3)
    if (parts[at + 2] !== 'unspecified' && parts[at + 2] !== 'unset') found.push(parts[at] as string)
  return found
}

/** Ids of regular files as git would give them, line ends as the attributes say. Names that cannot be written on a line are hashed as they are. */
const hashFiles = async (
  cwd: string,
  calm: readonly string[],
  names: readonly string[],
  like: string,
): Promise<Result<ReadonlyMap<string, string>>> => {
  const plain = names.filter((name) => !/^"|[\r\n]/.test(name))
  const ids = new Map<string, string>()
  for (const name of names)
    if (/^"|[\r\n]/.test(name))
      ids.set(name, blobId(await readFile(Buffer.concat([Buffer.from(`${cwd}/`), bytes(name)])), like))
  if (plain.length === 0) return ok(ids)
  const input = bytes(`${plain.join('\n')}\n`)
  const answer = await git([...calm, 'hash-object', '--stdin-paths'], { cwd, input })
  const found = line(answer)?.split('\n') ?? []
  if (found.length !== plain.length) return failed(answer.stderr)
  for (const [at, name] of plain.entries()) ids.set(name, found[at] as string)
  return ok(ids)
}

/** The content of a repository inside of this one: the commit that it is on while nothing in it differs from that, else the id of its tree. */
const innerId = async (directory: string): Promise<Result<string | null>> => {
  const top = line(await git(['rev-parse', '--show-toplevel'], { cwd: directory }))
  if (top === undefined || path.resolve(top) !== path.resolve(directory)) return ok(null)
  const content = await workingContent(directory, () => false)
  if (!content.ok) return content
  const [commit, tree] = line(await git(['rev-parse', 'HEAD', 'HEAD^{tree}'], { cwd: directory }))?.split('\n') ?? []
  return ok(tree === content.value.tree ? (commit ?? null) : content.value.tree)
}

const readOnce = async (cwd: string, isLeftOut: (path: string) => boolean): Promise<Result<TreeContent>> => {
  const off = await switchedOff(cwd)
  const calm = [...off, ...['core.trustctime=true', 'core.checkStat=default'].flatMap((each) => ['-c', each])]
  const list = (...args: string[]) => git([...calm, 'ls-files', '-z', ...args], { cwd })
  const [about, filemode, all, modified, untracked] = await Promise.all([
    git(['rev-parse', '--show-object-format', '--git-path', 'info/attributes'], { cwd }),
    git(['config', '--type=bool', '--get', 'core.fileMode'], { cwd }),
    list('--stage', '-v'),
    list('--modified'),
    list('--others', '--exclude-standard'),
  ])
  const wrong = [about, all, modified, untracked].find(({ code }) => code !== 0)
  if (wrong !== undefined) return failed(wrong.stderr)
  const [format = 'sha1', attributes = ''] = line(about)?.split('\n') ?? []
  const algorithm = format === 'sha256' ? 'sha256' : 'sha1'
  const like = '0'.repeat(algorithm === 'sha256' ? 64 : 40)
  const staged = stagedOf(all)
  const others = rows(untracked).filter((name) => !isLeftOut(readable(name)))
  const doubtful = [...staged].flatMap(([name, entry]) => (entry.doubtful ? [name] : []))
  const asIs = await filtered(cwd, path.resolve(cwd, attributes), staged, others)
  const wanted = new Set([...rows(modified), ...doubtful, ...asIs, ...others])

  const found = new Map<string, ContentEntry>()
  for (const [name, { mode, oid }] of staged)
    if (mode === '160000') wanted.add(name)
    else if (!wanted.has(name)) found.set(name, { path: name, mode, oid })
  const files: { readonly name: string; readonly mode: string }[] = []
  for (const name of wanted) {
    const file = Buffer.concat([Buffer.from(`${cwd}/`), bytes(name)])
    const there = await lstat(file).catch(() => null)
    const known = staged.get(name)
    if (there?.isDirectory() && (known?.mode === '160000' || name.endsWith('/'))) {
      const inner = await innerId(file.toString())
      if (!inner.ok) return inner
      const oid = inner.value ?? known?.oid ?? like
      found.set(name, { path: name.replace(/\/$/, ''), mode: '160000', oid })
    } else if (there?.isSymbolicLink()) {
      const oid = blobId(await readlink(file, { encoding: 'buffer' }), like)
      found.set(name, { path: name, mode: '120000', oid })
    } else if (there?.isFile()) {
      const executable = line(filemode) === 'false' ? known?.mode === '100755' : (there.mode & 0o100) !== 0
      files.push({ name, mode: executable ? '100755' : '100644' })
    }
  }
  const ids = await hashFiles(
    cwd,
    calm,
    files.map(({ name }) => name),
    like,
  )
  if (!ids.ok) return ids
  for (const { name, mode } of files) found.set(name, { path: name, mode, oid: ids.value.get(name) as string })
  return ok({
    tree: treeId(found.values(), algorithm),
    entries: new Map([...found.values()].map((entry) => [readable(entry.path), `${entry.mode} ${entry.oid}`])),
  })
}

/**
 * The content of a working tree: tracked files and others that are not ignored, as they lie there now, and the id of the git tree of just
 * these. Untracked files for which `isLeftOut` holds do not count, tracked ones always do. Of files that the index knows and whose
 * times, size and inode have not changed nothing is read. Nothing is written, not even objects, and no filter runs: where one is named, the bytes that
 * lie there count. A repository inside counts with its content.
 */
export const workingContent = async (
  worktree: string,
  isLeftOut: (path: string) => boolean,
): Promise<Result<TreeContent>> => {
  // A file that goes away while we look is no reason to know nothing; twice in a row it is.
  const first = await readOnce(worktree, isLeftOut).catch((error: Error) => failed(error.message))
  return first.ok ? first : await readOnce(worktree, isLeftOut).catch((error: Error) => failed(error.message))
}

/** Object ids of what the commit that is checked out has at a path, a line each; empty where it has nothing there. */
const committedIds = async (worktree: string, name: string): Promise<string> => {
  const listed = await git(['ls-tree', '-r', 'HEAD', '--', name.replace(/\/+$/, '')], { cwd: worktree })
  return listed.code === 0 ? listed.stdout.toString('utf8') : ''
}

const commitOf = async (worktree: string, ref: string): Promise<string | null> =>
  line(await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], { cwd: worktree })) ??
  null

/** The questions that recognise the working tree at a path. */
export const treeIdentity = (worktree: string): TreeIdentity => ({
  content: (isLeftOut) => workingContent(worktree, isLeftOut),
  committedIds: (name) => committedIds(worktree, name),
  commitOf: (ref) => commitOf(worktree, ref),
  digest: hashText,
})

import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ok, type Result, trouble } from '../../model/result.ts'
import { printedTrouble, systemTrouble } from '../trouble.ts'
import { type GitAnswer, git, line } from './command.ts'
import { home, type Repository } from './repository.ts'

/** A bare repository of Triverdict's own, with the objects of the commits that were asked for. Every later read goes here. */
export interface Mirror {
  /** Absolute path of the bare repository. */
  readonly directory: string
  /** Its object store: what a composed tree names as its alternate, so a sandbox must be able to read it at this path. */
  readonly objects: string
  /** Tags that are reachable from the lock. `oid` is the tag object of an annotated tag, else the commit. */
  readonly tags: readonly { readonly name: string; readonly oid: string }[]
  /** Text of the `shallow` file when the source is shallow; null when the history is whole. */
  readonly shallow: string | null
}

/** Runs `work` while no other process runs work of the same key; the others wait. */
export type SingleFlight = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Copies what the two commits reach, and the lock's tags, into the mirror below `cache`. Objects are packed from the source's
 * object store and named anew by their content, so neither its configuration, replace refs and grafts nor a forged object file
 * takes part. Objects that are there already are not copied again. The source is only read.
 */
export const prepareMirror = async (
  repository: Repository,
  refs: { readonly lock: string; readonly branch: string },
  cache: string,
  singleFlight: SingleFlight,
): Promise<Result<Mirror>> => {
  const tags = await tagsOf(repository, refs.lock)
  // A shallow history gets a mirror of its own: it must not be mistaken for the whole one later.
  const cut = repository.shallow === null ? '' : `-shallow-${digest(repository.shallow)}`
  const directory = join(cache, 'mirrors', `${repository.id}${cut}.git`)
  const mirror: Mirror = { directory, objects: join(directory, 'objects'), tags, shallow: repository.shallow }
  const wanted = [...new Set([refs.lock, refs.branch, ...tags.map((tag) => tag.oid)])]
  return singleFlight(`mirror-${repository.id}${cut}`, async () => {
    const made = await create(mirror, refs.lock.length === 64 ? 'sha256' : 'sha1')
    if (!made.ok) return made
    const copied = await copyObjects(mirror, repository.objects, wanted, [refs.lock, refs.branch])
    return copied.ok ? ok(mirror) : copied
  })
}

/** Adds what `oids` reach in an object store to the mirror; the trees of `commits` (some of the oids) must be whole. */
export const copyObjects = async (
  mirror: Mirror,
  objects: string,
  oids: readonly string[],
  commits: readonly string[],
): Promise<Result<null>> => {
  const cwd = mirror.directory
  const listed = line(await git(['for-each-ref', '--format=%(objectname)', 'refs/triverdict'], { cwd }))
  const have = new Set(listed?.split('\n').filter(Boolean) ?? [])
  const missing = oids.filter((oid) => !have.has(oid))
  if (missing.length === 0) return ok(null)
  const copied = await copyOnce(mirror, objects, missing, [...have], commits)
  // A partial clone may lack what older commits of the mirror are thought to hold: then everything is packed.
  const whole = copied.ok || have.size === 0 ? copied : await copyOnce(mirror, objects, missing, [], commits)
  if (!whole.ok) return whole
  // Only now are they there for good: a ref of the mirror stands for everything that it reaches.
  const updates = missing.map((oid) => `update refs/triverdict/${oid} ${oid}\n`).join('')
  const kept = await git(['update-ref', '--stdin'], { cwd, input: updates })
  return kept.code === 0 ? ok(null) : notCopied(kept, cwd)
}

const copyOnce = async (
  mirror: Mirror,
  objects: string,
  wanted: readonly string[],
  have: readonly string[],
  commits: readonly string[],
): Promise<Result<null>> => {
  const cwd = mirror.directory
  const file = join(cwd, `incoming-${process.pid}.pack`)
  try {
    const revisions = [...wanted, ...have.map((oid) => `^${oid}`), ''].join('\n')
    const packed = await writePack(cwd, file, revisions, objects)
    if (packed.code !== 0) return notCopied(packed, cwd)
    const read = await readPack(cwd, file)
    if (read.code !== 0) return notCopied(read, cwd)
  } finally {
    rmSync(file, { force: true })
  }
  const checked = await git(['rev-list', '--objects', '--no-walk', '--quiet', ...commits], { cwd })
  return checked.code === 0 ? ok(null) : notCopied(checked, cwd)
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

const tagsOf = async (repository: Repository, lock: string): Promise<Mirror['tags']> => {
  const format = '--format=%(objectname) %(refname:lstrip=2)'
  const listed = line(await git(['for-each-ref', format, `--merged=${lock}`, 'refs/tags'], { cwd: home(repository) }))
  return (listed ?? '')
    .split('\n')
    .filter(Boolean)
    .map((row) => ({ oid: row.slice(0, row.indexOf(' ')), name: row.slice(row.indexOf(' ') + 1) }))
}

/** Made aside and renamed, so that a mirror that exists is whole. */
const create = async (mirror: Mirror, format: 'sha1' | 'sha256'): Promise<Result<null>> => {
  if (existsSync(join(mirror.directory, 'HEAD'))) return ok(null)
  const aside = `${mirror.directory}.${process.pid}.new`
  try {
    mkdirSync(aside, { recursive: true })
    const init = await git(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, '.'], {
      cwd: aside,
    })
    if (init.code !== 0) return notCopied(init, dirname(mirror.directory))
    if (mirror.shallow !== null) writeFileSync(join(aside, 'shallow'), mirror.shallow)
    rmSync(mirror.directory, { recursive: true, force: true })
    renameSync(aside, mirror.directory)
    return ok(null)
  } catch (error) {
    return { ok: false, trouble: systemTrouble(`cannot write ${aside}`, error) }
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

const writePack = async (cwd: string, file: string, revisions: string, objects: string): Promise<GitAnswer> => {
  const pack = [
    'pack-objects',
    '--revs',
    '--stdout',
    '--quiet',
    '--no-use-bitmap-index',
    '--missing=allow-any',
    '--delta-base-offset',
    '--window=0',
    '--compression=1',
  ]
  const out = openSync(file, 'w')
  try {
    return await git(pack, {
      cwd,
      input: revisions,
      stdout: out,
      env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects) },
    })
  } finally {
    closeSync(out)
  }
}

/** Without the alternate: each object is named by the hash of what it holds. */
const readPack = async (cwd: string, file: string): Promise<GitAnswer> => {
  const input = openSync(file, 'r')
  try {
    return await git(['index-pack', '--stdin'], { cwd, stdin: input })
  } finally {
    closeSync(input)
  }
}

/** A path with a colon would be read as two; git takes a C-quoted one whole. */
const quoted = (path: string): string => `"${path.replace(/["\\]/g, (mark) => `\\${mark}`)}"`

/** With less room than this on the disk, whatever git could not write is the disk's fault: not every message of git names the cause. */
const HARDLY_ANY_BYTES = 64 * 1024

const isFull = (directory: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize < HARDLY_ANY_BYTES
  } catch {
    return false
  }
}

const notCopied = (answer: GitAnswer, directory: string): Result<never> => {
  const full = isFull(directory) ? `${answer.stderr}\nNo space left on device` : answer.stderr
  const machine = printedTrouble(`cannot copy the commits into ${directory}`, full)
  if (machine !== null) return { ok: false, trouble: { ...machine, detail: answer.stderr.trim() } }
  return trouble('objects-missing', 'The commits could not be copied whole from the repository.', {
    remedy: 'Run git fsck there; in a partial or damaged clone, git fetch --refetch origin brings the objects back.',
    detail: answer.stderr.trim(),
  })
}

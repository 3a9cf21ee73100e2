import { type CommitView, plainView } from '../../model/repo-view.ts'
import { ok, type Result, trouble } from '../../model/result.ts'
import type { FileMode } from '../../model/tree.ts'
import { git, gitNow } from './command.ts'
import type { Mirror } from './mirror.ts'

interface Blob {
  readonly path: string
  readonly mode: FileMode
  readonly oid: string
  readonly size: number
}

const largestText = 4 * 1024 * 1024
const batchBytes = 48 * 1024 * 1024
const batchFiles = 500
const interesting =
  /(?:^|\/)[^/]*(?:\.(?:json|jsonc|toml|ya?ml|cfg|ini|lock)|rc|file|ignore|attributes|requirements[^/]*\.txt|\.config\.[cm]?[jt]s)$/i

/** Looks at a commit of the mirror. Texts that plans are made of are read at once, others when they are asked for, many at a time. */
export const openView = async (mirror: Mirror, sha: string): Promise<Result<CommitView>> => {
  const cwd = mirror.directory
  const listed = await git(['ls-tree', '-r', '-l', '-z', '--full-tree', '--end-of-options', sha], { cwd })
  if (listed.code !== 0) return missing(sha, listed.stderr)
  const blobs: Blob[] = []
  const submodules: { path: string; oid: string }[] = []
  const text = decode(listed.stdout)
  if (text === undefined)
    return trouble('path-not-utf8', `A path of ${sha.slice(0, 12)} is not UTF-8.`, { remedy: 'Rename that file.' })
  for (const record of text.split('\0').filter(Boolean)) {
    const [, mode, kind, oid, size, path] = /^(\d+) (\w+) ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(record) ?? []
    if (mode === undefined || oid === undefined || path === undefined) return missing(sha, record)
    if (kind === 'commit') submodules.push({ path, oid })
    else if (!/^\d+$/.test(size ?? '')) return missing(sha, record)
    else blobs.push({ path, mode: fileMode(mode), oid, size: Number(size) })
  }
  return ok(await view(cwd, blobs, submodules))
}

/** Old commits carry modes such as 100664: git treats them as one of the three. */
const fileMode = (mode: string): FileMode =>
  mode === '120000' ? '120000' : (Number.parseInt(mode, 8) & 0o100) !== 0 ? '100755' : '100644'

const missing = (sha: string, detail: string): Result<never> =>
  trouble('objects-missing', `Objects of commit ${sha.slice(0, 12)} are missing or damaged.`, {
    remedy: 'In a partial clone run git fetch --refetch --no-filter origin; else run git fsck.',
    detail: detail.trim(),
  })

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const view = async (cwd: string, blobs: readonly Blob[], submodules: CommitView['submodules']): Promise<CommitView> => {
  const byPath = new Map(blobs.map((blob) => [blob.path, blob]))
  const contents = new Map<string, Uint8Array>()
  const load = (batch: readonly Blob[]): void => {
    const oids = [...new Set(batch.map((blob) => blob.oid))].filter((oid) => !contents.has(oid))
    const answer = gitNow(['cat-file', '--batch', '--buffer'], { cwd, input: `${oids.join('\n')}\n` })
    for (const [oid, content] of batchOf(answer.stdout)) contents.set(oid, content)
  }
  const hasLfs = blobs.some((blob) => blob.path.endsWith('.gitattributes'))
  const first = blobs.filter(
    (blob) => blob.mode === '120000' || (interesting.test(blob.path) && blob.size <= largestText / 4),
  )
  load(within(first, batchFiles * 4))
  const bytes = (blob: Blob): Uint8Array | undefined => {
    if (!contents.has(blob.oid)) load(neighbours(blobs, blob, contents))
    return contents.get(blob.oid)
  }
  const texts = new Map<string, string | undefined>()
  const read = (path: string): string | undefined => {
    const blob = byPath.get(path)
    if (blob === undefined || blob.mode === '120000' || blob.size > largestText) return undefined
    if (!texts.has(blob.oid)) texts.set(blob.oid, textOf(bytes(blob)))
    return texts.get(blob.oid)
  }
  const target = (path: string): string | undefined => {
    const blob = byPath.get(path)
    if (blob?.mode !== '120000') return undefined
    const content = bytes(blob)
    return content === undefined ? undefined : decode(content)
  }
  const usesLfs =
    hasLfs && blobs.some((blob) => blob.path.endsWith('.gitattributes') && /filter=lfs/.test(read(blob.path) ?? ''))
  if (usesLfs) load(blobs.filter((blob) => blob.size < 1024 && blob.mode !== '120000'))
  const lfs = usesLfs
    ? blobs.flatMap((blob) => {
        const sha256 = blob.size < 1024 ? lfsPointer(read(blob.path)) : undefined
        return sha256 === undefined ? [] : [{ path: blob.path, sha256 }]
      })
    : []
  const paths = blobs.map((blob) => blob.path).sort()
  const mode = (path: string) => byPath.get(path)?.mode
  const look = { has: (path: string) => byPath.has(path), read, oid: (path: string) => byPath.get(path)?.oid, mode }
  return { ...plainView(paths, look), mode, target, submodules, lfs }
}

const lfsPointer = (text: string | undefined): string | undefined =>
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n/.exec(text ?? '')?.[1]

/** The blob itself and unread files of its kind around it: who asks for one source file soon asks for the next, in either direction. */
const neighbours = (blobs: readonly Blob[], wanted: Blob, known: ReadonlyMap<string, unknown>): readonly Blob[] => {
  const kind = /\.[^./]+$/.exec(wanted.path)?.[0]
  if (kind === undefined) return [wanted]
  const isAlike = (blob: Blob): boolean =>
    blob.path.endsWith(kind) && blob.size <= largestText / 8 && !known.has(blob.oid)
  const here = blobs.indexOf(wanted)
  const after = blobs.slice(here + 1).filter(isAlike)
  const before = blobs.slice(0, here).filter(isAlike).reverse()
  return [wanted, ...within([...after.slice(0, batchFiles), ...before.slice(0, batchFiles)], 2 * batchFiles)]
}

const within = (blobs: readonly Blob[], count: number): readonly Blob[] => {
  const taken: Blob[] = []
  let room = batchBytes
  for (const blob of blobs.slice(0, count)) {
    room -= blob.size
    if (room >= 0) taken.push(blob)
  }
  return taken
}

const textOf = (content: Uint8Array | undefined): string | undefined =>
  content === undefined || content.subarray(0, 8000).includes(0) ? undefined : decode(content)

/** Takes the output of `cat-file --batch` apart: object id and content. Missing objects are left out. */
export const batchOf = function* (output: Buffer): Generator<readonly [string, Buffer]> {
  let at = 0
  while (at < output.length) {
    const end = output.indexOf(10, at)
    if (end < 0) return
    const [oid, kind, size] = output.subarray(at, end).toString().split(' ')
    at = end + 1
    if (oid === undefined || kind === 'missing' || size === undefined) continue
    yield [oid, output.subarray(at, at + Number(size))]
    at += Number(size) + 1
  }
}

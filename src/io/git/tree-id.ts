import { createHash } from 'node:crypto'

/** A path of a tree, its bytes as latin1, so that names that are no UTF-8 keep theirs. */
export interface ContentEntry {
  readonly path: string
  readonly mode: string
  readonly oid: string
}

interface Folder {
  readonly files: { readonly name: string; readonly mode: string; readonly oid: string }[]
  readonly folders: Map<string, Folder>
}

const emptyFolder = (): Folder => ({ files: [], folders: new Map() })

const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const idOf = (folder: Folder, algorithm: 'sha1' | 'sha256'): string => {
  const rows = [
    ...folder.files.map((file) => ({ ...file, key: file.name })),
    // Git orders a folder as if its name ended with a slash.
    ...[...folder.folders].map(([name, inner]) => ({
      ...{ name, mode: '40000', oid: idOf(inner, algorithm), key: `${name}/` },
    })),
  ].sort((a, b) => byBytes(a.key, b.key))
  const body = Buffer.concat(
    rows.flatMap(({ mode, name, oid }) => [Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(oid, 'hex')]),
  )
  return createHash(algorithm).update(`tree ${body.length}\0`).update(body).digest('hex')
}

/** The id that git gives to a tree of just these entries. Nothing is written anywhere. */
export const treeId = (entries: Iterable<ContentEntry>, algorithm: 'sha1' | 'sha256'): string => {
  const root = emptyFolder()
  for (const { path, mode, oid } of entries) {
    let folder = root
    const parts = path.split('/')
    const name = parts.pop() as string
    for (const part of parts) {
      const inner = folder.folders.get(part) ?? emptyFolder()
      folder.folders.set(part, inner)
      folder = inner
    }
    folder.files.push({ name, mode, oid })
  }
  return idOf(root, algorithm)
}

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CommitView } from '../../model/repo-view.ts'
import type { Result } from '../../model/result.ts'
import type { TreeEntry } from '../../model/tree.ts'
import { openExternals } from './externals.ts'
import { type Mirror, prepareMirror } from './mirror.ts'
import { rehash } from './rehash.ts'
import { openRepository } from './repository.ts'
import { alone, fingerprint, makeRig, type Rig } from './rig.ts'
import { openView } from './view.ts'
import { writeTree } from './write-tree.ts'

const sure = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.trouble.kind}: ${result.trouble.message} ${result.trouble.detail ?? ''}`)
  return result.value
}
const kindOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.trouble.kind)

const look = async (rig: Rig, path: string, lock: string, branch = lock) => {
  const repository = sure(await openRepository(path))
  const mirror = sure(await prepareMirror(repository, { lock, branch }, rig.cache, alone))
  return { repository, mirror, lock: sure(await openView(mirror, lock)), branch: sure(await openView(mirror, branch)) }
}
const entriesOf = (view: CommitView, from: 'lock' | 'branch' = 'branch'): TreeEntry[] =>
  view.paths.map((path) => ({ path, mode: view.mode(path) ?? '100644', from, oid: view.oid(path) ?? null, text: null }))
const written = async (rig: Rig, mirror: Mirror, view: CommitView, parent: string) =>
  sure(await writeTree(mirror, entriesOf(view), join(rig.root, 'tree'), parent))

describe('mirror and view', () => {
  test('a worktree, a linked worktree and a bare repository give the same view; nothing is written into them', async () => {
    using rig = makeRig()
    const main = rig.repository('main', {
      'a.txt': 'a\n',
      'b/ü.bin': 'x\0y',
      'run.sh': { text: '#!/bin/sh\n', executable: true },
      l: { link: 'a.txt' },
    })
    const sha = rig.git(main, 'rev-parse', 'HEAD')
    writeFileSync(join(main, 'a.txt'), 'stashed\n')
    rig.git(main, 'stash')
    rig.git(main, 'worktree', 'add', '--quiet', join(rig.root, 'linked'))
    rig.git(rig.root, 'clone', '--quiet', '--bare', main, 'bare.git')
    const before = fingerprint(join(main, '.git'))
    for (const path of ['main', 'linked', 'bare.git']) {
      const { lock } = await look(rig, join(rig.root, path), sha)
      expect(lock.paths).toEqual(['a.txt', 'b/ü.bin', 'l', 'run.sh'])
      expect(lock.paths.map((each) => [lock.mode(each), lock.read(each)])).toEqual([
        ['100644', 'a\n'],
        ['100644', undefined],
        ['120000', undefined],
        ['100755', '#!/bin/sh\n'],
      ])
      expect(lock.target('l')).toBe('a.txt')
      expect(lock.under('b').paths).toEqual(['ü.bin'])
      expect(lock.oid('a.txt')).toBe(rig.git(main, 'rev-parse', `${sha}:a.txt`))
      expect([lock.read('gone'), lock.has('gone'), lock.oid('gone')]).toEqual([undefined, false, undefined])
    }
    expect(fingerprint(join(main, '.git'))).toEqual(before)
  })

  test('replace refs and a forged object file do not reach the mirror', async () => {
    using rig = makeRig()
    const main = rig.repository('main', { 'test.js': 'truth\n', 'other.js': 'other\n' })
    const sha = rig.git(main, 'rev-parse', 'HEAD')
    const [truth, other] = ['test.js', 'other.js'].map((path) => rig.git(main, 'rev-parse', `${sha}:${path}`))
    rig.git(main, 'replace', truth ?? '', other ?? '')
    expect(rig.git(main, 'show', `${sha}:test.js`)).toBe('other')
    expect((await look(rig, main, sha)).lock.read('test.js')).toBe('truth\n')
    rig.git(main, 'replace', '-d', truth ?? '')
    const file = (oid = ''): string => join(main, '.git', 'objects', oid.slice(0, 2), oid.slice(2))
    chmodSync(file(truth), 0o644)
    writeFileSync(file(truth), readFileSync(file(other)))
    rmSync(rig.cache, { recursive: true })
    expect(
      kindOf(await prepareMirror(sure(await openRepository(main)), { lock: sha, branch: sha }, rig.cache, alone)),
    ).toBe('objects-missing')
    writeFileSync(file(truth), 'garbage')
    expect(
      kindOf(await prepareMirror(sure(await openRepository(main)), { lock: sha, branch: sha }, rig.cache, alone)),
    ).toBe('objects-missing')
  })

  test('a shared clone, a shallow clone, and more commits later', async () => {
    using rig = makeRig()
    const main = rig.repository('main', { 'a.txt': '0\n' })
    rig.commit(main, { 'a.txt': '1\n' })
    const second = rig.commit(main, { 'a.txt': '2\n' })
    rig.git(rig.root, 'clone', '--quiet', '--shared', main, 'shared: "odd"')
    expect((await look(rig, join(rig.root, 'shared: "odd"'), second)).lock.read('a.txt')).toBe('2\n')
    rig.git(rig.root, 'clone', '--quiet', '--depth', '1', `file://${main}`, 'shallow')
    const { mirror, lock } = await look(rig, join(rig.root, 'shallow'), second)
    const tree = await written(rig, mirror, lock, second)
    expect(rig.git(join(rig.root, 'tree'), 'log', '--format=%H')).toBe(`${tree.commit}\n${second}`)
    rig.git(join(rig.root, 'shallow'), 'fetch', '--quiet', '--unshallow')
    await look(rig, join(rig.root, 'shallow'), second)
    const packs = () => fingerprint(join(rig.cache, 'mirrors')).filter((row) => /\.pack /.test(row))
    await look(rig, main, second)
    const before = packs()
    await look(rig, main, second)
    expect(packs()).toEqual(before)
    const third = rig.commit(main, { 'a.txt': '3\n' })
    expect((await look(rig, main, second, third)).branch.read('a.txt')).toBe('3\n')
    expect(packs().length).toBe(before.length + 1)
  })

  test('a partial clone without the blobs is told; nothing is fetched', async () => {
    using rig = makeRig()
    const main = rig.repository('main', { 'a.txt': 'a\n' })
    const sha = rig.git(main, 'rev-parse', 'HEAD')
    rig.git(main, 'config', 'uploadpack.allowFilter', 'true')
    rig.git(rig.root, 'clone', '--quiet', '--no-checkout', '--filter=blob:none', `file://${main}`, 'partial')
    const repository = sure(await openRepository(join(rig.root, 'partial')))
    expect(kindOf(await prepareMirror(repository, { lock: sha, branch: sha }, rig.cache, alone))).toBe(
      'objects-missing',
    )
    rig.git(join(rig.root, 'partial'), 'checkout', '--quiet')
    expect(kindOf(await prepareMirror(repository, { lock: sha, branch: sha }, rig.cache, alone))).toBe('ok')
  })
})

describe('writeTree', () => {
  test('export-ignore, smudge filters and hooks take no part; status is clean, tags describe, nothing is remote', async () => {
    using rig = makeRig()
    const files = {
      '.gitattributes': 'tests/ export-ignore\n*.txt filter=evil ident\n*.crlf text eol=crlf\n',
      'tests/a.txt': '$Id$\n',
      'b.crlf': 'x\r\n',
      '.gitignore': 'ignored\n',
      ignored: 'tracked all the same\n',
    }
    const main = rig.repository('main', files)
    rig.git(main, 'config', 'filter.evil.smudge', 'echo forged')
    rig.write(main, { '.git/hooks/post-checkout': { text: `#!/bin/sh\ntouch ${rig.root}/sprung\n`, executable: true } })
    rig.git(main, 'tag', '-a', 'v1', '-m', 'one')
    rig.git(main, 'remote', 'add', 'origin', 'https://example.org/x.git')
    // A blob that its own attributes would convert: committed around them.
    rig.write(rig.root, { crlf: 'x\r\n' })
    const crlf = rig.git(main, 'hash-object', '-w', '--no-filters', join(rig.root, 'crlf'))
    rig.git(main, 'update-index', '--cacheinfo', `100644,${crlf},b.crlf`)
    rig.git(main, 'commit', '--quiet', '-m', 'crlf')
    const sha = rig.git(main, 'rev-parse', 'HEAD')
    const { mirror, lock } = await look(rig, main, sha)
    const tree = await written(rig, mirror, lock, sha)
    const directory = join(rig.root, 'tree')
    expect(readFileSync(join(directory, 'b.crlf'), 'utf8')).toBe('x\r\n')
    expect(readFileSync(join(directory, 'tests/a.txt'), 'utf8')).toBe('$Id$\n')
    expect(existsSync(join(rig.root, 'sprung'))).toBe(false)
    expect(rig.git(directory, 'status', '--porcelain', '--ignored')).toBe('')
    expect(rig.git(directory, 'ls-files').split('\n')).toEqual(Object.keys(files).sort())
    expect(rig.git(directory, 'describe')).toMatch(/^v1-2-g/)
    expect(rig.git(directory, 'remote')).toBe('')
    expect(rig.git(directory, 'rev-parse', 'HEAD^', 'HEAD^{tree}')).toBe(`${sha}\n${tree.tree}`)
    expect(rig.git(directory, 'fsck', '--no-dangling')).toBe('')
  })

  test('files are never written through a symlink, outside, into .git, or over each other', async () => {
    using rig = makeRig()
    const main = rig.repository('main', { 'tests/a.js': 'a\n' })
    const sha = rig.git(main, 'rev-parse', 'HEAD')
    const elsewhere = join(rig.root, 'elsewhere')
    mkdirSync(elsewhere)
    const linked = rig.commit(main, { tests: { link: elsewhere } })
    const { mirror, lock, branch } = await look(rig, main, sha, linked)
    const attempt = async (name: string, entries: readonly TreeEntry[]) =>
      kindOf(await writeTree(mirror, entries, join(rig.root, name), sha))
    expect(await attempt('a', [...entriesOf(branch), ...entriesOf(lock)])).toBe('path-collision')
    expect(await attempt('b', entriesOf(branch))).toBe('symlink-escape')
    expect(await attempt('c', entriesOf(branch, 'lock'))).toBe('ok')
    expect(readlinkSync(join(rig.root, 'c/tests'))).toBe(elsewhere)
    expect(fingerprint(elsewhere)).toEqual([])
    const [plain] = entriesOf(lock)
    for (const path of [
      '../x',
      'a/../../x',
      '/x',
      '.git/config',
      'a/.GIT/hooks/x',
      '.git',
      'a//b',
      './a',
      '.g\u200cit/x',
      'GIT~1/x',
    ])
      expect([path, plain && (await attempt('d', [{ ...plain, path }]))]).toEqual([path, 'path-refused'])
    expect(
      plain &&
        (await attempt('e', [
          { ...plain, path: '.github/x' },
          { ...plain, path: '.gitignore' },
        ])),
    ).toBe('ok')
    expect(await attempt('e', entriesOf(lock))).toBe('not-empty')
    expect(plain && (await attempt('f', [{ ...plain, oid: '0'.repeat(40) }]))).toBe('objects-missing')
  })

  test('rehash finds changed, deleted, replaced and re-moded files, also behind a symlinked directory', async () => {
    using rig = makeRig()
    const names = ['a', 'b', 'c', 'd', 'e', 'same', 'sub/f', 'x']
    const main = rig.repository('main', Object.fromEntries(names.map((name) => [name, `${name}\n`])))
    const sha = rig.git(main, 'rev-parse', 'HEAD')
    const { mirror, lock } = await look(rig, main, sha)
    const { entries } = await written(rig, mirror, lock, sha)
    const tree = join(rig.root, 'tree')
    expect(rehash(tree, entries)).toEqual([])
    rig.write(tree, {
      a: 'changed\n',
      b: null,
      d: { link: 'same' },
      e: { text: 'e\n', executable: true },
      'new/file': 'n',
      'elsewhere/f': 'sub/f\n',
      sub: null,
    })
    rmSync(join(tree, 'c'))
    mkdirSync(join(tree, 'c'))
    symlinkSync('elsewhere', join(tree, 'sub'))
    expect(rehash(tree, entries)).toEqual(['a', 'b', 'c', 'd', 'e', 'sub/f'])
  })

  test('many files are written and read, all of them', async () => {
    using rig = makeRig()
    const names = Array.from({ length: 3_000 }, (_, index) => `src/d${index % 100}/file-${index}.ts`)
    const main = rig.repository(
      'main',
      Object.fromEntries(names.map((name) => [name, `export const name = '${name}'\n`])),
    )
    const sha = rig.git(main, 'rev-parse', 'HEAD')
    const { mirror, lock } = await look(rig, main, sha)
    const { entries } = await written(rig, mirror, lock, sha)
    expect(rehash(join(rig.root, 'tree'), entries)).toEqual([])
    for (const path of lock.paths) if (lock.read(path) === undefined) throw new Error(path)
    expect(lock.paths.length).toBe(3_000)
  })
})

describe('what is not in the commit', () => {
  test('submodules, also of submodules, and LFS contents are brought in; what is missing is told with the command', async () => {
    using rig = makeRig()
    const leaf = rig.repository('leaf', { 'leaf.txt': 'leaf\n' })
    const library = rig.repository('library', { 'lib.txt': 'lib\n' })
    rig.git(library, 'submodule', '--quiet', 'add', leaf, 'deep/leaf')
    rig.commit(library, {})
    const main = rig.repository('main', { 'a.txt': 'a\n' })
    rig.git(main, 'submodule', '--quiet', 'add', '--name', 'odd/name', library, 'vendor/library')
    const sha256 = '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03'
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize 6\n`
    const sha = rig.commit(main, { '.gitattributes': '*.big filter=lfs diff=lfs merge=lfs -text\n', 'x.big': pointer })
    const { repository, mirror, lock } = await look(rig, main, sha)
    expect(lock.submodules).toMatchObject([{ path: 'vendor/library' }])
    const externals = () => openExternals(repository, mirror, lock, lock)
    expect(await externals()).toMatchObject({
      ok: false,
      trouble: { kind: 'submodule-missing', remedy: expect.stringContaining('git submodule update --init') },
    })
    rig.git(main, 'submodule', '--quiet', 'update', '--init', '--recursive')
    expect(await externals()).toMatchObject({
      ok: false,
      trouble: { kind: 'lfs-missing', remedy: expect.stringContaining('git lfs') },
    })
    const store = join(main, '.git/lfs/objects/58/91')
    rig.write(store, { [sha256]: 'forged\n' })
    expect(kindOf(await externals())).toBe('lfs-missing')
    rig.write(store, { [sha256]: 'hello\n' })
    const directory = join(rig.root, 'tree')
    const tree = sure(await writeTree(mirror, entriesOf(lock), directory, sha, sure(await externals())))
    expect(readFileSync(join(directory, 'vendor/library/deep/leaf/leaf.txt'), 'utf8')).toBe('leaf\n')
    expect(readFileSync(join(directory, 'x.big'), 'utf8')).toBe('hello\n')
    expect(rig.git(directory, 'status', '--porcelain')).toBe('')
    expect(rehash(directory, tree.entries)).toEqual([])
    rig.git(join(main, 'vendor/library'), 'checkout', '--quiet', 'HEAD~1')
    const moved = rig.commit(main, {})
    const after = await look(rig, main, sha, moved)
    expect(kindOf(await openExternals(repository, after.mirror, after.lock, after.branch))).toBe('submodule-moved')
  })
})

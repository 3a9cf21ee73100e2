import { appendFileSync, chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fingerprint, makeRig, type Rig, type RigFiles } from './rig.ts'
import { treeIdentity, workingContent } from './working-content.ts'

const files: RigFiles = {
  'a.txt': 'a\n',
  'a/b.txt': 'b\n',
  'a-b/c.txt': 'c\n',
  'run.sh': { text: '#!/bin/sh\n', executable: true },
  link: { link: 'a.txt' },
  '.gitignore': 'out/\n',
}

const treeOf = async (directory: string, leftOut: (path: string) => boolean = () => false): Promise<string> => {
  const found = await workingContent(directory, leftOut)
  if (!found.ok) throw new Error(`${found.trouble.message}: ${found.trouble.detail}`)
  return found.value.tree
}

/** What git itself says, which writes: asked last, and only here. */
const written = (rig: Rig, directory: string): string => {
  rig.git(directory, 'add', '-A')
  return rig.git(directory, 'write-tree').trim()
}

test('a clean tree is the tree of its commit', async () => {
  using rig = makeRig()
  const repo = rig.repository('r', files)
  expect(await treeOf(repo)).toBe(rig.git(repo, 'rev-parse', 'HEAD^{tree}').trim())
})

test.each<[string, (repo: string, rig: Rig) => void]>([
  ['an edit', (repo) => appendFileSync(join(repo, 'a.txt'), 'more\n')],
  [
    'an edit of the same size and time',
    (repo) => {
      writeFileSync(join(repo, 'a.txt'), 'z\n')
      utimesSync(join(repo, 'a.txt'), 1, 1)
    },
  ],
  ['a new file', (repo) => writeFileSync(join(repo, 'new.txt'), 'n')],
  [
    'names that need care',
    (repo) => {
      for (const name of ['"quoted" name', 'line\nbreak', 'ümläut', ' space ', Buffer.from([0x66, 0xff, 0xfe])])
        writeFileSync(Buffer.concat([Buffer.from(`${repo}/`), Buffer.from(name)]), String(name))
    },
  ],
  ['a deleted file', (repo) => rmSync(join(repo, 'a.txt'))],
  ['the executable bit', (repo) => chmodSync(join(repo, 'a.txt'), 0o755)],
  ['a file where a link was', (repo, rig) => rig.write(repo, { link: 'text\n' })],
  [
    'a directory where a file was',
    (repo, rig) => {
      rmSync(join(repo, 'a.txt'))
      rig.write(repo, { 'a.txt/inner': 'x\n' })
    },
  ],
  [
    'a staged edit, and another one since',
    (repo, rig) => {
      rig.write(repo, { 'a.txt': 'staged\n' })
      rig.git(repo, 'add', 'a.txt')
      rig.write(repo, { 'a.txt': 'since\n' })
    },
  ],
  [
    'an intention to add',
    (repo, rig) => {
      rig.write(repo, { 'later.txt': 'later\n' })
      rig.git(repo, 'add', '--intent-to-add', 'later.txt')
    },
  ],
  [
    'a merge that stopped',
    (repo, rig) => {
      rig.git(repo, 'switch', '-q', '-c', 'other')
      rig.commit(repo, { 'a.txt': 'other\n' })
      rig.git(repo, 'switch', '-q', 'main')
      rig.commit(repo, { 'a.txt': 'main\n' })
      try {
        rig.git(repo, 'merge', 'other')
      } catch {
        // It conflicts, which is the point.
      }
    },
  ],
])('it is the tree that git would write: %s', async (_, change) => {
  using rig = makeRig()
  const repo = rig.repository('r', files)
  change(repo, rig)
  const before = fingerprint(join(repo, '.git'))
  const found = await treeOf(repo)
  expect(fingerprint(join(repo, '.git'))).toEqual(before)
  expect(found).not.toBe(rig.git(repo, 'rev-parse', 'HEAD^{tree}').trim())
  expect(found).toBe(written(rig, repo))
})

test.each(['--assume-unchanged', '--skip-worktree'])('an edit that the index hides is seen: %s', async (flag) => {
  using rig = makeRig()
  const repo = rig.repository('r', files)
  const clean = await treeOf(repo)
  rig.git(repo, 'update-index', flag, 'a.txt')
  expect(await treeOf(repo)).toBe(clean)
  rig.write(repo, { 'a.txt': 'hidden\n' })
  const edited = await treeOf(repo)
  rmSync(join(repo, 'a.txt'))
  expect(new Set([clean, edited, await treeOf(repo)]).size).toBe(3)
})

test('ignored files do not count, nor results while git does not track them', async () => {
  using rig = makeRig()
  const repo = rig.repository('r', files)
  const clean = await treeOf(repo)
  rig.write(repo, { 'out/x': '1', 'result.xml': '<a/>' })
  const isResult = (path: string) => path === 'result.xml' || path === 'a.txt'
  expect(await treeOf(repo, isResult)).toBe(clean)
  expect(await treeOf(repo)).not.toBe(clean)
  rig.write(repo, { 'a.txt': 'a tracked file is no result\n' })
  expect(await treeOf(repo, isResult)).not.toBe(clean)
})

test('with a filter the bytes that lie there count, whether or not git has looked at them', async () => {
  using rig = makeRig()
  const repo = rig.repository('r', { '.gitattributes': '*.bin filter=lock\n', 'x.bin': 'one\n' })
  // It would change the content, and leave a trace.
  rig.git(repo, 'config', 'filter.lock.clean', `touch ${join(rig.root, 'ran')}; tr a-z A-Z`)
  const first = await treeOf(repo)
  utimesSync(join(repo, 'x.bin'), 5, 5)
  expect(await treeOf(repo)).toBe(first)
  rig.write(repo, { 'x.bin': 'two\n' })
  expect(await treeOf(repo)).not.toBe(first)
  expect(() => rmSync(join(rig.root, 'ran'))).toThrow()
})

test('a repository inside counts with its content', async () => {
  using rig = makeRig()
  const repo = rig.repository('r', files)
  const inner = rig.repository('inner', { 'i.txt': 'i\n' })
  rig.git(repo, 'submodule', '--quiet', 'add', inner, 'sub')
  rig.commit(repo, {})
  const clean = await treeOf(repo)
  expect(clean).toBe(rig.git(repo, 'rev-parse', 'HEAD^{tree}').trim())
  rig.write(join(repo, 'sub'), { 'i.txt': 'changed\n' })
  const changed = await treeOf(repo)
  rig.write(join(repo, 'sub'), { 'i.txt': 'i\n' })
  expect([await treeOf(repo), changed === clean]).toEqual([clean, false])
  const other = join(repo, 'other')
  mkdirSync(other)
  rig.git(other, 'init', '-q')
  rig.write(other, { x: '1' })
  const untracked = await treeOf(repo)
  rig.write(other, { x: '2' })
  expect(new Set([clean, untracked, await treeOf(repo)]).size).toBe(3)
})

test('a repository of SHA-256, and one without a commit', async () => {
  using rig = makeRig()
  const empty = join(rig.root, 'empty')
  mkdirSync(empty)
  rig.git(empty, 'init', '-q', '--object-format=sha256')
  expect(await treeOf(empty)).toBe(written(rig, empty))
  rig.write(empty, files)
  expect(await treeOf(empty)).toBe(written(rig, empty))
})

test('what a commit has at a path is known by its ids', async () => {
  using rig = makeRig()
  const repo = rig.repository('r', { 'baselines/1.json': '{}' })
  const before = await treeIdentity(repo).committedIds('baselines/')
  rig.write(repo, { 'baselines/1.json': '{"edited":1}' })
  expect(await treeIdentity(repo).committedIds('baselines/')).toBe(before)
  rig.commit(repo, {})
  expect(await treeIdentity(repo).committedIds('baselines/')).not.toBe(before)
  expect(await treeIdentity(repo).committedIds('nothing')).toBe('')
})

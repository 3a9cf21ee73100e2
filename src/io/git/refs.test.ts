import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refsMoved, resolveRefs } from './refs.ts'
import { openRepository, type Repository } from './repository.ts'
import { nearest } from './revision.ts'
import { fingerprint, makeRig } from './rig.ts'

const opened = async (path: string): Promise<Repository> => {
  const found = await openRepository(path)
  if (!found.ok) throw new Error(found.trouble.message)
  return found.value
}

const kindOf = (result: { ok: boolean; trouble?: { kind: string } }) => (result.ok ? 'ok' : result.trouble?.kind)

describe('openRepository', () => {
  test('worktree, sub-directory, linked worktree and bare are one repository', async () => {
    using rig = makeRig()
    const main = rig.repository('main', { 'a/b.txt': 'b\n' })
    rig.git(main, 'worktree', 'add', '--quiet', '-b', 'side', join(rig.root, 'linked'))
    const [whole, below, linked, inside] = await Promise.all(
      [main, join(main, 'a'), join(rig.root, 'linked'), join(main, '.git')].map(opened),
    )
    expect(below?.worktree).toBe(main)
    expect(linked?.worktree).toBe(join(rig.root, 'linked'))
    expect(new Set([whole?.id, below?.id, linked?.id, inside?.id]).size).toBe(1)
    rig.git(rig.root, 'clone', '--quiet', '--bare', main, 'bare.git')
    const bare = await opened(join(rig.root, 'bare.git'))
    expect(bare.worktree).toBeNull()
    expect(bare.id).not.toBe(whole?.id)
  })

  test('what is no repository is said in one sentence with a remedy', async () => {
    using rig = makeRig()
    mkdirSync(join(rig.root, 'empty'))
    writeFileSync(join(rig.root, 'file'), '')
    for (const [path, kind] of [
      ['empty', 'not-a-repository'],
      ['file', 'not-a-repository'],
      ['gone', 'path-missing'],
    ] as const) {
      const found = await openRepository(join(rig.root, path))
      expect(found).toMatchObject({ ok: false, trouble: { kind, remedy: expect.stringMatching(/\.$/) } })
    }
  })

  test('a repository without commits', async () => {
    using rig = makeRig()
    mkdirSync(join(rig.root, 'new'))
    rig.git(join(rig.root, 'new'), 'init', '--quiet')
    expect(kindOf(await resolveRefs(await opened(join(rig.root, 'new')), {}))).toBe('empty-repository')
  })
})

describe('resolveRefs', () => {
  test('only words that name a branch give its name: an expression on one stands for a commit', async () => {
    using rig = makeRig()
    const directory = rig.repository('r', { 'a.txt': 'a\n' })
    const commit = (name: string) => rig.git(directory, 'commit', '--quiet', '--allow-empty', '-m', name)
    commit('two')
    rig.git(directory, 'branch', 'bad')
    rig.git(directory, 'branch', 'bump/@types/node')
    const repository = await opened(directory)
    const names = await Promise.all(
      ['bad', 'refs/heads/bad', 'bump/@types/node', 'bad~1', 'bad^', 'bad@{0}', 'bad^{commit}', 'HEAD~1'].map(
        async (branch) => {
          const refs = await resolveRefs(repository, { lock: 'HEAD', branch })
          return refs.ok ? refs.value.branch.shortName : refs.trouble.message
        },
      ),
    )
    expect(names).toEqual(['bad', 'bad', 'bump/@types/node', null, null, null, null, null])
  })

  test('the lock is the merge base with the default branch, and says that it was defaulted', async () => {
    using rig = makeRig()
    const directory = rig.repository('r', { 'a.txt': 'a\n' })
    const base = rig.git(directory, 'rev-parse', 'HEAD')
    rig.git(directory, 'switch', '--quiet', '-c', 'feature/x')
    const tip = rig.commit(directory, { 'b.txt': 'b\n' })
    rig.git(directory, 'switch', '--quiet', 'main')
    rig.commit(directory, { 'c.txt': 'c\n' })
    rig.git(directory, 'switch', '--quiet', 'feature/x')
    const refs = await resolveRefs(await opened(directory), {})
    expect(refs).toMatchObject({
      ok: true,
      value: {
        lock: { sha: base, name: 'merge base with main', defaulted: true },
        branch: { sha: tip, shortName: 'feature/x', defaulted: true },
        anomalies: [],
      },
    })
    rig.git(directory, 'update-ref', 'refs/remotes/origin/trunk', tip)
    rig.git(directory, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk')
    expect(kindOf(await resolveRefs(await opened(directory), {}))).toBe('identical-refs')
  })

  test('identical refs: error by default, allowed when named', async () => {
    using rig = makeRig()
    const repository = await opened(rig.repository('r', { 'a.txt': 'a\n' }))
    expect(kindOf(await resolveRefs(repository, {}))).toBe('identical-refs')
    expect(kindOf(await resolveRefs(repository, { lock: 'HEAD' }))).toBe('ok')
  })

  test('tags resolve to commits; unknown names tell near ones; options are no names', async () => {
    using rig = makeRig()
    const directory = rig.repository('r', { 'a.txt': 'a\n' })
    rig.git(directory, 'tag', '-a', 'v1.0', '-m', 'one')
    rig.git(directory, 'branch', 'feature')
    const repository = await opened(directory)
    const refs = await resolveRefs(repository, { lock: 'v1.0', branch: 'feature' })
    expect(refs).toMatchObject({ ok: true, value: { lock: { sha: rig.git(directory, 'rev-parse', 'HEAD') } } })
    expect(await resolveRefs(repository, { lock: 'featrue' })).toMatchObject({
      ok: false,
      trouble: { kind: 'unknown-ref', message: expect.stringContaining('featrue'), remedy: 'Did you mean feature?' },
    })
    expect(kindOf(await resolveRefs(repository, { lock: '--all' }))).toBe('unknown-ref')
    expect(kindOf(await resolveRefs(repository, { lock: '' }))).toBe('unknown-ref')
  })

  test('a tag called like the default branch moves nothing', async () => {
    using rig = makeRig()
    const directory = rig.repository('r', { 'a.txt': 'a\n' })
    const base = rig.git(directory, 'rev-parse', 'HEAD')
    rig.git(directory, 'switch', '--quiet', '-c', 'work')
    const forged = rig.commit(directory, { 'a.txt': 'forged\n' })
    rig.git(directory, 'tag', 'main', forged)
    rig.commit(directory, { 'b.txt': 'b\n' })
    const repository = await opened(directory)
    expect(await resolveRefs(repository, {})).toMatchObject({ ok: true, value: { lock: { sha: base } } })
    expect(kindOf(await resolveRefs(repository, { lock: 'main' }))).toBe('ambiguous-ref')
    expect(await resolveRefs(repository, { lock: 'refs/heads/main' })).toMatchObject({
      ok: true,
      value: { lock: { sha: base } },
    })
    rig.git(directory, 'branch', base.slice(0, 9), forged)
    expect(kindOf(await resolveRefs(repository, { lock: base.slice(0, 9) }))).toBe('ambiguous-ref')
    writeFileSync(join(directory, '.git', 'lock'), `${forged}\n`)
    rig.git(directory, 'branch', 'lock', base)
    expect(await resolveRefs(repository, { lock: 'lock' })).toMatchObject({ ok: true, value: { lock: { sha: base } } })
  })

  test('no default branch, no merge base, diverged, shallow', async () => {
    using rig = makeRig()
    const directory = rig.repository('r', { 'a.txt': 'a\n' })
    rig.git(directory, 'switch', '--quiet', '--orphan', 'apart')
    rig.commit(directory, { 'b.txt': 'b\n' })
    expect(kindOf(await resolveRefs(await opened(directory), {}))).toBe('no-merge-base')
    expect(await resolveRefs(await opened(directory), { lock: 'main' })).toMatchObject({
      ok: true,
      value: { anomalies: [{ kind: 'history-diverged', severity: 'info' }] },
    })
    rig.git(directory, 'branch', '-m', 'main', 'trunk')
    expect(await resolveRefs(await opened(directory), {})).toMatchObject({
      ok: false,
      trouble: { kind: 'no-default-branch', remedy: expect.stringContaining('--lock') },
    })
    rig.git(directory, 'switch', '--quiet', 'trunk')
    for (let i = 0; i < 3; i += 1) rig.commit(directory, { 'c.txt': `${i}\n` })
    rig.git(directory, 'branch', 'main', 'HEAD~3')
    rig.git(rig.root, 'clone', '--quiet', '--depth', '1', '--no-single-branch', `file://${directory}`, 'shallow')
    rig.git(join(rig.root, 'shallow'), 'remote', 'set-head', 'origin', 'main')
    expect(await resolveRefs(await opened(join(rig.root, 'shallow')), {})).toMatchObject({
      ok: false,
      trouble: { kind: 'shallow-clone', remedy: expect.stringContaining('git fetch --unshallow') },
    })
  })

  test('a dirty worktree: error when the branch was left out, a note when it was named; hidden edits count, ignored files do not', async () => {
    using rig = makeRig()
    const directory = rig.repository('r', { 'a.txt': 'a\n', '.gitignore': 'out/\n' })
    rig.git(directory, 'switch', '--quiet', '-c', 'work')
    rig.commit(directory, { 'b.txt': 'b\n' })
    const repository = await opened(directory)
    rig.write(directory, { 'out/x': 'x' })
    expect(kindOf(await resolveRefs(repository, {}))).toBe('ok')
    rig.write(directory, { 'new.txt': 'n' })
    const before = fingerprint(join(directory, '.git'))
    expect(await resolveRefs(repository, {})).toMatchObject({
      ok: false,
      trouble: {
        kind: 'dirty-worktree',
        message: 'uncommitted changes would not be verified: commit them, or say --branch HEAD',
        detail: 'new.txt',
      },
    })
    expect(await resolveRefs(repository, { branch: 'HEAD' })).toMatchObject({
      ok: true,
      value: { dirty: ['new.txt'], anomalies: [{ kind: 'dirty-worktree', severity: 'info', blocking: false }] },
    })
    expect(fingerprint(join(directory, '.git'))).toEqual(before)
    rig.write(directory, { 'new.txt': null })
    rig.git(directory, 'update-index', '--assume-unchanged', 'a.txt')
    rig.write(directory, { 'a.txt': 'hidden\n' })
    expect(await resolveRefs(repository, { branch: 'HEAD' })).toMatchObject({ ok: true, value: { dirty: ['a.txt'] } })
  })

  test('nothing that the repository configures is run', async () => {
    using rig = makeRig()
    const directory = rig.repository('r', { 'a.txt': 'a\n', '.gitattributes': '*.txt filter=evil diff=evil\n' })
    const trap = join(rig.root, 'trap')
    writeFileSync(trap, `#!/bin/sh\ntouch ${join(rig.root, 'sprung')}\ncat\n`)
    chmodSync(trap, 0o755)
    for (const key of [
      'core.fsmonitor',
      'filter.evil.clean',
      'filter.evil.smudge',
      'diff.external',
      'diff.evil.textconv',
      'core.pager',
      'core.alternateRefsCommand',
    ])
      rig.git(directory, 'config', key, trap)
    mkdirSync(join(directory, '.git', 'hooks'), { recursive: true })
    writeFileSync(join(directory, '.git', 'hooks', 'post-index-change'), `#!/bin/sh\n${trap}\n`, { mode: 0o755 })
    rig.write(directory, { 'a.txt': 'A\n' })
    expect(await resolveRefs(await opened(directory), { lock: 'HEAD', branch: 'HEAD' })).toMatchObject({
      ok: true,
      value: { dirty: ['a.txt'] },
    })
    expect(fingerprint(rig.root).filter((row) => row.startsWith('sprung'))).toEqual([])
  })

  test('a replaced or grafted history does not move the lock', async () => {
    using rig = makeRig()
    const directory = rig.repository('r', { 'a.txt': 'a\n' })
    const base = rig.git(directory, 'rev-parse', 'HEAD')
    rig.git(directory, 'switch', '--quiet', '-c', 'work')
    const middle = rig.commit(directory, { 'a.txt': 'b\n' })
    rig.commit(directory, { 'a.txt': 'c\n' })
    const main = rig.git(directory, 'commit-tree', `${base}^{tree}`, '-p', base, '-m', 'main')
    rig.git(directory, 'update-ref', 'refs/heads/main', main)
    rig.git(directory, 'replace', '--graft', main, middle)
    expect(rig.git(directory, 'merge-base', 'main', 'work')).toBe(middle)
    const repository = await opened(directory)
    expect(await resolveRefs(repository, {})).toMatchObject({ ok: true, value: { lock: { sha: base } } })
    rig.git(directory, 'replace', '-d', main)
    writeFileSync(join(directory, '.git', 'info', 'grafts'), `${main} ${middle}\n`)
    expect(rig.git(directory, 'merge-base', 'main', 'work')).toBe(middle)
    expect(await resolveRefs(repository, {})).toMatchObject({ ok: true, value: { lock: { sha: base } } })
  })

  test('replace refs and grafts are told; a ref that moves is told', async () => {
    using rig = makeRig()
    const directory = rig.repository('r', { 'a.txt': 'a\n' })
    const base = rig.git(directory, 'rev-parse', 'HEAD')
    const next = rig.commit(directory, { 'a.txt': 'b\n' })
    rig.git(directory, 'replace', `${base}:a.txt`, `${next}:a.txt`)
    writeFileSync(join(directory, '.git', 'info', 'grafts'), `${next}\n`)
    const repository = await opened(directory)
    const refs = await resolveRefs(repository, { lock: base, branch: 'main' })
    if (!refs.ok) throw new Error(refs.trouble.message)
    expect(refs.value.anomalies.map((each) => each.kind)).toEqual(['replace-ref-present', 'graft-present'])
    expect(await refsMoved(repository, refs.value)).toEqual([])
    rig.commit(directory, { 'a.txt': 'c\n' })
    expect(await refsMoved(repository, refs.value)).toMatchObject([{ kind: 'ref-moved', severity: 'medium' }])
  })
})

test('near names', () => {
  expect(nearest('mian', ['main', 'origin/main', 'feature', 'maintenance'])).toEqual(['main', 'origin/main'])
})

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFilesView } from '../git/files-view.ts'
import { openRepository } from '../git/repository.ts'
import { makeRig } from '../git/rig.ts'
import { probeGit } from './git.ts'

const probed = async (directory: string, env: Readonly<Record<string, string>> = {}) => {
  const repository = await openRepository(directory)
  if (!repository.ok) throw new Error(repository.trouble.message)
  const { worktree } = repository.value
  const view = worktree === null ? null : await openFilesView({ ...repository.value, worktree })
  const source = { PATH: process.env.PATH ?? '', HOME: directory, GIT_CONFIG_NOSYSTEM: '1', ...env }
  const where = worktree ?? repository.value.gitDirectory
  return await probeGit(where, repository.value, view?.ok ? view.value : null, source)
}

test('a plain repository', async () => {
  using rig = makeRig()
  const found = await probed(rig.repository('plain', { a: '1' }))
  expect(found).toMatchObject({ refused: null, replaceRefs: 0, grafts: 0, shallow: false, alternates: [], filters: [] })
  expect(found.version).toMatch(/^\d+\.\d+/)
  expect(found.newestCommit_s).toBeGreaterThan(1_700_000_000)
})

test('settings of every scope, whole, and filters with their place', async () => {
  using rig = makeRig()
  const repo = rig.repository('set', {
    '.gitattributes': '# filter=none\n*.bin filter=lfs diff=lfs\n',
    'web/.gitattributes': '*.psd -text filter=lfs\n*.c filter=indent\n',
  })
  rig.git(repo, 'config', 'core.hooksPath', '/opt/hooks')
  const user = path.join(rig.root, 'user')
  writeFileSync(user, '[core]\n\tfsmonitor\n\tattributesFile = /nowhere/attributes\n[alias]\n\tx = "!a\\nb"\n')
  const { settings, filters } = await probed(repo, { GIT_CONFIG_GLOBAL: user })
  const of = (wanted: string) => settings.filter(({ key }) => key === wanted)
  expect(of('core.hookspath')).toEqual([{ key: 'core.hookspath', value: '/opt/hooks', scope: 'local' }])
  expect(of('core.fsmonitor')).toEqual([{ key: 'core.fsmonitor', value: 'true', scope: 'global' }])
  expect(of('alias.x')).toEqual([{ key: 'alias.x', value: '!a\nb', scope: 'global' }])
  expect(filters).toEqual([
    { name: 'lfs', path: '.gitattributes', line: 2 },
    { name: 'indent', path: 'web/.gitattributes', line: 2 },
  ])
})

test('what shows another history than the commits name', async () => {
  using rig = makeRig()
  const repo = rig.repository('odd', { a: '1' })
  rig.commit(repo, { a: '2' })
  const parent = rig.git(repo, 'rev-parse', 'HEAD~1')
  rig.git(repo, 'replace', 'HEAD', 'HEAD~1')
  const shallow = path.join(rig.root, 'shallow')
  rig.git(rig.root, 'clone', '--quiet', '--depth', '1', `file://${repo}`, shallow)
  const shared = path.join(rig.root, 'shared')
  rig.git(rig.root, 'clone', '--quiet', '--shared', repo, shared)
  mkdirSync(path.join(shared, '.git', 'info'), { recursive: true })
  writeFileSync(path.join(shared, '.git', 'info', 'grafts'), `# none\n${parent}\n`)
  expect((await probed(repo)).replaceRefs).toBe(1)
  expect((await probed(shallow)).shallow).toBe(true)
  const objects = path.join(repo, '.git', 'objects')
  expect(await probed(shared)).toMatchObject({ grafts: 1, alternates: [{ path: objects, exists: true }] })
})

test('objects that are borrowed from a place that is gone', async () => {
  using rig = makeRig()
  const repo = rig.repository('lender', { a: '1' })
  const shared = path.join(rig.root, 'borrower')
  rig.git(rig.root, 'clone', '--quiet', '--shared', repo, shared)
  renameSync(repo, `${repo}-moved`)
  const found = await probed(shared)
  expect(found.alternates).toMatchObject([{ exists: false }])
  expect(readFileSync(path.join(shared, '.git', 'objects', 'info', 'alternates'), 'utf8')).toContain('lender')
})

test('a bare repository is looked at where it is', async () => {
  using rig = makeRig()
  const bare = path.join(rig.root, 'bare.git')
  rig.git(rig.root, 'clone', '--quiet', '--bare', rig.repository('one', { a: '1' }), bare)
  const found = await probed(bare)
  expect([found.refused, found.newestCommit_s !== null]).toEqual([null, true])
})

import { expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import type { RepoView } from '../model/repo-view.ts'
import { brokenManifests } from './manifests.ts'

const said = (view: RepoView) => brokenManifests(view, ['.', 'web']).map(({ kind, detail }) => `${kind} ${detail}`)

test('what is not what it is called, in the root and in projects', () => {
  const files = { 'package.json': '{}', 'web/package.json': '{\n,', 'web/tox.ini': '[tox\r\n', Makefile: 'x:\n' }
  expect(said(memoryView(files))).toEqual([
    expect.stringContaining('tier-not-read web/package.json:2 cannot be read: Expected property name'),
    'tier-not-read web/tox.ini:1 cannot be read: a section is not closed',
  ])
})

test('directories and files that hold no text', () => {
  const plain = memoryView({ 'Makefile/x': '', '.github/workflows/ci.yml/x': '', 'web/justfile': '', 'go.mod': '' })
  const view: RepoView = {
    ...plain,
    paths: plain.paths,
    read: (path) => (path === 'web/justfile' || path === 'go.mod' ? undefined : plain.read(path)),
    mode: (path) => (path === 'go.mod' ? '120000' : '100644'),
  }
  expect(said(view)).toEqual([
    'tier-not-read go.mod:1 cannot be read: it is a symbolic link, which is not followed',
    'tier-not-read Makefile:1 cannot be read: it is a directory',
    'tier-not-read web/justfile:1 cannot be read: it is no text in UTF-8, or larger than 4 MiB',
    'ci-not-read .github/workflows/ci.yml:1 cannot be read: it is a directory',
  ])
})

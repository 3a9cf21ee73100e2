import { expect, test } from 'vitest'
import type { GitFacts, GitSetting } from '../model/machine-facts.ts'
import { judgeGit } from './doctor-git.ts'

const clean: GitFacts = {
  ...{ version: '2.39.5', refused: null, settings: [], replaceRefs: 0, grafts: 0, shallow: false, alternates: [] },
  ...{ filters: [], newestCommit_s: 1_760_000_000 },
}
const git = (facts: Partial<GitFacts>) => {
  const { blocking, anomalies } = judgeGit({ ...clean, ...facts })
  return { blocking, kinds: anomalies.map(({ kind, severity }) => `${severity} ${kind}`), anomalies }
}
const setting = (key: string, value: string, scope = 'global'): GitSetting => ({ key, value, scope })

test('a git of today with nothing special says nothing', () => {
  expect(git({})).toEqual({ blocking: [], kinds: [], anomalies: [] })
})

test.each<[string | null, readonly string[]]>([
  [null, ['the program git does not run. Install git 2.31 or newer.']],
  ['1.9.9', ['git 1.9.9 is too old. Install git 2.31 or newer.']],
  ['2.30.9', ['git 2.30.9 is too old. Install git 2.31 or newer.']],
  ['2.31.0', []],
  ['2.100', []],
  ['3.0.1', []],
])('the version %s', (version, expected) => {
  expect(git({ version }).blocking).toEqual(expected)
})

test.each<[GitSetting, readonly string[]]>([
  [setting('core.fsmonitor', '/usr/local/bin/watch'), ['medium git-fsmonitor']],
  [setting('core.fsmonitor', 'true'), ['low git-fsmonitor']],
  [setting('core.fsmonitor', 'false'), []],
  [setting('core.fsmonitor', ''), []],
  [setting('core.hookspath', '/opt/hooks'), ['medium git-hooks-path']],
  [setting('core.attributesfile', '/home/a/attributes'), ['low git-attributes-file']],
  [setting('url.https://token@example.com/.insteadof', 'https://example.com/'), ['low git-instead-of']],
  [setting('url.git@example.com:.pushinsteadof', 'https://example.com/'), ['low git-instead-of']],
  [setting('extensions.partialclone', 'origin', 'local'), ['medium git-partial-clone']],
  [setting('core.filemode', 'false'), []],
  [setting('user.name', 'Ann'), []],
])('the setting %o', (one, expected) => {
  const { blocking, kinds, anomalies } = git({ settings: [one] })
  expect([blocking, kinds]).toEqual([[], expected])
  for (const { detail, remedy } of anomalies) {
    expect(detail).toContain(`(${one.scope}): `)
    expect(detail).not.toContain('token')
    expect(remedy).not.toBeNull()
  }
})

test('the last setting of a key counts, and each kind is said once', () => {
  const off = [setting('core.fsmonitor', 'watch'), setting('core.fsmonitor', 'false', 'local')]
  expect(git({ settings: off }).kinds).toEqual([])
  const two = ['a', 'b'].map((name) => setting(`url.https://${name}/.insteadof`, 'x'))
  expect(git({ settings: two }).kinds).toEqual(['low git-instead-of'])
})

test('a filter that nobody set is graver than one that converts', () => {
  const filters = [{ name: 'lfs', path: '.gitattributes', line: 3 }]
  const missing = git({ filters })
  expect(missing.kinds).toEqual(['medium git-filter-missing'])
  expect(missing.anomalies[0]).toMatchObject({ path: '.gitattributes', line: 3 })
  expect(missing.anomalies[0]?.remedy).toContain('git lfs install')
  expect(git({ filters, settings: [setting('filter.lfs.smudge', 'git-lfs smudge')] }).kinds).toEqual(['low git-filter'])
  expect(git({ filters, settings: [setting('filter.lfs.required', 'true')] }).kinds).toEqual([
    'medium git-filter-missing',
  ])
  const outside = git({ filters: [{ name: 'indent', path: 'core.attributesFile', line: 1 }] }).anomalies[0]
  expect(outside).toMatchObject({ path: null, line: null, remedy: expect.stringContaining('filter.indent.smudge') })
})

test.each<[Partial<GitFacts>, string]>([
  [{ replaceRefs: 2 }, 'medium git-replace-refs'],
  [{ grafts: 1 }, 'medium git-grafts'],
  [{ shallow: true }, 'medium git-shallow'],
  [{ alternates: [{ path: '/srv/objects', exists: true }] }, 'low git-alternates'],
  [
    {
      alternates: [
        { path: '/srv/objects', exists: true },
        { path: '/gone', exists: false },
      ],
    },
    'high git-alternates-missing',
  ],
  [{ refused: "fatal: detected dubious ownership in repository at '/srv/x'" }, 'high git-refuses'],
])('a history that is not what it looks like: %o', (facts, expected) => {
  const { blocking, kinds, anomalies } = git(facts)
  expect([blocking, kinds]).toEqual([[], [expected]])
  expect(anomalies[0]?.remedy).not.toBeNull()
})

test('where git does not run, that it refuses is not said too', () => {
  expect(git({ version: null, refused: 'no' }).kinds).toEqual([])
})

test('raw values', () => {
  expect(judgeGit(clean).metrics).toEqual({
    ...{ version: '2.39.5', usable: true, replace_refs: 0, grafts: 0, shallow: false, alternates: 0, filters: 0 },
    newest_commit: 1_760_000_000,
  })
})

import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readReport } from './read-report.ts'
import { readResultFile } from './result-file.ts'

const tree = await realpath(await mkdtemp(path.join(tmpdir(), 'result-file-')))
afterAll(() => rm(tree, { recursive: true }))
const at = (name: string) => path.join(tree, name)
const now = Date.now()

test('a result whose date is before the run is old; one of now or of tomorrow proves nothing by its date', async () => {
  const read = async (seconds: number) => {
    await writeFile(at('v.json'), '{}')
    await utimes(at('v.json'), now / 1000 + seconds, now / 1000 + seconds)
    const found = await readResultFile(tree, 'v.json', now)
    return found.ok && found.value?.old
  }
  expect([await read(-3600), await read(-1), await read(0), await read(86_400)]).toEqual([true, false, false, false])
  expect(await readResultFile(tree, 'none.json', now)).toEqual({ ok: true, value: null })
})

test('a link, a directory, and what lies behind a link out of the tree is no result', async () => {
  const outside = await realpath(await mkdtemp(path.join(tmpdir(), 'result-outside-')))
  await writeFile(path.join(outside, 'v.json'), '{}')
  await writeFile(at('kept.json'), '{}')
  await symlink('kept.json', at('link.json'))
  await mkdir(at('directory.json'))
  await symlink(outside, at('away'))
  for (const name of ['link.json', 'directory.json', 'away/v.json'])
    expect(await readResultFile(tree, name, now)).toMatchObject({ ok: false, trouble: { kind: 'result-foreign' } })
  await mkdir(at('in'))
  await writeFile(at('in/v.json'), '{}')
  await symlink('in', at('also'))
  expect(await readResultFile(tree, 'also/v.json', 0)).toEqual({ ok: true, value: { text: '{}', old: false } })
  await rm(outside, { recursive: true })
})

test('a report whose date is before the run is of another run', async () => {
  const file = at('r.xml')
  await writeFile(file, '<testsuite name="a" tests="1"><testcase classname="a" name="a"/></testsuite>')
  await utimes(file, new Date('2020-01-01T00:00:00Z'), new Date('2020-01-01T00:00:00Z'))
  const channel = { path: file, format: 'junit' as const }
  const context = { root: tree, cwd: '.' }
  expect(await readReport(channel, context)).toMatchObject({ ok: true })
  expect(await readReport(channel, { ...context, since: now })).toMatchObject({
    ok: false,
    trouble: { kind: 'report-stale', message: 'r.xml is dated 2020-01-01T00:00:00Z, before it started.' },
  })
})

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readReport } from './read-report.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'read-report-'))
})
afterEach(() => rm(directory, { recursive: true }))

const context = { root: '/tree', cwd: '.' }
const junit = (name: string): string => `<testsuite name="s"><testcase classname="c" name="${name}"/></testsuite>`
const read = async (path: string, stdout?: string | null) => {
  const result = await readReport(
    { path, format: 'junit' },
    { ...context, ...(stdout === undefined ? {} : { stdout }) },
  )
  if (result === 'absent') return result
  return result.ok ? result.value : result.trouble.kind
}

describe('readReport', () => {
  test('reads a file, and standard output where it was kept', async () => {
    const path = join(directory, 'r.xml')
    await writeFile(path, junit('n'))
    const expected = { tests: [{ id: 'c::n', status: 'passed', file: null }] }
    expect(await read(path)).toMatchObject(expected)
    expect(await read('stdout', path)).toMatchObject(expected)
    expect(await read('stdout', null)).toBe('absent')
    expect(await read('stdout')).toBe('absent')
  })

  test('a report that was never written is absent, one without a byte is empty', async () => {
    expect(await read(join(directory, 'none.xml'))).toBe('absent')
    expect(await read(join(directory, 'no', 'directory.xml'))).toBe('absent')
    await writeFile(join(directory, 'r.xml'), '')
    expect(await read(join(directory, 'r.xml'))).toBe('report-empty')
  })

  test('only a regular file is read: no directory, no symlink, no pipe that would be waited on', async () => {
    await writeFile(join(directory, 'r.xml'), junit('n'))
    await symlink(join(directory, 'r.xml'), join(directory, 'link.xml'))
    await mkdir(join(directory, 'directory.xml'))
    execFileSync('mkfifo', [join(directory, 'pipe.xml')])
    for (const name of ['link.xml', 'directory.xml', 'pipe.xml'])
      expect(await read(join(directory, name))).toBe('report-foreign')
  })

  test('bytes that are not UTF-8 are replaced and noted, a U+FFFD that is spelled out is not', async () => {
    const path = join(directory, 'r.xml')
    const [before = '', after = ''] = junit('|').split('|')
    await writeFile(path, Buffer.concat([Buffer.from(`${before}a`), Buffer.from([0xff]), Buffer.from(after)]))
    expect(await read(path)).toMatchObject({
      tests: [{ id: 'c::a\ufffd' }],
      notes: ['bytes that are not UTF-8 were replaced'],
    })
    await writeFile(path, junit('a\ufffd'))
    expect(await read(path)).not.toHaveProperty('notes')
  })

  test('a character that lies across two reads stays whole', async () => {
    const path = join(directory, 'r.xml')
    for (const shift of [0, 1, 2]) {
      const padding = 'p'.repeat(256 * 1024 - junit('').indexOf('"/>') - 1 - shift)
      await writeFile(path, junit(`${padding}\ufffd\u00e9`))
      const report = await read(path)
      expect(report).toMatchObject({ tests: [{ id: `c::${padding}\ufffd\u00e9` }] })
      expect(report).not.toHaveProperty('notes')
    }
  })
})

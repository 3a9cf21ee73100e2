import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Rig } from '../rig/rig.ts'
import { type Answer, reportOf, run, small, triverdict } from './command.ts'

/** One clear sentence on standard error and what to do, exit 2, one valid object on standard output. */
const refused = (answer: Answer, words: RegExp, kind?: string): void => {
  expect(answer.code).toBe(2)
  const report = reportOf(answer)
  expect(report.status).toBe('error')
  expect(report.blocking.length).toBeGreaterThan(0)
  expect(`${report.blocking.join('\n')}\n${answer.stderr}`).toMatch(words)
  if (kind !== undefined) expect(report.trouble).toBe(kind)
  expect(answer.stderr.split('\n').filter((line) => line.startsWith('triverdict: '))).toHaveLength(1)
  expect(answer.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m)
}

test('not a repository, a path that does not exist, a file', async () => {
  await using rig = await Rig.make(small)
  const settings = { cwd: rig.scratch, env: rig.env }
  refused(await run(['verify', rig.scratch, '--json'], settings), /not in a git repository/, 'not-a-repository')
  refused(await run(['verify', join(rig.scratch, 'nowhere'), '--json'], settings), /does not exist/, 'path-missing')
  refused(await run(['verify', join(rig.repo, 'package.json'), '--json'], settings), /not a directory/)
})

test('unknown refs, identical refs, a dirty tree', async () => {
  await using rig = await Rig.make(small)
  const settings = { cwd: rig.repo, env: rig.env }
  refused(await run(['verify', '--lock', 'mian', '--json'], settings), /mian/)
  refused(await run(['verify', '--json'], settings), /same commit/, 'identical-refs')
  await rig.branch('idea', { 'src/add.js': 'export const add = (a, b) => b + a\n' })
  await rig.write({ 'src/add.js': 'export const add = () => 0\n' })
  refused(await run(['verify', '--json'], settings), /uncommitted changes would not be verified/, 'dirty-worktree')
})

test('a repository without a commit, and one without a default branch', async () => {
  await using rig = await Rig.make(small)
  const empty = join(rig.scratch, 'empty')
  await mkdir(empty)
  await rig.git('init', '-q', '-b', 'main', empty)
  refused(await run(['verify', empty, '--json'], { cwd: rig.scratch, env: rig.env }), /no commits/, 'empty-repository')
  await rig.git('branch', '-m', 'main', 'trunk')
  refused(await run(['verify', '--json'], { cwd: rig.repo, env: rig.env }), /origin\/HEAD, main or master/)
})

test('a configuration that cannot be read names file, line and key', async () => {
  await using rig = await Rig.make({
    ...small,
    'triverdict.yaml': 'version: 1\nverify:\n  comands: { tests: "npm test" }\n',
  })
  await rig.branch('idea', { 'src/add.js': 'export const add = (a, b) => b + a\n' })
  const answer = await run(['verify', '--json'], { cwd: rig.repo, env: rig.env })
  refused(answer, /triverdict\.yaml.*3.*comands.*commands/s)
})

test('wrong usage: unknown option, unknown command, a word --require does not know', async () => {
  await using rig = await Rig.make(small)
  const settings = { cwd: rig.repo, env: rig.env }
  refused(await run(['verify', '--nonsense', '--json'], settings), /nonsense/)
  refused(await run(['verfy', '--json'], settings), /verfy/)
  refused(await run(['verify', '--require', 'tests,typos', '--json'], settings), /typos/)
  refused(await run(['verify', '--all', '*', '--branch', 'main', '--json'], settings), /exclude each other/)
})

test('an option that stands there with an empty value: refused before anything runs', async () => {
  await using rig = await Rig.make(small)
  const settings = { cwd: rig.repo, env: rig.env }
  for (const option of ['goal', 'all', 'lock', 'branch', 'id', 'project', 'require', 'out']) {
    const words = new RegExp(`^--${option} has an empty value: give it one, or leave the option out`)
    const answer = await run(['verify', `--${option}`, '', '--json'], settings)
    refused(answer, words, 'usage')
    expect(answer.stderr.trim().split('\n')).toHaveLength(1)
  }
  refused(await run(['verify', '', '--json'], settings), /^the first argument is empty/, 'usage')
  refused(await run(['verify', '--goal', '::adds', '--json'], settings), /no file before its ::, write \*\*::adds/)
  refused(await run(['plan', '--at', ' ', '--json'], settings), /^--at has an empty value/, 'usage')
  refused(await run(['verdict', 'check', '-', '--run-id', '', '--json'], settings), /^--run-id has an empty/, 'usage')
  expect((await run(['cache', 'gc', '--max-bytes', ''], settings)).code).toBe(2)
})

test('an answer that cannot be written is exit 2, and --help is exit 0', async () => {
  await using rig = await Rig.make(small)
  const settings = { cwd: rig.repo, env: rig.env }
  await writeFile(join(rig.scratch, 'file'), '')
  const answer = await run(
    ['verdict', 'check', join(rig.scratch, 'file'), '--json', '--out', join(rig.scratch, 'file', 'out.json')],
    settings,
  )
  expect(answer.code).toBe(2)
  expect((await run(['--help'], settings)).code).toBe(0)
  expect((await run([], settings)).code).toBe(2)
})

test('nothing is left behind: no trees, and nothing in the repository', async () => {
  await using rig = await Rig.make(small)
  await rig.branch('idea', { 'src/add.js': 'export const add = (a, b) => a - b\n' })
  const before = await readdir(rig.repo)
  const answer = await run(['verify', '--json'], { cwd: rig.repo, env: rig.env })
  expect(reportOf(answer).status).toBe('fail')
  expect(answer.code).toBe(1)
  expect(await readdir(rig.repo)).toEqual(before)
  expect(await readdir(rig.trees).catch(() => [])).toEqual([])
})

test('--out is no file that git tracks: it stays', async () => {
  await using rig = await Rig.make(small)
  const settings = { cwd: rig.repo, env: rig.env }
  for (const command of ['verify', 'plan', 'gate', 'doctor', 'status', 'wait'])
    refused(await run([command, '--out', 'package.json', '--json'], settings), /a file that git tracks/, 'usage')
  expect(await readdir(rig.repo)).toContain('package.json')
})

test.runIf(existsSync('/dev/full'))('standard output that is full is one sentence', async () => {
  await using rig = await Rig.make(small)
  const shell = spawnSync('sh', ['-c', '"$0" "$1" plan --json > /dev/full', process.execPath, triverdict], {
    ...{ cwd: rig.repo, env: rig.env, encoding: 'utf8' },
  })
  expect([shell.status, shell.stderr]).toEqual([
    2,
    'triverdict: standard output cannot be written: ENOSPC: no space left on device, write\n',
  ])
})

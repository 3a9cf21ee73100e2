import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Rig } from '../rig/rig.ts'
import { reportOf, run, small } from './command.ts'

const prepared = async () => {
  const rig = await Rig.make(small)
  await rig.branch('idea', { 'src/add.js': 'export const add = (a, b) => b + a\n' })
  return rig
}
type Prepared = Awaited<ReturnType<typeof prepared>>

/** Exit 2, one sentence with the cause and what to do, one valid object, and nothing left in the repository or among the trees. */
const refused = async (rig: Prepared, env: Readonly<Record<string, string>>, kind: string, words: RegExp) => {
  const answer = await run(['verify', '--json'], { cwd: rig.repo, env: { ...rig.env, ...env } })
  const report = reportOf(answer)
  expect([answer.code, report.status, report.trouble]).toEqual([2, 'error', kind])
  const sentences = answer.stderr.split('\n').filter((line) => line.startsWith('triverdict: '))
  expect(sentences).toHaveLength(1)
  expect(sentences[0]).toMatch(words)
  expect(await rig.git('status', '--porcelain', '--ignored')).toBe('')
  expect(await readdir(rig.trees).catch(() => [])).toEqual([])
}

/** A directory with these programs of ours and no others. */
const programs = async (rig: Prepared, name: string, wanted: readonly string[]): Promise<string> => {
  const directory = path.join(rig.scratch, name)
  await mkdir(directory)
  const places = (rig.env.PATH ?? '').split(path.delimiter).filter((place) => !/shims$/.test(place))
  for (const program of wanted) {
    for (const place of places) {
      if ((await readdir(place).catch((): string[] => [])).includes(program)) {
        await symlink(path.join(place, program), path.join(directory, program))
        break
      }
    }
  }
  return directory
}

test('a program that is missing is named: one of ours at the start, one of the project where it is needed', async () => {
  await using rig = await prepared()
  const noGit = await programs(rig, 'no-git', ['node', 'npm', 'mkfifo', 'cp'])
  await refused(rig, { PATH: noGit }, 'tool-missing', /needs the program git, which is not on PATH\. Install git/)
  const noPipes = await programs(rig, 'no-pipes', ['node', 'npm', 'git', 'cp'])
  await refused(rig, { PATH: noPipes }, 'tool-missing', /needs the program mkfifo, which is not on PATH\. Install/)
  const noNpm = await programs(rig, 'no-npm', ['node', 'git', 'mkfifo', 'cp', 'sh'])
  const answer = await run(['verify', '--json'], { cwd: rig.repo, env: { ...rig.env, PATH: noNpm } })
  expect([answer.code, reportOf(answer).blocking]).toEqual([
    2,
    ['node: tests: cannot start npm: no such program on PATH (ENOENT): install it, or add its directory to PATH'],
  ])
})

test('a place that cannot be used is named with the variable that moves it', async () => {
  await using rig = await prepared()
  const file = path.join(rig.scratch, 'file')
  await writeFile(file, '')
  await refused(rig, { TRIVERDICT_HOME: file }, 'place-unusable', /the state directory .*file.* Set TRIVERDICT_HOME/)
  await refused(rig, { XDG_CACHE_HOME: file }, 'place-unusable', /the cache directory .*file.* Set XDG_CACHE_HOME/)
  await refused(rig, { TMPDIR: path.join(file, 'x') }, 'place-unusable', /the temporary directory .* Set TMPDIR/)
  if (process.platform === 'linux')
    await refused(rig, { XDG_CACHE_HOME: '/proc/x' }, 'place-unusable', /\/proc\/x\/triverdict .*cannot be made there/)
})

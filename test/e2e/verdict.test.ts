import { chmod, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './command.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verdict-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const check = (argv: readonly string[], stdin?: string | number) =>
  run(['verdict', 'check', ...argv], {
    cwd: directory,
    env: { PATH: process.env.PATH ?? '' },
    ...(stdin === undefined ? {} : { stdin }),
  })

const sentences = (text: string) => text.split('\n').filter((line) => line.startsWith('triverdict: '))

const refused = async (argv: readonly string[], words: RegExp, stdin?: string | number) => {
  const answer = await check([...argv, '--json'], stdin)
  const said = JSON.parse(answer.stdout)
  expect({ code: answer.code, status: said.status, reasons: said.blocking.length }).toEqual({
    code: 2,
    status: 'error',
    reasons: 1,
  })
  expect(said.blocking[0]).toMatch(words)
  expect(sentences(answer.stderr)).toHaveLength(1)
  const forPeople = await check(argv, stdin)
  expect(forPeople.code).toBe(2)
  expect(sentences(forPeople.stderr)[0]).toMatch(words)
}

/** A file that nobody can read: without permission, or (for root, who needs none) one that the system refuses to give. */
const unreadable = async (): Promise<string> => {
  if (process.getuid?.() === 0) return '/proc/self/mem'
  const file = join(directory, 'secret.json')
  await writeFile(file, '{}')
  await chmod(file, 0)
  return file
}

test('a missing file, a directory, an unreadable file, an endless one: each has its own sentence', async () => {
  await refused(['out/absent.json'], /there is no verdict: out\/absent\.json does not exist$/)
  await refused([directory], /is a directory, not a file/)
  await refused([await unreadable()], /cannot read .*: (?:permission denied|the device reported)/)
  await refused(['/dev/zero'], /larger than 64 MiB/)
})

test('standard input is read for `-`, and nothing in it is an empty verdict', async () => {
  const good = await check(['-', '--json'], '{"status":"pass","blocking":[],"metrics":{}}')
  expect([good.code, JSON.parse(good.stdout).status]).toEqual([0, 'pass'])
  const empty = await check(['-', '--json'])
  expect([empty.code, JSON.parse(empty.stdout).blocking]).toEqual([2, ['the verdict is empty']])
  const handle = await open(directory)
  await refused(['-'], /standard input is a directory/, handle.fd)
  await handle.close()
})

test('an exit code that is no number is refused, also an empty one', async () => {
  await writeFile(join(directory, 'pass.json'), '{"status":"pass","blocking":[],"metrics":{}}')
  await refused(['pass.json', '--exit-code', ' '], /whole number/)
  await refused(['pass.json', '--exit-code', 'one'], /whole number/)
})

test('the file of --out is replaced whole, also where it is the one that is checked', async () => {
  await writeFile(join(directory, 'same.json'), '{"status":"pass","blocking":[],"metrics":{}}')
  const answer = await check(['same.json', '--exit-code', '3', '--out', 'same.json'])
  expect(answer.code).toBe(2)
  expect(JSON.parse(await readFile(join(directory, 'same.json'), 'utf8')).status).toBe('error')
})

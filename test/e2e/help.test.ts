import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './command.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'help-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const ask = (...argv: readonly string[]) => run(argv, { cwd: directory, env: { PATH: process.env.PATH ?? '' } })

const shared = ['--json', '--out <file>', '--exit-map <map>']
test.each([
  [
    'verify',
    '--lock <ref>,--branch <ref>,--id <id>,--goal <glob>,--project <directory>,--require <list>,--strict,--all <glob>',
  ],
  ['plan', '--at <ref>'],
  ['verdict check', '--exit-code <n>,--signal <name>,--run-id <id>'],
])('the help of %s explains each option on one line, and has an example', async (command, own) => {
  const { code, stdout } = await ask(...command.split(' '), '--help')
  expect(code).toBe(0)
  const lines = stdout.split('\n')
  for (const option of [...own.split(','), ...shared]) {
    const at = lines.findIndex((line) => line.startsWith(`  ${option}  `))
    expect([option, lines[at]?.trim()]).toEqual([option, expect.stringMatching(/ {2}\S.{20}/)])
    // The explanation does not go on below.
    expect(lines[at + 1]).toMatch(/^ {2}\S/)
  }
  expect(stdout).toMatch(new RegExp(`\\nExamples:\\n {2}.*triverdict ${command} `))
  expect(stdout).not.toContain('default: [])')
  expect(await ask('help', command.split(' ')[0] as string)).toMatchObject({ code: 0, stderr: '' })
})

test.each([
  [['verfy'], /unknown command 'verfy' \(Did you mean verify\?\)\. Run `triverdict --help`/],
  [
    ['verify', '--brnach', 'x'],
    /unknown option '--brnach' \(Did you mean --branch\?\)\. Run `triverdict verify --help`/,
  ],
  [['verdict', 'chek', 'x'], /\(Did you mean check\?\)\. Run `triverdict verdict --help`/],
  [['verify', 'a', 'b'], /Expected 1 argument but got 2\. Run/],
  [['verify', '--require', 'tsts'], /"tsts" \(Did you mean tests\?\)/],
  [['verdict', 'schema', 'vredict'], /"vredict" \(Did you mean verdict\?\)/],
])('%j is answered with the nearest that there is', async (argv, words) => {
  const { code, stderr } = await ask(...argv)
  expect([code, stderr]).toEqual([2, expect.stringMatching(words)])
})

test('a refusal replaces an old answer too, and what is no file is refused before anything runs', async () => {
  const old = join(directory, 'old.json')
  await writeFile(old, '{"status":"pass","blocking":[],"metrics":{}}')
  const refused = await ask('verify', '--all', 'x', '--branch', 'y', '--out', old, '--json')
  expect([refused.code, JSON.parse(refused.stdout).status]).toEqual([2, 'error'])
  expect(JSON.parse(await readFile(old, 'utf8')).status).toBe('error')
  expect((await ask('verify', '--all', 'x', '--out', join(directory, 'other.json'))).stderr).toContain(
    'exclude each other',
  )
  const folder = join(directory, 'folder')
  await mkdir(folder)
  const notAFile = await ask('plan', '--out', folder, '--json')
  expect([notAFile.code, JSON.parse(notAFile.stdout).trouble]).toEqual([2, 'not-a-file'])
})

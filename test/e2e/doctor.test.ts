import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Verdict, verdictSchema } from '../../src/model/verdict.ts'
import { type Contents, Rig } from '../rig/rig.ts'
import { type Answer, run, small, triverdict } from './command.ts'

type Environment = Readonly<Record<string, string>>

/** The one object on standard output, with the exit code that its word earns. */
const read = (answer: Answer): Verdict & { readonly kinds: readonly string[] } => {
  const verdict = verdictSchema.parse(JSON.parse(answer.stdout))
  expect(answer.code).toBe(verdict.status === 'pass' ? 0 : 2)
  const anomalies = (verdict.anomalies ?? []) as readonly { readonly kind: string }[]
  return { ...verdict, kinds: anomalies.map(({ kind }) => kind).filter((kind) => kind !== 'isolation-degraded') }
}
const doctor = async (rig: Rig, env: Environment = {}, ...more: readonly string[]) =>
  read(await run(['doctor', '--json', ...more], { cwd: rig.repo, env: { ...rig.env, ...env } }))

/** A PATH on which these programs of ours are and no others; `own` are shell scripts. */
const pathOf = async (rig: Rig, wanted: readonly string[], own: Environment = {}): Promise<string> => {
  const directory = path.join(rig.scratch, `bin${(await readdir(rig.scratch)).length}`)
  await mkdir(directory)
  const places = (rig.env.PATH ?? '').split(path.delimiter).filter((place) => !/shims$/.test(place))
  for (const program of wanted)
    for (const place of places)
      if ((await readdir(place).catch((): string[] => [])).includes(program)) {
        await symlink(path.join(place, program), path.join(directory, program))
        break
      }
  for (const [name, text] of Object.entries(own)) {
    await writeFile(path.join(directory, name), `#!/bin/sh\n${text}\n`)
    await chmod(path.join(directory, name), 0o755)
  }
  return directory
}
const USUAL = ['node', 'npm', 'sh', 'bash', 'mkfifo', 'cp', 'sleep']

const project: Contents = { ...small, 'triverdict.yaml': 'layers:\n  unit: { kind: tests, run: npm test }\n' }

test('a good machine passes, and nothing is left of the look', async () => {
  await using rig = await Rig.make(project)
  await rig.git('config', 'core.fsmonitor', 'false')
  const before = [rig.state, rig.trees, rig.home, path.join(rig.cache, 'triverdict')]
  const files = async () => await Promise.all(before.map((directory) => readdir(directory)))
  const then = await files()
  const verdict = await doctor(rig)
  expect([verdict.status, verdict.kinds]).toEqual(['pass', []])
  expect(verdict.metrics).toMatchObject({
    programs: { 'npm (gate)': { state: 'works' }, 'node (verify)': { state: 'works' } },
    places: { state: { writable: true }, trees: { writable: true } },
    database: { works: true, integrity: 'ok' },
  })
  expect(verdict.subject).toMatchObject({ branch: 'main' })
  const [state, ...others] = await files()
  expect(others).toEqual(then.slice(1))
  // The history itself is made, as the first run would make it.
  expect(state?.filter((name) => !name.startsWith('history.sqlite'))).toEqual([])
  expect(await rig.git('status', '--porcelain', '--ignored')).toBe('')
})

test('what a verification installs by itself is not asked for', async () => {
  const manifest = '{ "name": "x", "scripts": { "test": "mocha" }, "devDependencies": { "mocha": "11.0.0" } }\n'
  await using rig = await Rig.make({ ...small, 'package.json': manifest })
  expect((await doctor(rig)).status).toBe('pass')
  // A gate would run it here, as it is.
  const gate = await run(['gate', '--preflight', '--json'], { cwd: rig.repo, env: rig.env })
  expect([gate.code, JSON.parse(gate.stdout).blocking[0]]).toEqual([
    2,
    expect.stringMatching(/^doctor: .* mocha is not on/),
  ])
})

test('a page for people, and --out for programs', async () => {
  await using rig = await Rig.make(project)
  const out = path.join(rig.scratch, 'doctor.json')
  const page = await run(['doctor', '--out', out], { cwd: rig.repo, env: rig.env })
  expect([page.code, page.stdout]).toEqual([
    0,
    expect.stringMatching(/^PASS {2}doctor\n[\s\S]*Programs\n[\s\S]*works +npm \(gate\)/),
  ])
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ status: 'pass', check: 'doctor' })
  const nowhere = await run(['doctor', '--out', '/nowhere/x.json'], { cwd: rig.repo, env: rig.env })
  expect([nowhere.code, nowhere.stderr]).toEqual([
    2,
    expect.stringMatching(/^triverdict: the directory of --out .*\n$/),
  ])
  const empty = await run(['doctor', '', '--json'], { cwd: rig.repo, env: rig.env })
  expect([empty.code, JSON.parse(empty.stdout).status]).toEqual([2, 'error'])
})

test('a program that is missing, or does not work, is named with who needs it', async () => {
  await using rig = await Rig.make(project)
  const gone = await doctor(rig, { PATH: await pathOf(rig, [...USUAL.filter((name) => name !== 'npm'), 'git']) })
  expect(gone.blocking).toEqual([
    "layer unit: the program npm is not on PATH. Install npm on this machine or with the project's dependencies, or add its directory to PATH.",
    'node project .: the program npm is not on PATH. Install npm on this machine, or add its directory to PATH.',
  ])
  const broken = { npm: 'echo "Error: Cannot find module" >&2; exit 1' }
  const bad = await doctor(rig, { PATH: await pathOf(rig, [...USUAL.filter((name) => name !== 'npm'), 'git'], broken) })
  expect(bad.blocking[0]).toBe(
    'layer unit: the program npm does not work: `npm --version` says Error: Cannot find module. Run it by hand in the repository, and repair what it says.',
  )
})

test.each<[string, string | null, RegExp, readonly string[]]>([
  [
    'too old',
    'case "$*" in *--version) echo git version 2.20.1;; *) exec GIT "$@";; esac',
    /^git 2\.20\.1 is too old\. Install git 2\.31/,
    [],
  ],
  ['not there', null, /^the program git does not run\. Install git/, []],
  ['one that hangs', 'exec sleep 300', /^the probe of git hung, and was cut after 10 s\./, []],
])('a git that is %s', async (_, script, expected) => {
  await using rig = await Rig.make(project)
  const git = execFileSync('sh', ['-c', 'command -v git'], { env: rig.env, encoding: 'utf8' }).trim()
  const own: Environment = script === null ? {} : { git: script.replace('GIT', git) }
  const verdict = await doctor(rig, { PATH: await pathOf(rig, USUAL, own) })
  expect([verdict.status, verdict.blocking]).toEqual(['error', [expect.stringMatching(expected)]])
})

test('a configuration of git that is dangerous is said, without what it holds, and is no error', async () => {
  await using rig = await Rig.make({ ...project, '.gitattributes': '*.bin filter=lfs\n' })
  const secret = 'url.https://ann:hunter2@example.com/.insteadOf'
  const settings = [
    ['core.fsmonitor', '/opt/watch'],
    ['core.hooksPath', '/opt/hooks'],
    [secret, 'https://example.com/'],
  ]
  for (const [key = '', value = ''] of settings)
    execFileSync('git', ['config', '--global', key, value], { env: rig.env, cwd: rig.home })
  const verdict = await doctor(rig)
  expect([verdict.status, verdict.kinds]).toEqual([
    'pass',
    ['git-fsmonitor', 'git-hooks-path', 'git-filter-missing', 'git-instead-of'],
  ])
  expect(JSON.stringify(verdict)).not.toContain('hunter2')
  for (const { remedy } of verdict.anomalies as { remedy: string | null }[]) expect(remedy).not.toBeNull()
})

test('a place that cannot be used is named with the variable that moves it', async () => {
  await using rig = await Rig.make(project)
  const file = path.join(rig.scratch, 'file')
  await writeFile(file, '')
  const state = await doctor(rig, { TRIVERDICT_HOME: file })
  expect(state.blocking).toEqual([
    expect.stringMatching(/^the state directory: .*file cannot be written to: .*\. Set TRIVERDICT_HOME to a directory/),
  ])
  const temporary = await doctor(rig, { TMPDIR: path.join(file, 'x') })
  expect(temporary.blocking).toEqual([expect.stringMatching(/^the temporary directory: .* Set TMPDIR/)])
  const trees = await doctor(rig, { TRIVERDICT_TREES: '/srv/build/trees' })
  expect(trees.blocking).toEqual([expect.stringMatching(/trees cannot run below build/)])
})

/** File systems of our own can be had by root alone, and where the kernel lets it. */
const mayMount = ((): boolean => {
  try {
    execFileSync('sh', ['-c', 'exec unshare -m mount -t tmpfs -o size=16k full /mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
const mounted = (rig: Rig, line: string): Verdict => {
  const command = `${line} && exec '${process.execPath}' '${triverdict}' doctor --json '${rig.repo}'`
  try {
    return JSON.parse(execFileSync('unshare', ['-m', 'sh', '-c', command], { env: rig.env, encoding: 'utf8' }))
  } catch (error) {
    const { status, stdout } = error as { readonly status: number; readonly stdout: string }
    expect(status).toBe(2)
    return JSON.parse(stdout)
  }
}

test.skipIf(!mayMount)('a home that is full or read-only', async () => {
  await using rig = await Rig.make(project)
  const full = `mount -t tmpfs -o size=16k full '${rig.state}' && head -c 16k /dev/zero >'${rig.state}/filler'`
  const { blocking } = mounted(rig, full)
  expect(blocking).toEqual([expect.stringMatching(/^the state directory: .* no space left on the device \(ENOSPC\)/)])
  expect(mounted(rig, `mount -t tmpfs -o ro small '${rig.state}'`).blocking[0]).toMatch(/read-only \(EROFS\)/)
  const low = mounted(rig, `mount -t tmpfs -o size=1g low '${rig.state}'`)
  expect([low.status, low.anomalies]).toEqual([
    'pass',
    expect.arrayContaining([expect.objectContaining({ kind: 'disk-low' })]),
  ])
})

test('what the repository needs is not known: no repository, a bare one, settings that are wrong, a damaged history', async () => {
  await using rig = await Rig.make(project)
  const outside = await doctor(rig, {}, rig.scratch)
  expect([outside.status, outside.blocking.length]).toEqual(['error', 1])
  const bare = path.join(rig.scratch, 'bare.git')
  await rig.git('clone', '--quiet', '--bare', rig.repo, bare)
  const looked = await doctor(rig, {}, bare)
  expect([looked.status, looked.kinds]).toEqual(['pass', ['needs-unknown']])
  await rig.write({ 'triverdict.yaml': 'layers:\n  unit: { runs: npm test }\n' })
  expect((await doctor(rig)).blocking).toEqual([
    expect.stringMatching(/^what the repository needs is not known: triverdict\.yaml:2: `layers\.unit\.run`: must be/),
  ])
  await rig.write(project)
  await writeFile(path.join(rig.state, 'history.sqlite'), 'no database '.repeat(1000))
  const damaged = await doctor(rig)
  expect([damaged.status, damaged.kinds]).toEqual(['pass', ['history-unavailable']])
})

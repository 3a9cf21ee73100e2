import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Rig } from '../rig/rig.ts'
import { reportOf, run, small } from './command.ts'

/** Every file below a directory, with its content's hash. */
const snapshot = async (directory: string): Promise<Record<string, string>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashes = await Promise.all(
    files.map(
      async (file) =>
        [
          file,
          createHash('sha256')
            .update(await readFile(file))
            .digest('hex'),
        ] as const,
    ),
  )
  return Object.fromEntries(hashes)
}

const broken = { 'src/add.js': 'export const add = (a, b) => a - b\n' }
const right = { 'src/add.js': 'export const add = (a, b) => b + a\n' }

test('an honest branch passes, and the checkout is untouched byte for byte', async () => {
  await using rig = await Rig.make(small)
  await rig.branch('idea', right)
  await rig.write({ 'notes.txt': 'mine\n' })
  await rig.git('stash', '-u')
  await rig.write({ 'notes.txt': 'still mine\n' })
  const before = await snapshot(rig.repo)
  const answer = await run(['verify', '--branch', 'HEAD', '--json'], { cwd: rig.repo, env: rig.env })
  expect(answer.code).toBe(0)
  const report = reportOf(answer)
  expect(report).toMatchObject({
    status: 'pass',
    verified: true,
    blocking: [],
    has_tests: true,
    tests_run: 2,
    tests_passed: 2,
    tests_failed: 0,
    coverage: null,
    branch_id: 'idea',
  })
  expect(report.anomalies.map((anomaly) => anomaly.kind)).toEqual(
    expect.arrayContaining(['isolation-degraded', 'dirty-worktree']),
  )
  expect(await snapshot(rig.repo)).toEqual(before)
})

test('a broken branch fails with the first failure verbatim, also when it weakens the test and adds one of its own', async () => {
  await using rig = await Rig.make(small)
  const weak = small['test/add.test.js']
    .replace('assert.equal(add(1, 2), 3)', 'assert.ok(true)')
    .replace('assert.equal(add(1, -2), -1)', 'assert.ok(true)')
  await rig.branch('cheat', {
    ...broken,
    'test/add.test.js': weak,
    'test/own.test.js': "import { test } from 'node:test'\ntest('mine', () => {})\n",
  })
  const answer = await run(['verify', '--lock', 'main', '--branch', 'cheat', '--json'], { cwd: rig.repo, env: rig.env })
  expect(answer.code).toBe(1)
  const report = reportOf(answer)
  expect(report).toMatchObject({
    status: 'fail',
    verified: false,
    tests_run: 2,
    tests_passed: 0,
    tests_failed: 2,
    branch_id: 'cheat',
  })
  expect(report.confidence_qualifier).toBe('failed: test/add.test.js::adds')
  expect(report.failure_detail).toContain('3')
  expect(report.anomalies.map((anomaly) => anomaly.kind)).toEqual(
    expect.arrayContaining(['test-modified', 'test-added']),
  )
  expect(report.excluded).toEqual(expect.arrayContaining([{ path: 'test/own.test.js', reason: 'test-added' }]))
  expect(report.branch_tests).toMatchObject({ status: 'pass' })
})

test('a linked worktree and a bare repository', async () => {
  await using rig = await Rig.make(small)
  await rig.branch('idea', right)
  await rig.branch('bad', broken, 'main')
  const linked = join(rig.scratch, 'linked')
  await rig.git('worktree', 'add', '-q', linked, 'idea')
  const before = await snapshot(join(rig.repo, '.git'))
  const answer = await run(['verify', linked, '--json'], { cwd: rig.scratch, env: rig.env })
  expect(reportOf(answer)).toMatchObject({ status: 'pass', branch_id: 'idea' })
  expect(await snapshot(join(rig.repo, '.git'))).toEqual(before)
  const bare = join(rig.scratch, 'bare.git')
  await rig.git('clone', '-q', '--bare', rig.repo, bare)
  const fromBare = await run(['verify', bare, '--lock', 'main', '--branch', 'bad', '--json'], {
    cwd: rig.scratch,
    env: rig.env,
  })
  expect(reportOf(fromBare).status).toBe('fail')
  const all = await run(['verify', bare, '--lock', 'main', '--all', '{idea,bad}', '--json'], {
    cwd: rig.scratch,
    env: rig.env,
  })
  expect(
    all.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).status),
  ).toEqual(['fail', 'pass'])
  expect(all.code).toBe(1)
})

test('no tests at the lock is UNVERIFIED and error; the same commit with an explicit lock is checked alone', async () => {
  await using rig = await Rig.make({ 'package.json': small['package.json'], 'src/add.js': small['src/add.js'] })
  await rig.branch('first-tests', { 'test/add.test.js': small['test/add.test.js'] })
  const answer = reportOf(
    await run(['verify', '--lock', 'main', '--branch', 'first-tests', '--json'], { cwd: rig.repo, env: rig.env }),
  )
  expect(answer).toMatchObject({
    status: 'error',
    verified: false,
    has_tests: false,
    coverage: null,
    confidence_qualifier: 'UNVERIFIED',
  })
  const relocked = reportOf(
    await run(['verify', '--lock', 'first-tests', '--branch', 'first-tests', '--json'], {
      cwd: rig.repo,
      env: rig.env,
    }),
  )
  expect(relocked).toMatchObject({ status: 'pass', tests_run: 2 })
})

test('goals, what is required, and strictness', async () => {
  await using rig = await Rig.make({ ...small, 'src/add.js': broken['src/add.js'] })
  await rig.branch('repair', { 'src/add.js': small['src/add.js'] })
  const settings = { cwd: rig.repo, env: rig.env }
  const goal = reportOf(
    await run(['verify', '--lock', 'main', '--branch', 'repair', '--goal', '**::adds', '--json'], settings),
  )
  expect(goal.status).toBe('pass')
  const missing = reportOf(
    await run(['verify', '--lock', 'main', '--branch', 'repair', '--goal', '**::nothing', '--json'], settings),
  )
  expect(missing.status).toBe('error')
  const lint = reportOf(
    await run(['verify', '--lock', 'main', '--branch', 'repair', '--require', 'tests,lint', '--json'], settings),
  )
  expect(lint).toMatchObject({ status: 'error' })
  expect(lint.blocking).toEqual(expect.arrayContaining(['lint is required and was not judged']))
})

test('--strict refuses at the start what is known at the start, and runs nothing', async () => {
  await using rig = await Rig.make(small)
  await rig.branch('idea', right)
  const settings = { cwd: rig.repo, env: rig.env }
  const isolation = 'isolation-degraded: the checks run as the same user, without a sandbox'
  const answer = await run(['verify', '--branch', 'idea', '--strict', '--json'], settings)
  expect([answer.code, reportOf(answer).trouble, reportOf(answer).blocking]).toEqual([
    2,
    'strict',
    ['--strict: the lock must be explicit: say --lock REF', isolation],
  ])
  expect(answer.stderr).not.toContain('tests:node-test')
  const locked = await run(['verify', '--lock', 'main', '--branch', 'idea', '--strict', '--json'], settings)
  expect([locked.code, reportOf(locked).blocking, reportOf(locked).stacks]).toEqual([2, [isolation], []])
})

test('--out writes the object whole, for people the page has the verdict first', async () => {
  await using rig = await Rig.make(small)
  await rig.branch('idea', right)
  const out = join(rig.scratch, 'answer.json')
  const answer = await run(['verify', '--branch', 'idea', '--out', out], { cwd: rig.repo, env: rig.env })
  expect(answer.stdout).toMatch(/^PASS {2}idea {2}verified/)
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ status: 'pass', branch_id: 'idea' })
  const plan = await run(['plan', '--json'], { cwd: rig.repo, env: rig.env })
  expect(JSON.parse(plan.stdout)).toMatchObject({
    status: 'pass',
    plan: { projects: [{ stack: 'node', directory: '.' }] },
  })
})

test('Ctrl-C ends everything and exits 130', async () => {
  const slow =
    "import { test } from 'node:test'\nimport { setTimeout } from 'node:timers/promises'\ntest('slow', async () => { await setTimeout(60000) })\n"
  await using rig = await Rig.make({ ...small, 'test/slow.test.js': slow })
  await rig.branch('idea', right)
  let sent = false
  const answer = await run(['verify', '--branch', 'idea', '--json'], {
    cwd: rig.repo,
    env: rig.env,
    onChild: (child) => {
      child.stderr?.on('data', (text: string) => {
        // Once: a second one ends the program at once, without an answer.
        if (!sent && text.includes('tests:node-test')) sent = child.kill('SIGINT')
      })
    },
  })
  expect(answer.code).toBe(130)
  expect(reportOf(answer).status).toBe('error')
  expect(await readdir(rig.trees).catch(() => [])).toEqual([])
})

test('where locked tests do not run for what the branch took away, it is said how to go on; a plain failure is none of that', async () => {
  await using rig = await Rig.make(small)
  await rig.branch('renames', { 'src/add.js': 'export const plus = (a, b) => a + b\n' })
  await rig.branch('breaks', broken, 'main')
  const settings = { cwd: rig.repo, env: rig.env }
  const renames = await run(['verify', '--lock', 'main', '--branch', 'renames', '--json'], settings)
  expect(reportOf(renames)).toMatchObject({ status: 'fail', remedy: expect.stringContaining('--lock <sha>') })
  const breaks = await run(['verify', '--lock', 'main', '--branch', 'breaks', '--json'], settings)
  expect(reportOf(breaks)).toMatchObject({ status: 'fail' })
  expect(reportOf(breaks)).not.toHaveProperty('remedy')
})

test('what was resolved is told also where nothing can be verified, with what to do', async () => {
  await using rig = await Rig.make(small)
  const lock = (await rig.git('rev-parse', 'HEAD')).trim()
  await rig.git('checkout', '-q', '-b', 'idea')
  await rig.git('update-index', '--add', '--cacheinfo', `160000,${lock},vendor/sub`)
  await rig.git('commit', '-q', '-m', 'a pin')
  const branch = (await rig.git('rev-parse', 'HEAD')).trim()
  const answer = await run(['verify', '--lock', 'main', '--branch', 'idea', '--out', join(rig.scratch, 'o.json')], {
    cwd: rig.repo,
    env: rig.env,
  })
  expect(answer.code).toBe(2)
  expect(answer.stdout).toContain(`locked at ${lock.slice(0, 10)}, branch at ${branch.slice(0, 10)}`)
  expect(answer.stdout).toContain('git submodule update --init')
  expect(JSON.parse(await readFile(join(rig.scratch, 'o.json'), 'utf8'))).toMatchObject({
    locked_ref: lock,
    branch_ref: branch,
    branch_id: 'idea',
  })
})

test('a step that failed without a word is named, with nothing of the green run before it', async () => {
  const scripts = '{ "test": "node --test", "posttest": "node check.js" }'
  await using rig = await Rig.make({
    ...small,
    'package.json': `{ "name": "small", "version": "1.0.0", "type": "module", "scripts": ${scripts} }\n`,
    'check.js': "import { add } from './src/add.js'\nif (add(5, 5) !== 10) process.exit(3)\n",
  })
  await rig.branch('idea', { 'src/add.js': 'export const add = (a, b) => (a === 5 ? 0 : a + b)\n' })
  const answer = await run(['verify', '--lock', 'main', '--branch', 'idea', '--json'], { cwd: rig.repo, env: rig.env })
  const report = reportOf(answer)
  expect(report).toMatchObject({ status: 'fail', failure_detail: null })
  expect(report.blocking).toEqual(['node: tests: the step `node check.js` ended with exit code 3'])
})

/** Sends Ctrl-C once the n-th run of the tests has begun to log, and answers with the report. */
const interruptedAt = async (rig: Rig, n: number) => {
  const home = join(rig.scratch, 'interrupted')
  let child: { kill(signal: 'SIGINT'): boolean; exitCode: number | null } | null = null
  const answered = run(['verify', '--lock', 'main', '--branch', 'idea', '--json'], {
    cwd: rig.repo,
    env: { ...rig.env, TRIVERDICT_HOME: home },
    onChild: (started) => {
      child = started
    },
  })
  const begun = async () =>
    (await readdir(home, { recursive: true }).catch(() => [])).filter((file) => file.endsWith('node-test.log')).length
  const running = child as unknown as { kill(signal: 'SIGINT'): boolean; exitCode: number | null }
  while ((await begun()) < n && running.exitCode === null) await pause(20)
  running.kill('SIGINT')
  return await answered
}

test.each([
  ['control', 2],
  ['second control', 3],
  ['probe', 4],
] as const)('Ctrl-C during the %s is no verdict about the branch', async (_, n) => {
  const slow =
    "import { test } from 'node:test'\nimport { setTimeout } from 'node:timers/promises'\ntest('slow', async () => { await setTimeout(1500) })\n"
  await using rig = await Rig.make({ ...small, 'test/slow.test.js': slow })
  await rig.branch('idea', right)
  const answer = await interruptedAt(rig, n)
  expect([answer.code, reportOf(answer)]).toMatchObject([
    130,
    { status: 'error', verified: false, blocking: [expect.stringContaining('interrupted')] },
  ])
})

test('a preparing step that the branch breaks is its fault, also where another one fails at the base', async () => {
  await using rig = await Rig.make({
    ...small,
    'triverdict.yaml': 'version: 1\nverify:\n  prepare: ["node absent.mjs", "node generate.mjs"]\n',
    'generate.mjs': '// fine\n',
  })
  await rig.branch('honest', right)
  await rig.branch('breaks', { ...right, 'generate.mjs': 'process.exit(3)\n' }, 'main')
  const settings = { cwd: rig.repo, env: rig.env }
  const honest = reportOf(await run(['verify', '--lock', 'main', '--branch', 'honest', '--json'], settings))
  expect(honest.status).toBe('pass')
  expect(honest.anomalies.map((anomaly) => anomaly.kind)).toContain('prepare-failed')
  const breaks = reportOf(await run(['verify', '--lock', 'main', '--branch', 'breaks', '--json'], settings))
  expect(breaks).toMatchObject({ status: 'fail' })
  expect(breaks.blocking.join()).toContain('generate.mjs')
})

const workflow = (...lines: readonly string[]) =>
  `on: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n${lines.map((line) => `      - run: ${line}\n`).join('')}`

test('a preparing step that changes locked files is named with its line, not the run, and the run is spared', async () => {
  await using rig = await Rig.make({
    ...small,
    'test/data/one.json': '1\n',
    'test/data/two.json': '2\n',
    '.github/workflows/ci.yml': workflow('rm -rf test/data', 'npm test'),
  })
  await rig.branch('idea', right)
  const settings = { cwd: rig.repo, env: rig.env }
  const answer = await run(['verify', '--branch', 'idea', '--json'], settings)
  const report = reportOf(answer)
  expect([answer.code, report.blocking]).toEqual([
    2,
    [
      'node: tests: the preparing step `rm -rf test/data` (ci: .github/workflows/ci.yml:7) changes locked files: test/data/one.json, test/data/two.json; name the commands under `verify:` in triverdict.yaml',
    ],
  ])
  expect(report.evidence).toMatchObject({ attribution: 'instrument' })
  expect(report.anomalies).toContainEqual(
    expect.objectContaining({
      kind: 'locked-changed-by-step',
      path: '.github/workflows/ci.yml',
      line: 7,
      remedy: expect.stringContaining('verify:'),
    }),
  )
  expect(report.stacks[0]?.checks[0]).toMatchObject({ status: 'error', duration_ms: 0 })
})

test('a step that changes locked files and another that puts them back leave the exam as it was; what the run changes is the run', async () => {
  const touching = `${small['test/add.test.js']}import { writeFileSync } from 'node:fs'\ntest('writes', () => writeFileSync('test/data/one.json', process.env.WRITTEN ?? '1\\n'))\n`
  await using rig = await Rig.make({
    ...small,
    'test/data/one.json': '1\n',
    'test/add.test.js': touching,
    '.github/workflows/ci.yml': workflow(
      'rm -r test/data',
      'mkdir test/data',
      'echo 1 > test/data/one.json',
      'npm test',
    ),
  })
  await rig.branch('idea', right)
  const settings = { cwd: rig.repo, env: rig.env }
  expect(reportOf(await run(['verify', '--branch', 'idea', '--json'], settings)).blocking).toEqual([])
  await rig.git('switch', '-q', 'main')
  await rig.commit('writes', {
    'test/add.test.js': touching.replace("process.env.WRITTEN ?? '1\\n'", "'2\\n'"),
    '.github/workflows/ci.yml': workflow('npm test'),
  })
  await rig.branch('other', right)
  expect(reportOf(await run(['verify', '--branch', 'other', '--json'], settings)).blocking).toEqual([
    'node: tests: the locked file test/data/one.json was changed during the run',
  ])
})

test('kill -9 leaves nothing running', async () => {
  await using rig = await Rig.make(small)
  const file = join(rig.scratch, 'pids')
  await rig.commit('slow', {
    // The test runs below npm and the runner, in a process that no signal to its parents reaches.
    'test/slow.test.js': `import { spawn } from 'node:child_process'\nimport { appendFileSync } from 'node:fs'\nimport { test } from 'node:test'\ntest('slow', async () => {\n  const child = spawn('sleep', ['120'], { detached: true })\n  appendFileSync(${JSON.stringify(file)}, \`\${process.pid} \${child.pid} .\`)\n  await new Promise((done) => setTimeout(done, 120000))\n})\n`,
  })
  await rig.branch('idea', right)
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const until = async (what: () => boolean | Promise<boolean>) => {
    while (!(await what())) await pause(20)
  }
  const pids = async () => (await readFile(file, 'utf8').catch(() => '')).split(' ')
  const answer = await run(['verify', '--branch', 'idea', '--json'], {
    cwd: rig.repo,
    env: rig.env,
    onChild: (child) => {
      void until(async () => (await pids()).length === 3).then(() => child.kill('SIGKILL'))
    },
  })
  expect([answer.code, answer.signal]).toEqual([null, 'SIGKILL'])
  const [test, sleep] = (await pids()).map(Number)
  await until(() => !isAlive(test ?? 0) && !isAlive(sleep ?? 0))
}, 40_000)

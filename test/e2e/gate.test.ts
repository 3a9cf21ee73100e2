import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Contents, Rig } from '../rig/rig.ts'
import { run } from './command.ts'

const test2 = `const { test } = require('node:test')\nconst assert = require('node:assert')\nconst { add } = require('./add.js')\ntest('adds', () => assert.equal(add(1, 2), 3))\ntest('zero', () => assert.equal(add(0, 0), 0))\n`
const product: Contents = {
  'package.json': '{"name":"x","scripts":{"test":"node --test"}}\n',
  'add.js': 'exports.add = (a, b) => a + b\n',
  'add.test.js': test2,
  '.gitignore': 'out/\n',
}
const writes = (verdict: string): string =>
  `const fs = require('node:fs')\nfs.mkdirSync('out', { recursive: true })\nconst id = process.env.TRIVERDICT_RUN_ID\n${verdict}\n`
const pass = writes(
  `fs.writeFileSync(process.env.TRIVERDICT_VERDICT_FILE, JSON.stringify({ status: 'pass', blocking: [], metrics: { checks: 16 }, run: { id } }))`,
)

const gate = async (rig: Rig, ...more: string[]) => {
  const answer = await run(['gate', '--json', ...more], { cwd: rig.repo, env: rig.env })
  const report = JSON.parse(answer.stdout)
  return { code: answer.code, status: report.status as string, blocking: report.blocking as string[], report }
}
const brief = async (rig: Rig, ...more: string[]) => {
  const { code, status, blocking } = await gate(rig, ...more)
  return [code, status, ...blocking]
}
const layers = (...lines: string[]): Contents => ({
  'triverdict.yaml': `layers:\n${lines.map((line) => `  ${line}\n`).join('')}`,
})

test('every layer has a verdict of its own, and the worst is that of the gate', async () => {
  await using rig = await Rig.make({
    ...product,
    'smoke.cjs': pass,
    ...layers(
      'unit: { kind: tests, run: npm test, min_tests: 2 }',
      'smoke: { run: node smoke.cjs, verdict: out/smoke.json, needs: [unit] }',
    ),
  })
  const { code, report } = await gate(rig)
  expect([code, report.status]).toEqual([0, 'pass'])
  expect(report.metrics).toMatchObject({ unit: { tests_run: 2, tests_failed: 0 }, smoke: { checks: 16 } })
  await rig.write({ 'add.js': 'exports.add = (a, b) => a - b\n' })
  const broken = await gate(rig)
  expect([broken.code, ...broken.blocking]).toEqual([1, 'unit: add.test.js::adds failed'])
  expect(broken.report.precluded).toEqual({ smoke: 'unit' })
  expect(broken.report.subject).toMatchObject({ branch: 'main', dirty: true })
})

test('a result of an earlier run is never taken for one of this run', async () => {
  await using rig = await Rig.make({
    ...product,
    'smoke.cjs': `if (!process.env.QUIET) { ${pass} }`,
    ...layers('smoke: { run: node smoke.cjs, verdict: out/smoke.json, on_error: "Ask the web team." }'),
  })
  expect(await brief(rig)).toEqual([0, 'pass'])
  const answer = await run(['gate', '--json'], { cwd: rig.repo, env: { ...rig.env, QUIET: '1' } })
  expect([answer.code, JSON.parse(answer.stdout).blocking]).toEqual([
    2,
    ['smoke: no verdict was written', 'smoke: Ask the web team.'],
  ])
})

test.each<[string, Contents, string]>([
  [
    'one that git tracks',
    { '.gitignore': '', 'out/smoke.json': '{"status":"pass","blocking":[],"metrics":{}}' },
    'smoke: out/smoke.json is a result, and git tracks it: results must not be committed.',
  ],
  ['a link', { 'out/smoke.json': { symlink: '/etc/hostname' } }, 'smoke: an old result is in the way:'],
  ['below a link out of the tree', { out: { symlink: '/tmp' } }, 'smoke: out/smoke.json is reached through a link'],
])('a result that cannot be deleted is an error, and nothing runs: %s', async (_, contents, expected) => {
  await using rig = await Rig.make({
    ...product,
    'smoke.cjs': pass,
    ...layers('smoke: { run: node smoke.cjs, verdict: out/smoke.json }'),
  })
  await rig.write(contents)
  if ('.gitignore' in contents) await rig.git('add', '-A')
  const [code, status, reason] = await brief(rig)
  expect([code, status, String(reason).slice(0, expected.length)]).toEqual([2, 'error', expected])
})

test.each<[string, string, Contents, readonly unknown[]]>([
  [
    'a probe that fails',
    'api: { run: "exit 0", probe: "echo no route; exit 7", on_error: "The machine is off." }',
    {},
    [2, 'error', 'api: its probe exited with code 7: no route', 'api: The machine is off.'],
  ],
  [
    'a verdict of another run',
    'a: { run: node w.cjs, verdict: out/v.json }',
    {
      'w.cjs': writes(
        `fs.writeFileSync('out/v.json', '{"status":"pass","blocking":[],"metrics":{},"run":{"id":"old"}}')`,
      ),
    },
    [2, 'error', expect.stringMatching(/^a: the verdict is stale: it carries the run id old/)],
  ],
  [
    'a verdict that is cut off',
    'a: { run: node w.cjs, verdict: out/v.json }',
    { 'w.cjs': writes(`fs.writeFileSync('out/v.json', '{"status":"pa')`) },
    [2, 'error', expect.stringMatching(/^a: the verdict is not JSON/)],
  ],
  [
    'a runner that is killed',
    'a: { run: node w.cjs, verdict: out/v.json }',
    { 'w.cjs': `${pass}\nprocess.kill(process.pid, 'SIGKILL')` },
    [2, 'error', 'a: it was ended by the signal SIGKILL', expect.anything()],
  ],
  [
    'time',
    'a: { run: sleep 60, timeout: 300ms }',
    {},
    [2, 'error', expect.stringMatching(/^a: it was stopped at its time limit/)],
  ],
  [
    'silence',
    'a: { run: sleep 60, stall: 300ms }',
    {},
    [2, 'error', expect.stringMatching(/^a: it was stopped because its log did not move/)],
  ],
  [
    'a program that is not there',
    'a: { run: [no-such-program] }',
    {},
    [2, 'error', expect.stringMatching(/^a: it could not be started/)],
  ],
  [
    'a shell that finds no program',
    'a: { run: no-such-program }',
    {},
    [2, 'error', 'a: it exited with code 127, which says neither pass nor fail'],
  ],
  [
    'a report that nobody wrote',
    'a: { kind: tests, run: "exit 0", report: "junit:out/x.xml" }',
    {},
    [2, 'error', expect.stringMatching(/^a: /)],
  ],
  [
    'a suite that collects nothing',
    'a: { kind: tests, run: node --test empty }',
    { 'empty/README': '' },
    [2, 'error', expect.stringMatching(/^a: /)],
  ],
  ['a pipe that hides a failure', 'a: { run: "exit 1 | cat" }', {}, [1, 'fail', 'a: it exited with code 1']],
  [
    'codes that a person declared',
    'a: { run: "exit 2", exit: { pass: [0], fail: [2] } }',
    {},
    [1, 'fail', 'a: it exited with code 2'],
  ],
])('%s', async (_, layer, contents, expected) => {
  await using rig = await Rig.make({ ...product, ...contents, ...layers(layer) })
  expect(await brief(rig)).toEqual(expected)
})

test('a slow run whose named file grows is no crash', async () => {
  const grows = `for i in 1 2 3 4 5 6; do sleep 0.3; echo x >> out/progress; done`
  await using rig = await Rig.make({
    ...product,
    'slow.sh': `mkdir -p out; ${grows}\n`,
    ...layers('slow: { run: bash slow.sh, stall: 1s, progress: out/progress }'),
  })
  expect(await brief(rig)).toEqual([0, 'pass'])
})

test('what an outer git or test runner left in the environment does not reach a layer', async () => {
  await using rig = await Rig.make({ ...product, ...layers('unit: { kind: tests, run: npm test, min_tests: 2 }') })
  const env = { ...rig.env, NODE_TEST_CONTEXT: 'child-v8', GIT_DIR: '/nowhere', GIT_INDEX_FILE: '/nowhere' }
  const answer = await run(['gate', '--json'], { cwd: rig.repo, env })
  expect([answer.code, JSON.parse(answer.stdout).status]).toEqual([0, 'pass'])
})

test('two gates in one tree take turns, and each has its own results', async () => {
  const slow = `${pass}\nconst busy = 'out/busy'\nif (fs.existsSync(busy)) process.exit(1)\nfs.writeFileSync(busy, '')\nsetTimeout(() => fs.rmSync(busy), 500)`
  await using rig = await Rig.make({
    ...product,
    'w.cjs': slow,
    ...layers('a: { run: node w.cjs, verdict: out/v.json }'),
  })
  const [one, other] = await Promise.all([gate(rig), gate(rig)])
  expect([one.status, other.status]).toEqual(['pass', 'pass'])
  expect(one.report.run.id).not.toBe(other.report.run.id)
})

test('a hidden layer shows nothing but its status; the whole is kept for its user alone', async () => {
  const secret = 'case 17 expects 42'
  const fails = writes(
    `console.log('${secret}')\nfs.writeFileSync('out/v.json', JSON.stringify({ status: 'fail', blocking: ['${secret}'], metrics: { recall: 0.25 } }))`,
  )
  await using rig = await Rig.make({
    ...product,
    'w.cjs': fails,
    ...layers('eval: { kind: eval, run: node w.cjs, verdict: out/v.json, visibility: hidden }'),
  })
  const json = await run(['gate', '--json', '--out', path.join(rig.scratch, 'v.json')], { cwd: rig.repo, env: rig.env })
  const page = await run(['gate'], { cwd: rig.repo, env: rig.env })
  for (const text of [
    json.stdout,
    json.stderr,
    page.stdout,
    page.stderr,
    await readFile(path.join(rig.scratch, 'v.json'), 'utf8'),
  ])
    expect(text).not.toMatch(/case 17|0\.25/)
  expect(json.code).toBe(1)
  const refused = await run(['gate', '--for', 'person'], { cwd: rig.repo, env: rig.env })
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('no terminal')])
  const runs = path.join(rig.state, 'runs')
  const kept = path.join(runs, (await readdir(runs))[0] as string, 'gate.json')
  expect(await readFile(kept, 'utf8')).toContain(secret)
  expect((await stat(kept)).mode & 0o777).toBe(0o600)
  expect((await stat(path.dirname(kept))).mode & 0o777).toBe(0o700)
})

test('what the rules say of a layer that may be seen is shown beside one that may not', async () => {
  const writes = (name: string, value: number) =>
    `node -e "require('fs').writeFileSync('${name}.json', JSON.stringify({ status: 'pass', blocking: [], metrics: { recall: ${value} } }))"`
  const settings = (open: number, exam: number): Contents => ({
    '.gitignore': '*.json\n',
    'triverdict.yaml': `layers:
  open: { run: ${JSON.stringify(writes('open', open))}, verdict: open.json }
  sealed: { run: ${JSON.stringify(writes('sealed', exam))}, verdict: sealed.json, visibility: counts }
gates:
  open.recall: { min: 0.5 }
  sealed.recall: { min: 0.5 }
`,
  })
  await using rig = await Rig.make(settings(0.1, 0.2))
  const both = await brief(rig)
  expect(both.slice(0, 2)).toEqual([1, 'fail'])
  expect(both[2]).toMatch(/^gates: open\.recall/)
  expect(both.join()).not.toContain('sealed')
  await rig.write(settings(0.9, 0.2))
  expect(await brief(rig)).toEqual([1, 'fail', 'gates: what it says is not shown (visibility: counts)'])
})

test('where nobody wrote layers, what discovery finds is run, and that is said', async () => {
  await using rig = await Rig.make(product)
  const found = await gate(rig)
  expect([found.code, found.report.metrics.unit.tests_run]).toEqual([0, 2])
  expect(found.report.anomalies).toMatchObject([{ kind: 'gate-unconfigured', severity: 'info' }])
  await rig.write({ 'add.js': 'exports.add = (a, b) => a - b\n' })
  expect((await gate(rig)).code).toBe(1)
})

test('a gate with nothing to run, outside of a repository, or with settings that are wrong, is one sentence and 2', async () => {
  await using rig = await Rig.make({ 'README.md': 'Nothing.\n' })
  expect((await brief(rig)).slice(0, 2)).toEqual([2, 'error'])
  await rig.write({ 'triverdict.yaml': 'layers:\n  a: { run: x, need: [b] }\n' })
  expect(await brief(rig)).toEqual([2, 'error', 'triverdict.yaml:2: unknown key `layers.a.need`'])
  const outside = await run(['gate', '--json', rig.scratch], { cwd: rig.scratch, env: rig.env })
  expect([outside.code, JSON.parse(outside.stdout).status]).toEqual([2, 'error'])
  const jobs = await run(['gate', '--jobs', 'many'], { cwd: rig.repo, env: rig.env })
  expect([jobs.code, jobs.stderr]).toEqual([2, 'triverdict: --jobs takes a number from 1 to 64, not "many"\n'])
})

test('init writes a gate that runs, and never overwrites one', async () => {
  await using rig = await Rig.make(product)
  const first = await run(['init'], { cwd: rig.repo, env: rig.env })
  expect([first.code, first.stdout]).toEqual([0, 'wrote triverdict.yaml with 1 layer: unit\nRun `triverdict gate`.\n'])
  expect(await brief(rig)).toEqual([0, 'pass'])
  const text = await rig.read('triverdict.yaml')
  const again = await run(['init'], { cwd: rig.repo, env: rig.env })
  expect([again.code, await rig.read('triverdict.yaml')]).toEqual([2, text])
})

test('a baseline is proposed by a run and approved by a person only', async () => {
  const measures = (recall: string) =>
    writes(
      `fs.writeFileSync('out/v.json', JSON.stringify({ status: 'pass', blocking: [], metrics: { recall: ${recall} } }))`,
    )
  await using rig = await Rig.make({
    ...product,
    'w.cjs': measures('{ door: 0.9, grille: 0.5 }'),
    'triverdict.yaml':
      'layers:\n  eval: { kind: eval, run: node w.cjs, verdict: out/v.json }\ngates:\n  "eval.recall.*": { max_drop: 0.05 }\nbaseline: baselines/\n',
  })
  expect(await brief(rig)).toEqual([2, 'error', 'gates: no baseline is committed in baselines/', expect.any(String)])
  const proposed = await run(['baseline', 'propose'], { cwd: rig.repo, env: rig.env })
  expect(proposed.code).toBe(0)
  const [name] = await readdir(path.join(rig.repo, 'baselines/proposed'))
  const file = `baselines/proposed/${name}`
  const persons: readonly Record<string, string>[] = [{ CI: 'true' }, { CLAUDECODE: '1' }, {}]
  for (const env of persons) {
    const approve = await run(['baseline', 'approve', file, '--by', 'Ann'], {
      cwd: rig.repo,
      env: { ...rig.env, ...env },
    })
    expect([approve.code, approve.stderr]).toEqual([2, expect.stringMatching(/approved/)])
  }
  const proposal = JSON.parse(await rig.read(file))
  await rig.commit('approved by hand', {
    [file]: null,
    [`baselines/${name}`]: JSON.stringify({ ...proposal, approved_by: 'Ann', approved_at: proposal.proposed_at }),
  })
  expect(await brief(rig)).toEqual([0, 'pass'])
  await rig.commit('worse', { 'w.cjs': measures('{ door: 0.9, grille: 0.43 }') })
  expect(await brief(rig)).toEqual([1, 'fail', 'gates: eval.recall.grille dropped 0.07 vs baseline (limit 0.05)'])
})

test('a report in a usual place that git tracks is not believed where the run does not write it', async () => {
  const green = '<testsuite name="A" tests="1"><testcase classname="A" name="a"/></testsuite>\n'
  const maven =
    '#!/bin/sh\n[ -n "$QUIET" ] || sed -i "s/name=\\"a\\"/name=\\"b\\"/" target/surefire-reports/TEST-A.xml\nexit 0\n'
  await using rig = await Rig.make({
    'pom.xml': '<project><modelVersion>4.0.0</modelVersion></project>\n',
    'src/test/java/ATest.java': 'class ATest {}\n',
    'target/surefire-reports/TEST-A.xml': green,
    mvnw: { text: maven, executable: true },
    ...layers('unit: { kind: tests, run: ./mvnw -B test }'),
  })
  const quiet = await run(['gate', '--json'], { cwd: rig.repo, env: { ...rig.env, QUIET: '1' } })
  expect([quiet.code, JSON.parse(quiet.stdout).status]).toEqual([2, 'error'])
  expect((await brief(rig)).slice(0, 2)).toEqual([0, 'pass'])
})

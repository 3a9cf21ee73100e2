import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Contents, Rig } from '../rig/rig.ts'
import { run, small } from './command.ts'

interface Posted {
  readonly url: string
  readonly authorization: string | undefined
  readonly body: Readonly<Record<string, string>>
}

/** An API of our own: it answers as it is told, one answer after the other, the last one again; `null` never answers. */
const api = async (...answers: readonly (readonly [status: number, text: string] | null)[]) => {
  const posted: Posted[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const answer = answers[Math.min(posted.length, answers.length - 1)] ?? null
      const { url = '', headers } = request
      posted.push({ url, authorization: headers.authorization, body: JSON.parse(text) })
      if (answer !== null) response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, posted, [Symbol.asyncDispose]: close }
}

const TOKEN = 'ghs_tokenthatnobodymaysee'
const HEAD = 'b'.repeat(40)

const job = async (rig: Rig, url: string, more: Readonly<Record<string, string>> = {}) => {
  const event = path.join(rig.scratch, 'event.json')
  await writeFile(event, JSON.stringify({ pull_request: { head: { sha: HEAD } } }))
  return {
    ...rig.env,
    ...{ GITHUB_ACTIONS: 'true', GITHUB_API_URL: url, GITHUB_REPOSITORY: 'ann/shop', GITHUB_TOKEN: TOKEN },
    ...{ GITHUB_SERVER_URL: 'https://github.example', GITHUB_RUN_ID: '7', GITHUB_JOB: 'check' },
    ...{ GITHUB_SHA: await rig.git('rev-parse', 'HEAD'), GITHUB_EVENT_PATH: event, GITHUB_WORKSPACE: rig.repo },
    GITHUB_STEP_SUMMARY: path.join(rig.scratch, 'summary.md'),
    ...more,
  }
}
const summary = (rig: Rig): Promise<string> => readFile(path.join(rig.scratch, 'summary.md'), 'utf8')
const commands = (stderr: string): readonly string[] => stderr.split('\n').filter((line) => line.startsWith('::'))

const layers = (...lines: readonly string[]): Contents => ({
  'triverdict.yaml': `layers:\n${lines.map((line) => `  ${line}\n`).join('')}`,
})
const unit = layers('unit: { kind: tests, run: npm test }')

test('a gate tells GitHub what it answered: pass, fail and error, one to one', async () => {
  await using rig = await Rig.make({ ...small, ...unit })
  await using server = await api([201, '{}'])
  const env = await job(rig, server.url)
  const gate = async () => await run(['gate', '--json'], { cwd: rig.repo, env })
  const passed = await gate()
  expect([passed.code, commands(passed.stderr)]).toEqual([0, []])
  expect(await summary(rig)).toMatch(/^### triverdict gate: ✅ pass\n[\s\S]*\| unit \| ✅ pass \| 2 tests \|/)
  await rig.write({ 'src/add.js': 'export const add = (a, b) => a - b\n' })
  const failed = await gate()
  expect([failed.code, commands(failed.stderr)]).toEqual([
    1,
    [
      '::error file=test/add.test.js,title=triverdict gate%3A fail::unit: test/add.test.js::adds failed',
      '::error file=test/add.test.js,title=triverdict gate%3A fail::unit: test/add.test.js::adds negatives failed',
    ],
  ])
  await rig.write({ ...layers('unit: { run: "exit 9" }') })
  const broken = await gate()
  expect([broken.code, commands(broken.stderr)]).toEqual([
    2,
    [
      '::error title=triverdict gate%3A error (nothing is known about the change)::unit: it exited with code 9, which says neither pass nor fail',
    ],
  ])
  // Three in one step: the summary has all of them.
  expect((await summary(rig)).match(/^### /gm)).toHaveLength(3)
  expect(server.posted.map(({ url }) => url)).toEqual(Array(3).fill(`/repos/ann/shop/statuses/${HEAD}`))
  expect(server.posted.map(({ body }) => [body.state, body.description])).toEqual([
    ['success', '1 layer passed'],
    ['failure', 'unit: test/add.test.js::adds failed'],
    ['error', 'unit: it exited with code 9, which says neither pass nor fail'],
  ])
  expect(server.posted[0]).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    body: { context: 'triverdict/gate (check)', target_url: 'https://github.example/ann/shop/actions/runs/7' },
  })
  for (const { stdout, stderr } of [passed, failed, broken]) expect(stdout + stderr).not.toContain(TOKEN)
})

test('a part of a gate has a status of its own, a wrong call is an error, and where nobody is told nothing is said', async () => {
  await using rig = await Rig.make({ ...small, ...unit })
  await using server = await api([201, '{}'])
  const env = await job(rig, server.url)
  await run(['gate', '--layer', 'unit'], { cwd: rig.repo, env })
  const wrong = await run(['gate', '--jobs', 'many'], { cwd: rig.repo, env })
  expect([wrong.code, commands(wrong.stderr)]).toEqual([2, [expect.stringContaining('--jobs takes a number')]])
  expect(server.posted.map(({ body }) => [body.context, body.state])).toEqual([
    ['triverdict/gate/unit (check)', 'success'],
    ['triverdict/gate (check)', 'error'],
  ])
  const { GITHUB_TOKEN: _, ...silent } = env
  const quiet = await run(['gate'], { cwd: rig.repo, env: silent })
  expect([quiet.code, quiet.stderr.includes('GitHub')]).toEqual([0, false])
  const elsewhere = await run(['gate'], { cwd: rig.repo, env: { ...env, GITHUB_ACTIONS: 'false' } })
  expect([elsewhere.code, elsewhere.stderr.includes('::')]).toEqual([0, false])
  expect(server.posted).toHaveLength(2)
})

test.each<[string, readonly (readonly [number, string] | null)[], number, RegExp | null]>([
  ['422', [[422, '{"message":"No commit found for SHA"}']], 1, /refused with 422: .*No commit found for SHA/],
  [
    '403',
    [[403, `{"message":"not accessible by ${TOKEN}"}`]],
    1,
    /refused with 403 \(does the job have .permissions: statuses: write.\?\): .*\*\*\*/,
  ],
  ['a redirection', [[301, '']], 1, /refused with 301/],
  ['a server that breaks twice', [[500, 'oops']], 2, /refused with 500: oops/],
  [
    'a server that breaks once',
    [
      [502, ''],
      [201, '{}'],
    ],
    2,
    null,
  ],
])('a status that cannot be delivered is said, and changes nothing: %s', async (_, answers, times, expected) => {
  await using rig = await Rig.make({ ...small, ...layers('unit: { run: "exit 1" }') })
  await using server = await api(...answers)
  const answer = await run(['gate', '--json'], { cwd: rig.repo, env: await job(rig, server.url) })
  expect([answer.code, JSON.parse(answer.stdout).status, server.posted.length]).toEqual([1, 'fail', times])
  const said = answer.stderr.split('\n').filter((line) => line.startsWith('triverdict: GitHub'))
  expect(said).toEqual(expected === null ? [] : [expect.stringMatching(expected)])
  expect(answer.stderr).not.toContain(TOKEN)
})

test('a server that never answers, one that is not there, and a summary that cannot be written', async () => {
  await using rig = await Rig.make({ ...small, ...layers('unit: { run: "exit 0" }') })
  await using server = await api(null)
  const gone = { GITHUB_STEP_SUMMARY: path.join(rig.scratch, 'gone', 'summary.md') }
  const [late, nobody] = await Promise.all([
    run(['gate'], { cwd: rig.repo, env: await job(rig, server.url, gone) }),
    run(['gate'], { cwd: rig.repo, env: await job(rig, 'http://127.0.0.1:1') }),
  ])
  expect([late.code, late.stderr]).toEqual([
    0,
    expect.stringMatching(/GitHub: the commit status was not sent: no answer in 10 s/),
  ])
  expect(late.stderr).toMatch(/GitHub: the summary of the job: cannot write .*gone.summary\.md: .*ENOENT/)
  expect([nobody.code, nobody.stderr]).toEqual([0, expect.stringMatching(/the commit status was not sent: /)])
})

test('a summary that is full is left alone', async () => {
  await using rig = await Rig.make({ ...small, ...layers('unit: { run: "exit 0" }') })
  const env = await job(rig, '')
  await writeFile(env.GITHUB_STEP_SUMMARY, 'x'.repeat(999_990))
  const answer = await run(['gate'], { cwd: rig.repo, env })
  expect([answer.code, answer.stderr]).toEqual([0, expect.stringMatching(/GitHub: the summary of the job is full\n/)])
  expect((await stat(env.GITHUB_STEP_SUMMARY)).size).toBe(999_990)
  expect(answer.stderr).toMatch(/GitHub: no commit status: GITHUB_API_URL is not set/)
})

test('what programs may not see is told to nobody', async () => {
  const secret = 'case 17 expects 42'
  await using rig = await Rig.make({
    ...small,
    'w.cjs': `console.log('::error::${secret}'); require('node:fs').writeFileSync(process.env.TRIVERDICT_VERDICT_FILE, JSON.stringify({ status: 'fail', blocking: ['${secret}'], metrics: { recall: 0.25 } }))\n`,
    '.gitignore': 'out/\n',
    ...layers('eval: { kind: eval, run: "mkdir -p out && node w.cjs", verdict: out/v.json, visibility: hidden }'),
  })
  await using server = await api([201, '{}'])
  const answer = await run(['gate'], { cwd: rig.repo, env: await job(rig, server.url) })
  expect(answer.code).toBe(1)
  for (const text of [answer.stdout, answer.stderr, await summary(rig), JSON.stringify(server.posted)])
    expect(text).not.toMatch(/case 17|0\.25/)
  expect(await summary(rig)).toMatch(/❌ fail/)
})

test('a branch is told too, with its first failure; what a test prints is no command, and a commit that was not judged has no status', async () => {
  await using rig = await Rig.make(small)
  const test = `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { add } from '../src/add.js'\n\ntest('adds', () => assert.equal(add(1, 2), 3, '\\n::add-mask::pass\\n##[error]planted'))\n`
  await rig.commit('exam', { 'test/add.test.js': test })
  await rig.branch('worse', { 'src/add.js': 'export const add = (a, b) => a - b\n' })
  await using server = await api([201, '{}'])
  const env = await job(rig, server.url)
  const page = await run(['verify'], { cwd: rig.repo, env })
  expect([page.code, page.stdout]).toEqual([1, expect.stringContaining('planted')])
  const json = await run(['verify', '--json'], { cwd: rig.repo, env })
  for (const text of [page.stdout, page.stderr, json.stdout, json.stderr])
    expect(text).not.toMatch(/^[\s]*::add-mask|##\[/m)
  expect(JSON.parse(json.stdout).failure_detail).toContain('##[error]planted')
  expect(commands(json.stderr)).toEqual([
    expect.stringMatching(/^::error file=test\/add\.test\.js,title=triverdict verify%3A fail::/),
    ...commands(json.stderr).slice(1),
  ])
  expect(await summary(rig)).toMatch(
    /### triverdict verify: ❌ fail — failed: [\s\S]*\*\*First failure\*\*\n\n```text\n/,
  )
  expect(server.posted.map(({ body }) => [body.context, body.state])).toEqual(
    Array(2).fill(['triverdict/verify (check)', 'failure']),
  )
  const other = await run(['verify', '--branch', 'main', '--lock', 'main'], { cwd: rig.repo, env })
  expect([other.code, other.stderr]).toEqual([
    0,
    expect.stringMatching(/GitHub: no commit status: [0-9a-f]{10} was judged, and the job is about/),
  ])
  expect(server.posted).toHaveLength(2)
})

test('of a gate in the background tells who waits for it, once', async () => {
  await using rig = await Rig.make({ ...small, ...unit })
  await using server = await api([201, '{}'])
  const env = await job(rig, server.url)
  const started = await run(['gate', '--detach', '--json', '--preflight', '--layer', 'unit'], { cwd: rig.repo, env })
  expect([started.code, server.posted.length]).toEqual([0, 0])
  const waited = await run(['wait', '--json'], { cwd: rig.repo, env })
  expect([waited.code, Object.keys(JSON.parse(waited.stdout).layers)]).toEqual([0, ['doctor', 'unit']])
  expect((await summary(rig)).match(/^### /gm)).toEqual(['### '])
  expect(server.posted.map(({ body }) => [body.context, body.state])).toEqual([
    ['triverdict/gate/unit (check)', 'success'],
  ])
})

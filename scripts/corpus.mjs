// Runs the false-verdict corpus and prints the confusion matrix, beside that of judging the same suites by exit code alone.
// node scripts/corpus.mjs [--family F]… [--case F/C]… [--sample N] [--naive] [--jobs N] [--write]
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values: options } = parseArgs({
  options: {
    family: { type: 'string', multiple: true, default: [] },
    case: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string' },
    naive: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})

const root = resolve(import.meta.dirname, '..')
const corpus = join(root, 'corpus')
const words = ['pass', 'fail', 'error']
const trees = join(process.env.HOME ?? '/', 'triverdict-corpus', 'trees')
const home = mkdtempSync(join(tmpdir(), 'corpus-'))
const cache = process.env.TRIVERDICT_CORPUS_CACHE ?? join(home, 'cache')
mkdirSync(cache, { recursive: true })

const folders = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
const all = folders(corpus)
  .filter((family) => family !== 'kits')
  .flatMap((family) => folders(join(corpus, family)).map((name) => `${family}/${name}`))
  .filter((id) => existsSync(join(corpus, id, 'expect.json')))

const pick = () => {
  const wanted = all.filter(
    (id) =>
      (options.family.length === 0 && options.case.length === 0) ||
      options.family.includes(id.split('/')[0]) ||
      options.case.includes(id),
  )
  if (options.sample === undefined) return wanted
  // A fixed sample: the smallest hashes, so that it does not move when a case is added elsewhere.
  const hash = (id) => createHash('sha256').update(id).digest('hex')
  return [...wanted]
    .sort((a, b) => (hash(a) < hash(b) ? -1 : 1))
    .slice(0, Number(options.sample))
    .sort()
}

const gitEnvironment = {
  PATH: process.env.PATH,
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.invalid',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.invalid',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
}
const git = (cwd, ...argv) =>
  execFileSync('git', ['-c', 'init.defaultBranch=main', '-c', 'core.autocrlf=false', ...argv], {
    cwd,
    env: gitEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })

const build = (id, expect) => {
  const repository = join(home, 'cases', id)
  mkdirSync(repository, { recursive: true })
  const kit = expect.kit === undefined || expect.kit === null ? null : join(corpus, 'kits', expect.kit)
  if (kit !== null)
    cpSync(kit, repository, {
      recursive: true,
      filter: (path) => !path.endsWith('kit.json') && !path.includes('node_modules'),
    })
  cpSync(join(corpus, id, 'base'), repository, { recursive: true, force: true })
  git(repository, 'init', '-q')
  git(repository, 'add', '-A', '-f')
  git(repository, 'commit', '-q', '-m', 'base')
  git(repository, 'checkout', '-q', '-b', 'candidate')
  if (existsSync(join(corpus, id, 'branch')))
    cpSync(join(corpus, id, 'branch'), repository, { recursive: true, force: true })
  for (const path of expect.delete ?? []) rmSync(join(repository, path), { recursive: true })
  git(repository, 'add', '-A', '-f')
  git(repository, 'commit', '-q', '--allow-empty', '-m', 'candidate')
  return repository
}

const execute = (argv, settings) =>
  new Promise((done) => {
    const child = spawn(argv[0], argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], ...settings })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
    child.on('error', (error) => done({ code: null, stdout, stderr: String(error) }))
    child.on('close', (code, signal) => done({ code, signal, stdout, stderr }))
  })

const verify = async (id, expect, repository) => {
  const argv = [
    process.execPath,
    join(root, 'dist/triverdict.js'),
    'verify',
    repository,
    '--lock',
    'main',
    '--branch',
    'candidate',
    '--json',
    ...(expect.args ?? []),
  ]
  const env = {
    ...process.env,
    TRIVERDICT_HOME: join(home, 'state', id.replace('/', '-')),
    TRIVERDICT_TREES: join(home, 'trees'),
    XDG_CACHE_HOME: cache,
  }
  if (tmpdir().split('/').includes('tmp'))
    // One place for all cases and runs: what is installed there is kept by its place too, and every kit is installed once.
    env.TRIVERDICT_TREES = trees
  const answer = await execute(argv, { env, cwd: home })
  try {
    const report = JSON.parse(answer.stdout)
    const code = { pass: 0, fail: 1, error: 2 }[report.status]
    if (code !== answer.code) return { status: `exit ${answer.code} over ${report.status}`, report, answer }
    // A question that was not understood is no verdict about the scenario.
    if (report.run === undefined) return { status: 'usage', report, answer }
    return { status: report.status, report, answer }
  } catch {
    return { status: 'unreadable', report: null, answer }
  }
}

const kits = new Map()
const naiveEnvironment = (kit) => {
  if (!kits.has(kit)) {
    const place = join(home, 'kits', kit)
    cpSync(join(corpus, 'kits', kit), place, { recursive: true })
    const env = { ...process.env, CI: '1' }
    let ready = true
    try {
      if (existsSync(join(place, 'package-lock.json')))
        execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: place, stdio: 'ignore' })
      if (existsSync(join(place, 'requirements-dev.txt'))) {
        execFileSync('uv', ['venv', '-q', 'venv'], { cwd: place, stdio: 'ignore' })
        execFileSync('uv', ['pip', 'install', '-q', '--python', 'venv/bin/python', '-r', 'requirements-dev.txt'], {
          cwd: place,
          stdio: 'ignore',
        })
        env.PATH = `${place}/venv/bin:${env.PATH}`
      }
    } catch {
      ready = false
    }
    kits.set(kit, { place, env, ready })
  }
  return kits.get(kit)
}

/** What a reader of the exit code alone would say of the branch's own checkout. */
const naive = async (expect, repository) => {
  const kit = expect.kit ? naiveEnvironment(expect.kit) : { place: null, env: { ...process.env, CI: '1' }, ready: true }
  if (!kit.ready) return 'fail'
  if (
    kit.place !== null &&
    existsSync(join(kit.place, 'node_modules')) &&
    !existsSync(join(repository, 'node_modules'))
  )
    symlinkSync(join(kit.place, 'node_modules'), join(repository, 'node_modules'))
  const described = kit.place === null ? {} : JSON.parse(readFileSync(join(kit.place, 'kit.json'), 'utf8'))
  for (const line of expect.bare ?? described.bare ?? []) {
    const { code } = await execute(['timeout', '-k', '5', '60', 'sh', '-c', line], { cwd: repository, env: kit.env })
    if (code !== 0) return 'fail'
  }
  return 'pass'
}

const results = []
const examine = async (id) => {
  const expect = JSON.parse(readFileSync(join(corpus, id, 'expect.json'), 'utf8'))
  const started = Date.now()
  const repository = build(id, expect)
  const { status, report, answer } = await verify(id, expect, repository)
  const kinds = new Set((report?.anomalies ?? []).map((anomaly) => anomaly.kind))
  const missing = (expect.anomalies ?? []).filter((kind) => !kinds.has(kind))
  const result = {
    id,
    expected: expect.verdict,
    got: status,
    honest: expect.honest === true,
    missing,
    naive: options.naive ? await naive(expect, repository) : null,
    seconds: Math.round((Date.now() - started) / 100) / 10,
    blocking: report?.blocking ?? [answer.stderr.slice(-400)],
  }
  results.push(result)
  const good = status === expect.verdict && missing.length === 0
  if (!good) {
    console.log(
      `✗ ${id}: expected ${expect.verdict}, got ${status}${missing.length ? `, without ${missing.join(', ')}` : ''}\n    ${[...result.blocking.slice(0, 3), ...(report?.failure_detail ?? '').split('\n').slice(-8)].join('\n    ')}`,
    )
  } else if (process.stdout.isTTY) console.log(`✓ ${id} ${status} ${result.seconds} s`)
  if (!options.keep) rmSync(repository, { recursive: true, force: true })
}

const queue = pick()
const total = queue.length
await Promise.all(
  Array.from({ length: Number(options.jobs) }, async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) await examine(id)
  }),
)
if (!options.keep) rmSync(home, { recursive: true, force: true })

const matrix = (title, of) => {
  const known = results.filter((result) => words.includes(of(result)))
  console.log(`\n${title}\n${'expected \\ said'.padEnd(16)}${words.map((word) => word.padStart(7)).join('')}`)
  for (const expected of words) {
    console.log(
      expected.padEnd(16) +
        words
          .map((said) =>
            String(known.filter((result) => result.expected === expected && of(result) === said).length).padStart(7),
          )
          .join(''),
    )
  }
}
matrix('triverdict', (result) => result.got)
if (options.naive) matrix('exit code alone', (result) => result.naive)

const wrong = results.filter((result) => result.got !== result.expected)
const wrongPass = wrong.filter((result) => result.got === 'pass')
const wrongFail = wrong.filter((result) => result.got === 'fail')
const dishonest = results.filter((result) => result.honest && result.got !== 'pass')
const unflagged = results.filter((result) => result.missing.length > 0)
console.log(
  `\n${results.length} scenarios: ${wrongPass.length} wrong passes, ${wrongFail.length} wrong fails, ${wrong.length - wrongPass.length - wrongFail.length} other differences, ${dishonest.length} honest branches not passed, ${unflagged.length} with an anomaly missing`,
)
if (options.write) {
  const tree = git(root, 'rev-parse', 'HEAD^{tree}').trim()
  const sorted = results.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ blocking, ...rest }) => rest)
  writeFileSync(
    join(corpus, 'result.json'),
    `${JSON.stringify({ tree, scenarios: sorted.length, wrongPass: wrongPass.length, wrongFail: wrongFail.length, results: sorted }, null, 1)}\n`,
  )
}
const bad = results.filter((result) => result.got !== result.expected || result.missing.length > 0).length
console.log(`corpus: ${total - bad} passed, ${bad} failed, 0 skipped`)
process.exitCode = bad > 0 || total === 0 ? 1 : 0

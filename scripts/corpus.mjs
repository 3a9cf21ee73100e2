// Runs the false-verdict corpus and prints the confusion matrix, beside that of judging the same suites by exit code alone.
// node scripts/corpus.mjs [--family F]… [--case F/C]… [--sample N] [--naive] [--jobs N] [--write]
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { branches } from './corpus/branches.mjs'
import { gates } from './corpus/gates.mjs'
import { installedKits } from './corpus/kits.mjs'
import { repositories as repositoriesOf } from './corpus/repository.mjs'

// In a job of GitHub Actions every verdict would be told to it, also those that are wrong on purpose.
delete process.env.GITHUB_ACTIONS

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
const home = realpathSync(mkdtempSync(join(tmpdir(), 'corpus-')))
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

const repositories = repositoriesOf(corpus, home)
const world = { root, home, cache, repositories, kitOf: installedKits(corpus, home) }
const judges = { branch: branches(world), gate: gates(world) }

const results = []
const examine = async (id) => {
  const expect = JSON.parse(readFileSync(join(corpus, id, 'expect.json'), 'utf8'))
  const started = Date.now()
  const judge = expect.form === 'gate' ? judges.gate : judges.branch
  const { status, report, answer, repository, missing: lacks, naive } = await judge(id, expect, options.naive)
  const layers = Object.values(report?.layers ?? {})
  const anomalies = [report, ...layers].flatMap((verdict) => verdict?.anomalies ?? [])
  const kinds = new Set(anomalies.map((anomaly) => anomaly.kind))
  const missing = [...(expect.anomalies ?? []).filter((kind) => !kinds.has(kind)), ...lacks]
  const result = {
    id,
    expected: expect.verdict,
    got: status,
    honest: expect.honest === true,
    missing,
    naive,
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
  `\n${results.length} scenarios: ${wrongPass.length} wrong passes, ${wrongFail.length} wrong fails, ${wrong.length - wrongPass.length - wrongFail.length} other differences, ${dishonest.length} honest scenarios not passed, ${unflagged.length} with something missing beside the verdict`,
)
if (options.write) {
  const tree = repositories.git(root, 'rev-parse', 'HEAD^{tree}').trim()
  const sorted = results.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ blocking, ...rest }) => rest)
  writeFileSync(
    join(corpus, 'result.json'),
    `${JSON.stringify({ tree, scenarios: sorted.length, wrongPass: wrongPass.length, wrongFail: wrongFail.length, results: sorted }, null, 1)}\n`,
  )
}
const bad = results.filter((result) => result.got !== result.expected || result.missing.length > 0).length
console.log(`corpus: ${total - bad} passed, ${bad} failed, 0 skipped`)
process.exitCode = bad > 0 || total === 0 ? 1 : 0

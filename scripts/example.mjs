// Builds the example repository from examples/limits and verifies its four candidate branches, as a user would.
// node scripts/example.mjs [--at DIRECTORY]: with --at the repository is left there to play with.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

// In a job of GitHub Actions every verdict would be told to it, also those that are wrong on purpose.
delete process.env.GITHUB_ACTIONS

const { values } = parseArgs({
  options: {
    at: { type: 'string' },
    json: { type: 'boolean', default: false },
    'build-only': { type: 'boolean', default: false },
  },
})
const root = resolve(import.meta.dirname, '..')
const folders = join(root, 'examples', 'limits')
const repository = values.at === undefined ? mkdtempSync(join(tmpdir(), 'limits-')) : resolve(values.at)
mkdirSync(repository, { recursive: true })

const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Example',
  GIT_AUTHOR_EMAIL: 'example@example.invalid',
  GIT_COMMITTER_NAME: 'Example',
  GIT_COMMITTER_EMAIL: 'example@example.invalid',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
}
const git = (...argv) =>
  execFileSync('git', ['-c', 'init.defaultBranch=main', ...argv], {
    cwd: repository,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const commit = (branch, from, folder) => {
  if (from !== null) git('checkout', '-q', '-b', branch, from)
  cpSync(join(folders, folder), repository, { recursive: true })
  git('add', '-A')
  git('commit', '-q', '-m', folder)
}

git('init', '-q')
commit('main', null, 'main')
commit('passes', 'main', 'passes')
commit('fails', 'main', 'fails')
commit('edits-its-exam', 'main', 'edits-its-exam')
commit('with-database', 'main', 'with-database')
commit('broken-environment', 'with-database', 'broken-environment')
git('checkout', '-q', 'main')

if (values['build-only']) process.exit(0)

const candidates = [
  {
    branch: 'passes',
    lock: 'main',
    expected: 'pass',
    says: 'adds a method and a test of its own; the locked tests still pass',
  },
  { branch: 'fails', lock: 'main', expected: 'fail', says: 'admits one request too many' },
  {
    branch: 'edits-its-exam',
    lock: 'main',
    expected: 'fail',
    says: 'the same mistake, and the test that catches it rewritten',
  },
  {
    branch: 'broken-environment',
    lock: 'with-database',
    expected: 'error',
    says: 'touches a comment, but the suite needs a database that is not there',
  },
]
let wrong = 0
for (const { branch, lock, expected, says } of candidates) {
  console.log(
    `\n━━ ${branch}: ${says}\n   triverdict verify ${values.at ?? 'limits'} --lock ${lock} --branch ${branch}\n`,
  )
  const argv = [
    join(root, 'dist', 'triverdict.js'),
    'verify',
    repository,
    '--lock',
    lock,
    '--branch',
    branch,
    ...(values.json ? ['--json'] : []),
  ]
  const { status } = spawnSync(process.execPath, argv, { stdio: 'inherit' })
  const said = ['pass', 'fail', 'error'][status ?? 2] ?? 'error'
  if (said !== expected) {
    wrong += 1
    console.error(`expected ${expected}, got ${said}`)
  }
}
if (values.at === undefined) rmSync(repository, { recursive: true, force: true })
console.log(
  wrong === 0
    ? '\nFour branches, four right verdicts: pass, fail, fail, error.'
    : `\n${wrong} verdicts were not as expected.`,
)
process.exitCode = wrong === 0 ? 0 : 1

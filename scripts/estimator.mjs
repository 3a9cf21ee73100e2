// Makes a git repository of examples/estimator, installs its packages, and runs its gate there, as a user would.
// node scripts/estimator.mjs [--at DIRECTORY] [--prepare]: with --at the repository stays there; with --prepare the gate is not run,
// and what is there is only packages and files: no repository.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

// In a job of GitHub Actions every verdict would be told to it, also those that are wrong on purpose.
delete process.env.GITHUB_ACTIONS

const { values } = parseArgs({
  options: { at: { type: 'string' }, prepare: { type: 'boolean', default: false } },
})
const root = resolve(import.meta.dirname, '..')
const at = values.at === undefined ? mkdtempSync(join(tmpdir(), 'estimator-')) : resolve(values.at)
const run = (program, ...argv) => execFileSync(program, argv, { cwd: at, stdio: ['ignore', 'ignore', 'inherit'] })

mkdirSync(at, { recursive: true })
cpSync(join(root, 'examples', 'estimator'), at, {
  recursive: true,
  // What a run in place left behind.
  filter: (path) => !/^(?:node_modules|\.venv|out|__pycache__|\.pytest_cache)$/.test(basename(path)),
})
console.error(`estimator: installing packages in ${at}`)
run('npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error')
const python = join('.venv', 'bin', 'python')
const pinned = ['--quiet', '--require-hashes', '-r', 'requirements.txt']
if (spawnSync('uv', ['--version'], { stdio: 'ignore' }).status === 0) {
  run('uv', 'venv', '--quiet', '.venv')
  run('uv', 'pip', 'install', '--python', python, ...pinned)
} else {
  run('python3', '-m', 'venv', '.venv')
  run(join(at, python), '-m', 'pip', 'install', '--disable-pip-version-check', ...pinned)
}

if (!values.prepare) {
  if (!existsSync(join(at, '.git'))) {
    const identity = [
      '-c',
      'user.name=Example',
      '-c',
      'user.email=example@example.invalid',
      '-c',
      'commit.gpgsign=false',
    ]
    run('git', 'init', '--quiet', '--initial-branch=main')
    run('git', 'add', '--all')
    run('git', ...identity, 'commit', '--quiet', '--no-verify', '--message', 'The estimator')
  }
  const { status } = spawnSync(process.execPath, [join(root, 'dist', 'triverdict.js'), 'gate'], {
    cwd: at,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 2
  if (values.at === undefined) rmSync(at, { recursive: true, force: true })
  else console.error(`estimator: the repository is ${at}`)
}

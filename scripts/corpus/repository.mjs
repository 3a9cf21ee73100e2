import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'

const environment = (home) => ({
  PATH: process.env.PATH,
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.invalid',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.invalid',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
})

/** Builds the repositories of cases below `home`. */
export const repositories = (corpus, home) => {
  const git = (cwd, ...argv) =>
    execFileSync('git', ['-c', 'init.defaultBranch=main', '-c', 'core.autocrlf=false', ...argv], {
      cwd,
      env: environment(home),
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })

  const begin = (place, id, expect, first) => {
    const repository = join(home, 'cases', place)
    mkdirSync(repository, { recursive: true })
    if (expect.kit !== undefined && expect.kit !== null)
      cpSync(join(corpus, 'kits', expect.kit), repository, {
        recursive: true,
        filter: (path) => !path.endsWith('kit.json') && !path.includes('node_modules'),
      })
    cpSync(join(corpus, id, first), repository, { recursive: true, force: true })
    git(repository, 'init', '-q')
    git(repository, 'add', '-A', '-f')
    git(repository, 'commit', '-q', '-m', 'base')
    return repository
  }

  /** Two refs: `main` is the lock, `candidate` the branch. */
  const branch = (id, expect) => {
    const repository = begin(id, id, expect, 'base')
    git(repository, 'checkout', '-q', '-b', 'candidate')
    if (existsSync(join(corpus, id, 'branch')))
      cpSync(join(corpus, id, 'branch'), repository, { recursive: true, force: true })
    for (const path of expect.delete ?? []) rmSync(join(repository, path), { recursive: true })
    git(repository, 'add', '-A', '-f')
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'candidate')
    return repository
  }

  /** One commit, and what lies in the working tree beside it. `place` tells two copies of one case apart. */
  const workingTree = (id, expect, place = id) => {
    const repository = begin(place, id, expect, 'tree')
    if (existsSync(join(corpus, id, 'dirty')))
      cpSync(join(corpus, id, 'dirty'), repository, { recursive: true, force: true })
    for (const [path, target] of Object.entries(expect.links ?? {})) {
      mkdirSync(dirname(join(repository, path)), { recursive: true })
      mkdirSync(join(home, 'cases', 'gate', 'elsewhere'), { recursive: true })
      symlinkSync(target, join(repository, path))
    }
    for (const [path, date] of Object.entries(expect.dates ?? {}))
      utimesSync(join(repository, path), new Date(date), new Date(date))
    return repository
  }

  return { git, branch, workingTree }
}

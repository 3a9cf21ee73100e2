import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, read } from './execute.mjs'

/** Cases that `triverdict verify` answers: two refs of one repository. */
export const branches = ({ root, home, cache, repositories, kitOf }) => {
  const trees = join(process.env.HOME ?? '/', 'triverdict-corpus', 'trees')

  const verify = async (id, expect, repository) => {
    const argv = ['verify', repository, '--lock', 'main', '--branch', 'candidate', '--json', ...(expect.args ?? [])]
    const env = {
      ...process.env,
      TRIVERDICT_HOME: join(home, 'state', id.replace('/', '-')),
      TRIVERDICT_TREES: join(home, 'trees'),
      XDG_CACHE_HOME: cache,
    }
    if (tmpdir().split('/').includes('tmp'))
      // One place for all cases and runs: what is installed there is kept by its place too, and every kit is installed once.
      env.TRIVERDICT_TREES = trees
    const program = [process.execPath, join(root, 'dist/triverdict.js')]
    const answered = read(await execute([...program, ...argv], { env, cwd: home }))
    // A question that was not understood is no verdict about the scenario.
    if (answered.report !== null && answered.report.run === undefined) return { ...answered, status: 'usage' }
    return answered
  }

  /** What a reader of the exit code alone would say of the branch's own checkout. */
  const naive = async (expect, repository) => {
    const kit = kitOf(expect, repository)
    if (!kit.ready) return 'fail'
    for (const line of expect.bare ?? kit.bare) {
      const { code } = await execute(['timeout', '-k', '5', '60', 'sh', '-c', line], { cwd: repository, env: kit.env })
      if (code !== 0) return 'fail'
    }
    return 'pass'
  }

  return async (id, expect, withNaive) => {
    const repository = repositories.branch(id, expect)
    const { status, report, answer } = await verify(id, expect, repository)
    return {
      status,
      report,
      answer,
      repository,
      missing: [],
      naive: withNaive ? await naive(expect, repository) : null,
    }
  }
}

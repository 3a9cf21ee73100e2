import { git, line } from './command.ts'
import { home, type Repository } from './repository.ts'

/** Short names of all local branches; empty when there are none. */
export const localBranches = async (repository: Repository): Promise<readonly string[]> =>
  line(await git(['for-each-ref', '--format=%(refname:short)', 'refs/heads'], { cwd: home(repository) }))
    ?.split('\n')
    .filter(Boolean) ?? []

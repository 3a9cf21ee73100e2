import type { RepoView } from '../../model/repo-view.ts'

/** pnpm 9 and later write and read this one alike. */
const COMMON_LOCKFILE = /^lockfileVersion:\s*'?9\./m

/**
 * Keeps the pnpm that is on PATH instead of the version in `packageManager`: switching downloads a pnpm in every call, which a run
 * without network and a registry that signs nothing refuse. With a lockfile that only older versions read, the switch stays.
 */
export const pnpmEnvironment = (project: RepoView): Readonly<Record<string, string>> => {
  const lockfile = project.read('pnpm-lock.yaml')
  if (lockfile !== undefined && !COMMON_LOCKFILE.test(lockfile)) return {}
  return {
    // pnpm 9 and 10; pnpm 11 knows only the last one.
    npm_config_manage_package_manager_versions: 'false',
    npm_config_package_manager_strict: 'false',
    pnpm_config_pm_on_fail: 'ignore',
  }
}

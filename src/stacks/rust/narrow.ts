import type { RepoView } from '../../model/repo-view.ts'
import { declaredTargets, packageOf } from './manifest.ts'

/** Options of cargo that select the targets of these source files; undefined when one of them is no target. `project` is the view that they are relative to. */
export const narrowedTargets = (
  files: readonly string[],
  project: RepoView | undefined,
): readonly string[] | undefined => {
  const options = files.map((file) => optionOf(file, project))
  return options.includes(undefined) ? undefined : [...new Set(options as string[])].sort()
}

const optionOf = (file: string, project: RepoView | undefined): string | undefined => {
  const own = project === undefined ? undefined : packageOf(project, file)
  if (project !== undefined && own !== undefined) {
    if (own.librarySource === file) return '--lib'
    const declared = declaredTargets(project, own, 'test').find(({ path }) => path === file)
    if (declared !== undefined) return `--test=${declared.name}`
  }
  const test = /(?:^|\/)tests\/([^/]+?)(?:\.rs|\/main\.rs)$/.exec(file)?.[1]
  if (test !== undefined) return `--test=${test}`
  if (/(?:^|\/)src\/lib\.rs$/.test(file)) return '--lib'
  return /(?:^|\/)src\/(?:main|bin\/[^/]+(?:\/main)?)\.rs$/.test(file) ? '--bins' : undefined
}

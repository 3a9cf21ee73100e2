import picomatch from 'picomatch'
import { parse } from 'yaml'
import { z } from 'zod'
import type { RepoView } from '../../model/repo-view.ts'
import { readManifest } from './manifest.ts'

const pnpmWorkspaceSchema = z.looseObject({ packages: z.array(z.string()).optional() })

/** Globs of workspace members: of pnpm-workspace.yaml where it is there, else of package.json. */
const workspaceGlobs = (project: RepoView): readonly string[] => {
  const yaml = project.read('pnpm-workspace.yaml')
  if (yaml !== undefined) {
    try {
      return pnpmWorkspaceSchema.parse(parse(yaml) ?? {}).packages ?? []
    } catch {
      return []
    }
  }
  const workspaces = readManifest(project)?.workspaces
  return Array.isArray(workspaces) ? workspaces : (workspaces?.packages ?? [])
}

/** Directories of the workspace members of a project, relative, sorted; those that have a package.json. Empty without a workspace. */
export const members = (project: RepoView): readonly string[] => {
  const globs = workspaceGlobs(project).map(tidy)
  const wanted = globs.filter((glob) => !glob.startsWith('!'))
  if (wanted.length === 0) return []
  const matches = picomatch(wanted, {
    ignore: ['**/node_modules/**', ...globs.filter((glob) => glob.startsWith('!')).map((glob) => tidy(glob.slice(1)))],
  })
  return project.paths
    .filter((path) => path.endsWith('/package.json'))
    .map((path) => path.slice(0, -'/package.json'.length))
    .filter((directory) => matches(directory))
}

/** The member that a name, a path or a simple glob of a filter means; undefined when it is not exactly one. */
export const memberNamed = (project: RepoView, name: string): string | undefined => {
  const path = tidy(name)
  const all = members(project)
  if (all.includes(path)) return path
  const found = all.filter((directory) => readManifest(project, `${directory}/package.json`)?.name === name)
  return found.length === 1 ? found[0] : undefined
}

const tidy = (glob: string): string => glob.replace(/^\.\//, '').replace(/\/+$/, '')

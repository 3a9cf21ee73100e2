import type { RepoView } from '../../model/repo-view.ts'
import { field, type Located, type LocatedMap, textOf } from '../located.ts'
import { join } from '../paths.ts'
import { type Inputs, inputsOf } from './inputs.ts'

/** A file of the repository that a job starts as a pipeline of its own. */
export interface Child {
  readonly file: string
  readonly line: number
  readonly inputs: Inputs
}

/** What `trigger:` of a job starts (GitLab, "Downstream pipelines"): files of the repository, or why that is not known. Undefined for another job. */
export const childrenOf = (
  view: RepoView,
  job: LocatedMap,
): readonly Child[] | { readonly reason: string } | undefined => {
  const trigger = field(job, 'trigger')
  if (trigger === undefined) return undefined
  const include = field(trigger, 'include')
  if (textOf(trigger) !== undefined || field(trigger, 'project') !== undefined)
    return { reason: 'it starts a pipeline of another project, which is no check that this version reads' }
  if (include === undefined) return { reason: 'it starts another pipeline, which is not known' }
  const all: readonly Located[] = include.is === 'list' ? include.items : [include]
  const found = all.map((one): Child | undefined => {
    const name = textOf(one) ?? textOf(field(one, 'local'))
    const path = name === undefined || name.includes('$') ? null : join('.', name.replace(/^\/+/, ''))
    return path !== null && view.has(path)
      ? { file: path, line: one.line, inputs: inputsOf(field(one, 'inputs')) }
      : undefined
  })
  return found.includes(undefined)
    ? { reason: 'it starts a pipeline from a file that is not in the repository' }
    : found.flatMap((one) => one ?? [])
}

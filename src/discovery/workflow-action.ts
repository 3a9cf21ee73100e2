import type { Anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import { join } from './paths.ts'
import { CALL_DEPTH, circle, ciUnreadable } from './unreadable.ts'
import { type Composite, isUnreadable, readComposite } from './workflow.ts'

/** What `uses: ./…` of a step leads to. */
export type LocalAction =
  | { readonly is: 'steps'; readonly file: string; readonly directory: string; readonly action: Composite }
  /** It runs, but not here. */
  | { readonly is: 'other'; readonly reason: string }
  /** The CI itself could not run it. */
  | { readonly is: 'broken'; readonly anomaly: Anomaly }

/** Reads an action of the repository. `trail` holds the actions that lead here, so that a circle is named and not followed. */
export const readLocalAction = (
  view: RepoView,
  uses: string,
  at: { readonly file: string; readonly line: number },
  trail: readonly string[],
): LocalAction => {
  const directory = join('.', uses)
  const candidates =
    directory === null ? [] : ['action.yml', 'action.yaml'].map((name) => join(directory, name) ?? name)
  const file = candidates.find((path) => view.has(path))
  const broken = (path: string, line: number, detail: string): LocalAction => ({
    is: 'broken',
    anomaly: ciUnreadable(path, line, detail),
  })
  if (directory === null || file === undefined) {
    const docker = directory !== null && view.has(join(directory, 'Dockerfile') ?? '')
    return docker
      ? { is: 'other', reason: 'it is no action made of shell steps' }
      : broken(at.file, at.line, `\`uses: ${uses}\` names an action that is not in the repository`)
  }
  if (trail.includes(file))
    return broken(at.file, at.line, `Actions use each other in a circle: ${circle(trail, file)}`)
  if (trail.length >= CALL_DEPTH)
    return { is: 'other', reason: `actions are followed only ${CALL_DEPTH} deep, as in the CI` }
  const action = readComposite(view.read(file) ?? '')
  if (action === undefined) return { is: 'other', reason: 'it is no action made of shell steps' }
  if (isUnreadable(action)) return broken(file, action.line, `${file} cannot be read: ${action.message}`)
  return { is: 'steps', file, directory, action }
}

import { type Contexts, condition, type Value } from './expressions.ts'
import { join, upToRoot } from './paths.ts'
import type { Cell } from './workflow-matrix.ts'
import type { ChangeEvent } from './workflow-triggers.ts'

/** What the expressions of a job see. */
export interface JobScope {
  readonly events: readonly ChangeEvent[]
  readonly defaultBranch: string
  /** Undefined when the matrix is known only inside the CI run. */
  readonly cell: Cell | undefined
  readonly inputs: Readonly<Record<string, Value>>
  /** Directory of the composite action whose steps are read. */
  readonly action?: string
}

/** Contexts for a place in a job, one for each event that runs it. `github`, `env` and `runner` are known only in part. */
export const contextsFor = (scope: JobScope, env: Readonly<Record<string, string>>, cwd: string): readonly Contexts[] =>
  scope.events.map((event) => {
    const github: Record<string, Value> = {
      event_name: event,
      ref: event === 'push' ? `refs/heads/${scope.defaultBranch}` : 'refs/pull/1/merge',
      ref_type: 'branch',
      base_ref: event === 'push' ? '' : scope.defaultBranch,
      workspace: upToRoot(cwd),
      token: '',
      ...(scope.action === undefined ? {} : { action_path: join(upToRoot(cwd), scope.action) ?? scope.action }),
      ...(event === 'push' ? { ref_name: scope.defaultBranch, head_ref: '' } : { ref_name: '1/merge' }),
    }
    return {
      known: {
        github,
        env,
        // The parent of the checkout, where builds out of the source go: here they go into a directory of the tree.
        runner: {
          os: 'Linux',
          arch: 'X64',
          debug: '',
          workspace: upToRoot(cwd),
          temp: `${upToRoot(cwd)}/.runner-temp`,
        },
        secrets: {},
        inputs: scope.inputs,
        ...(scope.cell === undefined ? {} : { matrix: scope.cell }),
      },
      partial: new Set(['github', 'env', 'runner']),
    }
  })

/** A condition under every event that runs the job: true if any makes it so, false if all make it false, else undefined. */
export const asked = (
  text: string | undefined,
  scope: JobScope,
  env: Readonly<Record<string, string>>,
): boolean | undefined => {
  if (text === undefined) return true
  const answers = contextsFor(scope, env, '.').map((contexts) => condition(text, contexts))
  return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false
}

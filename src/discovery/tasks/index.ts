import type { RepoView } from '../../model/repo-view.ts'
import type { Some } from '../../model/result.ts'
import { goTask } from './go-task.ts'
import { just } from './just.ts'
import { make } from './make.ts'
import { mise } from './mise.ts'
import type { TaskCall, TaskRunner } from './task.ts'

/** Every program whose files of named tasks are read, in the order in which a repository with several is asked. */
export const runners: readonly TaskRunner[] = [make, just, goTask, mise]

/** What an argv runs if it calls one of the runners; undefined otherwise. */
export const taskOf = (
  view: RepoView,
  argv: Some<string>,
  cwd: string,
  env: Readonly<Record<string, string>>,
): TaskCall | undefined => {
  for (const runner of runners) {
    const call = runner.call(view, argv, cwd, env)
    if (call !== undefined) return call
  }
  return undefined
}

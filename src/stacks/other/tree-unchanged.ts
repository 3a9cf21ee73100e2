import type { Some } from '../../model/result.ts'
import type { Instrumented, Tool } from '../../model/stack.ts'
import { exitTable } from '../exit-table.ts'

const SHOWN = /^(?:--porcelain(?:=\S+)?|-s|--short)$/
const DECIDING = /^(?:--exit-code|--quiet)$/
/** Only shows, or compares commits: nothing about what a step before it changed. */
const ELSEWHERE = /^(?:--check|--no-index|--merge-base)$|\.\.|^(?:origin|upstream)\/|^HEAD[~^@]|^[$"'`]/

const read = ([program, command, ...words]: readonly string[]): 'diff' | 'status' | undefined => {
  if (program !== 'git' || words.some((word) => ELSEWHERE.test(word))) return undefined
  if (command === 'status') return words.some((word) => SHOWN.test(word)) ? 'status' : undefined
  return (command === 'diff' || command === 'diff-index') && words.some((word) => DECIDING.test(word))
    ? 'diff'
    : undefined
}

/** The command prints what differs and ends with 0 either way. */
const BY_OUTPUT = 'changed=$(git "$@") || exit 2; printf "%s\\n" "$changed"; test -z "$changed"'

/**
 * `git diff --exit-code`, `git diff --quiet` and a text around `git status --porcelain`, behind a step of a CI: what that step writes is committed. It is asked in the tree in
 * which the steps before it ran.
 */
export const treeUnchanged: Tool = {
  id: 'git-diff',
  stack: 'other',
  kind: 'lint',
  beside: true,
  recognises: (argv) => read(argv) !== undefined,
  adoption: 'nothing: it runs only where a CI or a recipe calls it behind a step',
  adopted: () => undefined,
  defaultArgv: () => ['git', 'diff', '--exit-code'],
  instrument,
  exits: exitTable('git 2.39, `git help diff`: --exit-code', [
    [0, 'green', 'nothing differs from what is committed'],
    [1, 'red', 'something differs'],
  ]),
  firstFailure: (log) => (log.trim() === '' ? undefined : log.trim()),
}

function instrument(argv: Some<string>): Instrumented {
  const [, , ...words] = argv
  const env = { GIT_PAGER: 'cat', GIT_CONFIG_NOSYSTEM: '1' }
  if (read(argv) === 'status') return { argv: ['sh', '-c', BY_OUTPUT, 'sh', 'status', ...words], env, channels: [] }
  const shown = words.filter((word) => !DECIDING.test(word))
  return { argv: ['git', argv[1] ?? 'diff', '--exit-code', ...shown], env, channels: [] }
}

import type { Check } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Classifier } from './classify-path.ts'

const recipes = /(?:^|\/)(?:(?:GNUm|[Mm])akefile|\.?[Jj]ustfile|[Tt]askfile\.ya?ml)$/
const callers = /(?:^|[^\w-])(?:[gb]?make|just|(?:go-)?task)(?:$|[^\w-])/

/**
 * Makefiles, justfiles and Taskfiles that nothing of the exam runs: no chosen check comes from one, and nothing else that judges at the
 * lock speaks of their programs. What they make is product then, which tests may look at.
 */
export const unusedRecipes = (
  lock: RepoView,
  checks: readonly Check[],
  { classOf }: Pick<Classifier, 'classOf'>,
): ReadonlySet<string> => {
  const found = lock.paths.filter((path) => recipes.test(path) && classOf(path) === 'judge')
  if (found.length === 0) return new Set()
  const isAsked = checks.some(({ evidence, command }) => {
    const words = command.form === 'argv' ? command.argv.join(' ') : command.line
    return (evidence.file !== null && recipes.test(evidence.file)) || callers.test(words)
  })
  const commands = checks.map(({ command }) => (command.form === 'argv' ? command.argv.join(' ') : command.line))
  // A program that a check runs, and what shells run, may run them in turn.
  const isStep = (path: string): boolean =>
    /\.(?:sh|bash)$|(?:^|\/)(?:Dockerfile|[^/]*compose\.ya?ml)/.test(path) ||
    commands.some((words) => words.includes(path.slice(path.lastIndexOf('/') + 1)))
  const speaks = (path: string): boolean =>
    !recipes.test(path) &&
    (classOf(path) === 'judge' || /(?:^|\/)(?:package\.json|pyproject\.toml)$/.test(path) || isStep(path)) &&
    callers.test((lock.read(path) ?? '').replaceAll(/(?:^|[ \t])#.*$/gm, ''))
  return isAsked || lock.paths.some(speaks) ? new Set() : new Set(found)
}

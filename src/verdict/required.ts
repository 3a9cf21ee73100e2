import type { Inventory, Item, RunFacts } from '../model/run-facts.ts'
import { byCodeUnit, countIds, countOf, sortedIds } from './multiset.ts'
import { oneLine } from './one-line.ts'
import { countState } from './red-items.ts'

/** Ids that must be green, as a multiset: what passed in the control without the unstable ones, plus the goals. */
export const requiredOf = (cached: Inventory, goals: readonly string[]): string[] => {
  const steady = cached.required.filter((id) => !cached.unstable.includes(id))
  return [...steady, ...goals.filter((id) => !steady.includes(id))].sort(byCodeUnit)
}

/** Required ids that did not come often enough, whether green or red: not there, or skipped. Each once. */
export const missingFrom = (run: RunFacts, red: readonly Item[], required: readonly string[]): string[] => {
  const green = countState(run, 'green')
  const counting = countIds(red.map((item) => item.id))
  const wanted = countIds(required)
  return sortedIds(required).filter((id) => countOf(green, id) + countOf(counting, id) < countOf(wanted, id))
}

/** How a missing required id is called in a sentence. */
export const missingSentence = (run: RunFacts, id: string): string => {
  const skipped = run.items.some((item) => item.id === id && item.state === 'skipped')
  return `${oneLine(id)} is required and ${skipped ? 'was skipped' : 'did not run'}`
}

/** Ids that ran to an end in one run. */
const executed = (run: RunFacts): Set<string> =>
  new Set(run.items.filter((item) => item.state !== 'skipped').map((item) => item.id))

/** Whether an id passed or failed in a run. */
export const ranIn = (run: RunFacts, id: string): boolean => executed(run).has(id)

/** The same: same kind of end, exit code or signal, same set of finished required ids; and both complete, or neither. */
export const endsTheSame = (first: RunFacts, second: RunFacts, required: readonly string[]): boolean => {
  const [a, b] = [executed(first), executed(second)]
  return (
    first.end === second.end &&
    first.exit_code === second.exit_code &&
    first.signal === second.signal &&
    first.complete === second.complete &&
    required.every((id) => a.has(id) === b.has(id))
  )
}

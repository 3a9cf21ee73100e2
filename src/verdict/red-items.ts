import type { Inventory, Item, RunFacts } from '../model/run-facts.ts'
import { byCodeUnit, type Counts, countIds, countOf } from './multiset.ts'

/** Red items of a change, sorted by what the control says of each. */
export interface RedItems {
  /** Green in the control that ran now: the change's doing. */
  readonly fresh: readonly Item[]
  /** Red in the control that ran now as well. */
  readonly old: readonly Item[]
  /** Neither green nor red there: skipped, or unknown to the control. */
  readonly unmatched: readonly Item[]
}

/** Ids of the items in one state, as a multiset. */
export const countState = (facts: RunFacts, state: Item['state']): Counts =>
  countIds(facts.items.filter((item) => item.state === state).map((item) => item.id))

/** How many items were skipped; a test that only holds others stands in no count. */
export const countSkipped = (items: readonly Item[]): number =>
  items.filter((item) => item.state === 'skipped' && item.counted !== false).length

/** Red items in the order in which the tool reported them. */
export const redOf = (facts: RunFacts): Item[] => facts.items.filter((item) => item.state === 'red')

/** Which of several items of one id is taken does not depend on the order of the report. */
const sorted = (items: readonly Item[]): Item[] =>
  [...items].sort(
    (a, b) => byCodeUnit(a.id, b.id) || byCodeUnit(a.message ?? '', b.message ?? '') || (a.line ?? 0) - (b.line ?? 0),
  )

/** Those of `red` that are among some, in its order. */
const among = (red: readonly Item[], some: readonly Item[]): Item[] => {
  const chosen = new Set(some)
  return red.filter((item) => chosen.has(item))
}

/** Takes from `items` as many of each id as `budget` has: what is taken and what is left. */
const take = (items: readonly Item[], budget: Counts): { readonly taken: Item[]; readonly left: Item[] } => {
  const spent = new Map<string, number>()
  const taken: Item[] = []
  const left: Item[] = []
  for (const item of items) {
    const used = countOf(spent, item.id)
    if (used < countOf(budget, item.id)) {
      spent.set(item.id, used + 1)
      taken.push(item)
    } else left.push(item)
  }
  return { taken, left }
}

/** Red items that a person approved as known-red and that the cached control has red too, and the red items that remain to be judged. */
export const excuseKnown = (
  red: readonly Item[],
  knownRed: readonly string[],
  cached: Inventory,
): { readonly excused: readonly Item[]; readonly counting: readonly Item[] } => {
  const { taken, left } = take(sorted(red), countIds(cached.red.filter((id) => knownRed.includes(id))))
  return { excused: taken, counting: among(red, left) }
}

/** Those whose message the control has not said come last, so that they are what remains when the control's reds are taken off. */
const familiarFirst = (red: readonly Item[], control: RunFacts): Item[] => {
  const words = new Set(redOf(control).map((item) => JSON.stringify([item.id, item.message])))
  const known = (item: Item): boolean => words.has(JSON.stringify([item.id, item.message]))
  return [...sorted(red.filter(known)), ...sorted(red.filter((item) => !known(item)))]
}

/**
 * Holds the red items against a complete control, as multisets: an id red twice here and once there is one new red. A finding is green
 * in a control that does not have it; a test must have passed there. `spent` are reds of the control that excused items stand for.
 */
export const holdAgainst = (red: readonly Item[], control: RunFacts, spent: Counts): RedItems => {
  const theirs = countState(control, 'red')
  const rest = new Map([...theirs].map(([id, count]) => [id, count - countOf(spent, id)]))
  const { taken: old, left } = take(familiarFirst(red, control), rest)
  const green = countState(control, 'green')
  const findings = (control.kind ?? 'tests') !== 'tests' && control.items.every((item) => item.state === 'red')
  const isFresh = (item: Item): boolean => findings || countOf(green, item.id) > 0
  // As they were reported: the first is what a fail is called after.
  const inOrder = (some: readonly Item[]): Item[] => among(red, some)
  return {
    fresh: inOrder(left.filter(isFresh)),
    old: inOrder(old),
    unmatched: inOrder(left.filter((item) => !isFresh(item))),
  }
}

import type { Inventory, RunFacts } from '../model/run-facts.ts'
import { asBase, tentativeOf } from './against-base.ts'
import { countIds, countOf, sortedIds } from './multiset.ts'
import { unsound } from './soundness.ts'

const idsIn = (facts: RunFacts, state: 'green' | 'red'): string[] =>
  facts.items
    .filter((item) => item.state === state)
    .map((item) => item.id)
    .sort()

/** Ids that do not come as often in the same states in both runs. */
const differing = (first: RunFacts, second: RunFacts): string[] => {
  const states = (facts: RunFacts) => countIds(facts.items.map((item) => `${item.state} ${item.id}`))
  const [a, b] = [states(first), states(second)]
  const ids = sortedIds([...first.items, ...second.items].map((item) => item.id))
  return ids.filter((id) =>
    ['green', 'red', 'skipped'].some((state) => countOf(a, `${state} ${id}`) !== countOf(b, `${state} ${id}`)),
  )
}

type Tentative = NonNullable<Inventory['tentative']>

/** Tentative items of two runs of one base: each as often as the run has it that has it more often. */
const eitherOf = (one: Tentative, other: Tentative): Tentative => {
  const left = new Map(countIds(one.map(({ id, counts }) => `${counts} ${id}`)))
  const more = other.filter(({ id, counts }) => {
    const count = countOf(left, `${counts} ${id}`)
    left.set(`${counts} ${id}`, count - 1)
    return count <= 0
  })
  return [...one, ...more]
}

/**
 * What a control run says about the base. With a second control of the same lock, ids whose state differs are `unstable`: reported, not
 * required. An id that comes twice is required twice. A control that cannot be relied on gives an inventory that is not complete.
 */
export const inventoryOf = (one: RunFacts, other: RunFacts | null): Inventory => {
  const [first, second] = [asBase(one), other === null ? null : asBase(other)]
  const tentative = other === null ? tentativeOf(one) : eitherOf(tentativeOf(one), tentativeOf(other))
  const unstable = second === null ? [] : differing(first, second)
  const steady = (id: string): boolean => !unstable.includes(id)
  const incomplete = [
    ...unsound(first),
    ...(second === null ? [] : unsound(second).map((why) => `the second time, ${why}`)),
  ]
  return {
    required: idsIn(first, 'green').filter(steady),
    unstable,
    red: idsIn(first, 'red').filter(steady),
    complete: incomplete.length === 0,
    incomplete,
    duration_ms: Math.max(first.duration_ms, second?.duration_ms ?? 0),
    ...(tentative.length === 0 ? {} : { tentative }),
    ...(one.registrations === undefined ? {} : { registrations: one.registrations }),
  }
}

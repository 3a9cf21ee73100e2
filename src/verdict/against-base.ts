import { anomaly } from '../model/anomaly.ts'
import type { Registration } from '../model/registrations.ts'
import type { Inventory, Item, RunFacts } from '../model/run-facts.ts'
import { countIds, countOf, sortedIds } from './multiset.ts'
import { countSkipped } from './red-items.ts'
import { unsound } from './soundness.ts'

/** Tentative items of a run, for the inventory of a base; an item that comes twice stands twice. */
export const tentativeOf = (facts: RunFacts): NonNullable<Inventory['tentative']> =>
  facts.items.flatMap(({ id, tentative }) => (tentative === undefined ? [] : [{ id, counts: tentative }]))

const plain = ({ tentative: _, ...item }: Item): Item => item

/**
 * Tentative items as this base makes them: red, green again (the base prints the same; a finding is nothing then), or none (the base is
 * not clean either).
 */
const decided = ({ items, kind = 'tests' }: RunFacts, base: NonNullable<Inventory['tentative']>): Item[] => {
  const known = new Map(countIds(base.filter(({ counts }) => counts === 'new').map(({ id }) => id)))
  const unclean = base.some(({ counts }) => counts === 'clean')
  return items.flatMap((item) => {
    if (item.tentative === 'clean' && unclean) return []
    const left = countOf(known, item.id)
    if (item.tentative === 'new' && left > 0) {
      // So often as the base says it, and not once more.
      known.set(item.id, left - 1)
      return kind === 'tests' ? [{ ...plain(item), state: 'green', message: null }] : []
    }
    return [plain(item)]
  })
}

/** A run of the base, held against itself: what it has of tentative items is not red. */
export const asBase = (facts: RunFacts): RunFacts => ({ ...facts, items: decided(facts, tentativeOf(facts)) })

const checksOf = (registrations: readonly Registration[] | undefined): ReadonlySet<string> =>
  new Set(registrations?.filter(({ group }) => group === 'check').map(({ id }) => id))

/** A run on the change as this base makes it: tentative items decided, and checks that only the branch registers left out of the signal. */
export const againstBase = (facts: RunFacts, base: Inventory): RunFacts => {
  const items = decided(facts, base.tentative ?? [])
  const asked = checksOf(base.registrations)
  const added = sortedIds(checksOf(facts.registrations)).filter((id) => !asked.has(id))
  if (asked.size === 0) return { ...facts, items }
  // What a check holds goes with it.
  const kept = items.filter(({ id }) => !added.some((check) => id === check || id.startsWith(`${check} > `)))
  const notes = added.map((id) =>
    anomaly('check-added', 'info', `only the branch registers the check ${id}: it is not in the signal`),
  )
  return {
    ...facts,
    items: kept,
    skipped: countSkipped(kept),
    anomalies: [...facts.anomalies, ...notes],
  }
}

const textsOf = (registrations: readonly Registration[]): ReadonlyMap<string, readonly (string | null)[]> => {
  const texts = new Map<string, (string | null)[]>()
  for (const { id, text } of registrations) {
    const known = texts.get(id)
    if (known === undefined) texts.set(id, [text])
    else known.push(text)
  }
  return texts
}

/** True when definitions of one id are others than the base's; one that cannot be told may be any. */
const differ = (base: readonly (string | null)[], found: readonly (string | null)[]): boolean => {
  const theirs = countIds(found.filter((text) => text !== null))
  const open = found.length - [...theirs.values()].reduce((sum, count) => sum + count, 0)
  const wanted = countIds(base.filter((text) => text !== null))
  const unmet = [...wanted].reduce((sum, [text, count]) => sum + Math.max(0, count - countOf(theirs, text)), 0)
  return unmet > open
}

/**
 * What the branch registers otherwise than the lock, a sentence each (DESIGN §4.3). What is absent counts only in a run that is
 * green: it is a contradiction in the green direction, and absence otherwise.
 */
export const redefined = (base: Inventory, run: RunFacts): string[] => {
  if (base.registrations === undefined || run.registrations === undefined) return []
  const [before, after] = [textsOf(base.registrations), textsOf(run.registrations)]
  // A run that is red or broke off is no pass anyway, and a build that broke off registers less.
  const whole = unsound(run).length === 0 && !run.items.some(({ state }) => state === 'red')
  const groups = new Map(base.registrations.map(({ id, group }) => [id, group]))
  const changed = [...before].flatMap(([id, texts]) => {
    const found = after.get(id) ?? []
    const group = groups.get(id)
    if (group === 'exemption') return []
    if (found.length === 0) return whole && group !== 'target' ? [`${id} is not registered any more`] : []
    if (!differ(texts, found)) return []
    if (group === 'target') return [`${id} without ${texts.filter((text) => !found.includes(text)).join(', ')}`]
    return [`${id} is defined otherwise than at the lock`]
  })
  const counts = ({ group, beside }: Registration): boolean =>
    group === 'part' || (group === 'exemption' && beside !== undefined && isHeld(before, beside))
  const more = run.registrations.filter((each) => counts(each) && !before.has(each.id))
  const added = sortedIds(more.map(({ id }) => id)).map((id) => `${id} is new on the branch`)
  return [...changed, ...added].map((what) => `check-redefined: ${what}`)
}

const isHeld = (
  texts: ReadonlyMap<string, readonly (string | null)[]>,
  { id, text }: NonNullable<Registration['beside']>,
): boolean => texts.get(id)?.includes(text) === true

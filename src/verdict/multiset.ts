/** How often each id occurs. */
export type Counts = ReadonlyMap<string, number>

/** Counts ids as a multiset: an id that comes twice counts twice. */
export const countIds = (ids: Iterable<string>): Counts => {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** How often `id` occurs; 0 when it does not. */
export const countOf = (counts: Counts, id: string): number => counts.get(id) ?? 0

/** Ids in the order of their code units, each once: the same on every machine. */
export const sortedIds = (ids: Iterable<string>): string[] => [...new Set(ids)].sort(byCodeUnit)

/** Order of code units; not the locale's. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

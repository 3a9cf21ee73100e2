import type { RunFacts } from '../model/run-facts.ts'

/** Why a run cannot be relied on as an answer about its tree, most telling first; empty when it can. Checked again here, since a pass hangs on it. */
export const unsound = (facts: RunFacts): string[] => {
  const reasons = [...facts.contradictions, ...facts.incomplete]
  if (reasons.length > 0) return reasons
  if (!facts.complete) return ['it is not complete']
  if (facts.end !== 'exited') return [`it did not end by itself (${facts.end})`]
  const executed = facts.items.some((item) => item.state !== 'skipped')
  return (facts.kind ?? 'tests') === 'tests' && !executed ? ['no test ran'] : []
}

import { type AttributionEvidence, type Decision, type Hearing, settle } from './hearing.ts'
import { judgeBroken } from './judge-broken.ts'
import { judgeGreen } from './judge-green.ts'
import { judgeRed } from './judge-red.ts'
import { excuseKnown, redOf } from './red-items.ts'
import { missingFrom, requiredOf } from './required.ts'
import { unsound } from './soundness.ts'

export type { AttributionEvidence, Decision } from './hearing.ts'

/**
 * The table of attribution as one step: asks for what is still missing, or answers. The first row that matches decides. Whoever calls it
 * gets what it asks for and calls again with that added; it asks at most four times. Items are multisets, and their order never matters.
 */
export const decide = (evidence: AttributionEvidence): Decision => {
  const { run, cached, now, second, instrument } = evidence
  for (const each of [run, now, second]) {
    // Told to stop, no run says anything: neither of its tree nor against another run.
    if (each !== null && each !== 'unavailable' && each.end === 'cancelled')
      return settle(evidence, 'error', 'environment', [each.incomplete[0] ?? 'interrupted: a run was cancelled'])
  }
  const denied = [...run.contradictions, ...instrument]
  switch (run.end) {
    case 'signalled':
    case 'not-started':
    case 'write-failed':
      return settle(evidence, 'error', null, [
        run.incomplete[0] ?? `it did not end by itself (${run.end})`,
        ...run.incomplete.slice(1),
        ...denied,
      ])
  }
  if (denied.length > 0) return settle(evidence, 'error', 'instrument', denied, { failing: redOf(run) })
  if (cached === null) return { ask: 'control' }
  const goals = (run.kind ?? 'tests') === 'tests' ? evidence.goals : []
  // What must become green is not excused by the word of whoever found it red.
  const knownRed = evidence.knownRed.filter((id) => !goals.includes(id))
  const { excused, counting } = excuseKnown(redOf(run), knownRed, cached)
  const missing = missingFrom(run, counting, requiredOf(cached, goals))
  const hearing: Hearing = { ...evidence, cached, goals, knownRed, excused, counting, missing }
  if (unsound(run).length > 0) return judgeBroken(hearing)
  if (counting.length > 0) return judgeRed(hearing)
  return missing.length > 0 ? judgeBroken(hearing) : judgeGreen(hearing, excused)
}

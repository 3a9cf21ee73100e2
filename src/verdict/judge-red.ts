import { anomaly } from '../model/anomaly.ts'
import type { Item, RunFacts } from '../model/run-facts.ts'
import { madeReason, openReason, sortUnmatched } from './attribution-new.ts'
import { baseRedNote, type Decision, type Hearing, redReason, settle } from './hearing.ts'
import { judgeBroken } from './judge-broken.ts'
import { judgeGreen } from './judge-green.ts'
import { countIds, countOf, sortedIds } from './multiset.ts'
import { countState, holdAgainst, type RedItems } from './red-items.ts'
import { unsound } from './soundness.ts'

/** Files of the red tests, so that the control need not run whole; null where a file is unknown, or nothing can be selected. */
const filesOf = (hearing: Hearing): readonly string[] | null => {
  const files = hearing.counting.flatMap(({ file }) => file ?? [])
  if ((hearing.run.kind ?? 'tests') !== 'tests' || files.length < hearing.counting.length) return null
  return sortedIds(files)
}

/** The rows of a complete run with red items: red is always asked again of the base, and now. */
export const judgeRed = (hearing: Hearing): Decision => {
  const { now, counting, excused } = hearing
  if (now === null) return { ask: 'control-now', files: filesOf(hearing) }
  const why = now === 'unavailable' ? ['none could be had'] : unsound(now)
  if (now === 'unavailable' || why.length > 0) {
    const reasons = [
      `the control could not be completed now: ${why[0]}`,
      ...counting.map((item) => redReason(hearing.cached, item)),
    ]
    return settle(hearing, 'error', 'environment', reasons, { failing: counting, baseRed: excused })
  }
  const red = holdAgainst(counting, now, countIds(excused.map((item) => item.id)))
  if (red.fresh.length > 0) {
    const failing = [...red.fresh, ...red.unmatched]
    const shaky = sortedIds(red.fresh.map((item) => item.id)).filter((id) => hearing.cached.unstable.includes(id))
    const anomalies = shaky.map((id) =>
      anomaly(
        'unstable-test',
        'medium',
        `${id} gave different results in two runs of the base; it failed here and passes there now`,
      ),
    )
    const reasons = failing.map((item) => redReason(hearing.cached, item))
    return settle(hearing, 'fail', 'change', reasons, {
      failing,
      baseRed: [...red.old, ...excused],
      anomalies,
    })
  }
  return judgeOld(hearing, now, red, driftIn(hearing, now))
}

/** Red now and green in the cache: the environment changed, not the code. */
const driftIn = (hearing: Hearing, now: RunFacts): Set<string> => {
  const [green, red] = [countIds(hearing.cached.required), countIds(hearing.cached.red)]
  const today = countState(now, 'red')
  return new Set([...today.keys()].filter((id) => countOf(green, id) > 0 && countOf(today, id) > countOf(red, id)))
}

/** Nothing that is red here is green in the control of now. */
const judgeOld = (
  hearing: Hearing,
  now: RunFacts,
  { old, unmatched }: RedItems,
  drift: ReadonlySet<string>,
): Decision => {
  const { goals, knownRed, excused, counting } = hearing
  const more = (blamed: readonly Item[]) => ({
    failing: blamed,
    baseRed: [...old.filter((item) => !blamed.includes(item)), ...excused],
  })
  const drifted = old.filter((item) => drift.has(item.id))
  if (drifted.length > 0) {
    const reasons = drifted.map(
      (item) => `${redReason(hearing.cached, item)}, and it fails on the base now though it passed there before`,
    )
    return settle(hearing, 'error', 'environment', reasons, { failing: drifted, baseRed: [...old, ...excused] })
  }
  const missed = old.filter((item) => goals.includes(item.id))
  if (missed.length > 0) {
    return settle(
      hearing,
      'fail',
      'goal',
      missed.map((item) => `goal not achieved: ${redReason(hearing.cached, item)}`),
      more(missed),
    )
  }
  const { made, open } = sortUnmatched(hearing, now, unmatched)
  if (made.length > 0) {
    const reasons = [
      ...made.map((item) => madeReason(hearing, item)),
      ...open.map((item) => redReason(hearing.cached, item)),
    ]
    return settle(hearing, 'fail', 'change', reasons, { failing: [...made, ...open] })
  }
  if (unmatched.length > 0) {
    const reasons = unmatched.map((item) => openReason(hearing, now, item))
    return settle(hearing, 'error', 'environment', reasons, { failing: unmatched, baseRed: [...old, ...excused] })
  }
  const unapproved = old.filter((item) => !knownRed.includes(item.id))
  if (unapproved.length > 0) {
    const reasons = unapproved.map((item) => `${redReason(hearing.cached, item)}, on the base too`)
    const note = baseRedNote(
      hearing.run.kind ?? 'tests',
      unapproved.map(({ id }) => id),
    )
    const more = { failing: unapproved, baseRed: [...old, ...excused], anomalies: [note] }
    return settle(hearing, 'error', 'base-red', reasons, more)
  }
  return hearing.missing.length > 0 ? judgeBroken(hearing) : judgeGreen(hearing, [...excused, ...counting])
}

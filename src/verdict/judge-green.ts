import { anomaly } from '../model/anomaly.ts'
import type { Item } from '../model/run-facts.ts'
import { type Attribution, type Hearing, settle } from './hearing.ts'
import { sortedIds } from './multiset.ts'
import { requiredOf } from './required.ts'

/** The row of the pass: complete, no red item that counts, every required one green. `known` are the approved red items that were left out. */
export const judgeGreen = (hearing: Hearing, known: readonly Item[]): Attribution => {
  const { run, cached, goals } = hearing
  const more = { baseRed: known }
  const pass = settle(hearing, 'pass', null, [], more)
  if ((run.kind ?? 'tests') !== 'tests') return pass
  if (!run.items.some((item) => item.state === 'green')) {
    return settle(
      hearing,
      'error',
      'base-red',
      ['every test that ran is approved as red, so nothing is left to judge'],
      more,
    )
  }
  if (cached.complete) return pass
  const why = `the control was not complete: ${cached.incomplete[0] ?? 'no reason is known'}`
  if (requiredOf(cached, goals).length === 0) {
    return settle(hearing, 'error', 'environment', [`nothing to compare with: ${why}`], more)
  }
  if (goals.length === 0) {
    // What must pass is not known, so a pass would rest on nothing but the change's own run.
    const remedy = 'lock a commit at which the tests run to their end (--lock <sha>), or say what must pass (--goal)'
    return settle(hearing, 'error', 'environment', [`${why}; what must pass is not known: ${remedy}`], more)
  }
  const skipped = sortedIds(run.items.filter((item) => item.state === 'skipped').map((item) => item.id))
  if (skipped.length > 0) {
    // A control that was cut off cannot show that what is skipped here was skipped there too.
    return settle(
      hearing,
      'error',
      'environment',
      [why, ...skipped.map((id) => `${id} was skipped, and nothing shows that it may be`)],
      more,
    )
  }
  const note = anomaly('control-incomplete', 'medium', `${why}; every test that ran on the change passed`)
  return settle(hearing, 'pass', null, [], { ...more, anomalies: [note] })
}

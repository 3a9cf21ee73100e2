import type { Item, RunFacts } from '../model/run-facts.ts'
import { type Hearing, redReason } from './hearing.ts'
import { sortedIds } from './multiset.ts'
import { oneLine } from './one-line.ts'

/** Red tests without a counterpart in a complete control, sorted by whether the change made them. */
export interface Unmatched {
  /** The change made them: fail. */
  readonly made: readonly Item[]
  /** Nobody can say: error. */
  readonly open: readonly Item[]
}

/**
 * A red test that the base does not have is the change's doing where its file is the lock's, the base has nothing red, and the control
 * of now asked for that file and ran tests of it. Not where an id of the file is unstable at the base: a new id says nothing there.
 */
export const sortUnmatched = (hearing: Hearing, now: RunFacts, unmatched: readonly Item[]): Unmatched => {
  const { run, cached, nowNarrowed, lockedFiles } = hearing
  // What is red at the base may be red for a cause that a new test shares: a service that is absent.
  const clean = cached.red.length === 0 && now.items.every(({ state }) => state !== 'red')
  const isMade = (item: Item): boolean => {
    // Nothing that is locked has an empty path.
    const file = item.file ?? ''
    return (
      clean &&
      (run.kind ?? 'tests') === 'tests' &&
      lockedFiles.has(file) &&
      (nowNarrowed === null || nowNarrowed.includes(file)) &&
      now.items.some((other) => other.file === file && other.state !== 'skipped') &&
      isUnknown(hearing, now, item.id) &&
      !cached.unstable.some((other) => other.startsWith(`${file}::`))
    )
  }
  return { made: unmatched.filter(isMade), open: unmatched.filter((item) => !isMade(item)) }
}

/** In no state in the control of now, and not required of the base. */
const isUnknown = ({ cached }: Hearing, now: RunFacts, id: string): boolean =>
  !cached.required.includes(id) && now.items.every((item) => item.id !== id)

/** Why a red test that only the branch has is a fail. */
export const madeReason = ({ cached }: Hearing, item: Item): string =>
  `${redReason(cached, item)}: the base has no such test and nothing red, and the file is the lock's`

/** Why nothing can be said of a red item without a counterpart; names a red one of the base that the branch does not have. */
export const openReason = (hearing: Hearing, now: RunFacts, item: Item): string => {
  const said = redReason(hearing.cached, item)
  const gone = sortedIds(now.items.flatMap(({ id, state }) => (state === 'red' ? [id] : []))).find((id) =>
    hearing.run.items.every((other) => other.id !== id),
  )
  return gone === undefined || !isUnknown(hearing, now, item.id)
    ? `${said}, and the control neither passed nor failed it`
    : `${said} and the base does not have it, while ${oneLine(gone)} is red there and not here: where names change from run to run (a time, a random part), give the tests steady ones`
}

import type { Move } from '../locked/moves.ts'
import type { Examined } from './examine.ts'

/** True where every reason of a fail is that something did not come to run, or speaks of the old place of the package. */
const isOfMove = ({ status, failing, blocking }: Examined, { from }: Move): boolean => {
  const directory = from.replace(/\/$/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const place = new RegExp(`(?<![\\w.-])${directory}(?![\\w-])`)
  return status === 'fail' && (failing.length === 0 || blocking.every((reason) => place.test(reason)))
}

/**
 * A package that the branch moved as a whole while the commands of the lock, which count, still name the old place: what does not run for it
 * is nobody's fault. A test that ran and failed stays the change's.
 */
export const blamedOnMoves = (moves: readonly Move[], examined: readonly Examined[]): readonly Examined[] =>
  examined.map((one) => {
    const move = moves.find((each) => isOfMove(one, each))
    if (move === undefined) return one
    const sentence = `the branch moves ${move.from} to ${move.to}, and the commands of the locked ref name the old place: lock a commit that has the move (--lock <sha>)`
    return { ...one, status: 'error', attribution: null, blocking: [...one.blocking, sentence] }
  })

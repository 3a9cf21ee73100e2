import { type MovedPackage, movedPath } from '../locked/moved-packages.ts'
import type { Some } from '../model/result.ts'
import type { RunFacts } from '../model/run-facts.ts'
import type { Ask } from './examine.ts'

const ofFacts = (facts: RunFacts, moves: readonly MovedPackage[]): RunFacts => {
  const at = <T extends { readonly id: string; readonly file: string | null }>(one: T): T => ({
    ...one,
    id: movedPath(moves, one.id),
    file: one.file === null ? null : movedPath(moves, one.file),
  })
  const { registrations } = facts
  return {
    ...facts,
    items: facts.items.map(at),
    ...(registrations === undefined ? {} : { registrations: registrations.map(at) }),
  }
}

/**
 * Asks the control where the lock has its files, and gives its answer under the ids that the same tests have in the branch's tree. An
 * inventory that is made of it belongs to these moves alone: its key must name them.
 */
export const askMoved =
  (ask: Ask, moves: readonly MovedPackage[]): Ask =>
  async (tree, limits, files, label) => {
    if (moves.length === 0 || tree !== 'control') return await ask(tree, limits, files, label)
    const old = files?.map((file) => movedPath(moves, file, true)) as Some<string> | undefined
    const run = await ask(tree, limits, old ?? null, label)
    return { ...run, facts: ofFacts(run.facts, moves) }
  }

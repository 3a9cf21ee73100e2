import { type Move, movedPath } from '../locked/moves.ts'
import type { Registration } from '../model/registrations.ts'
import type { Some } from '../model/result.ts'
import type { RunFacts } from '../model/run-facts.ts'
import type { Ask } from './examine.ts'

/** A build makes directories that are called as those of its sources: programs and working directories of checks go with them. */
const inBuild = (text: string, moves: readonly Move[]): string =>
  moves
    .filter(({ from }) => from.endsWith('/'))
    .reduce((all, { from, to }) => {
      const directory = from.slice(0, -1).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      return all.replaceAll(new RegExp(`/${directory}(?=[/"])`, 'g'), () => `/${to.slice(0, -1)}`)
    }, text)

const ofFacts = (facts: RunFacts, moves: readonly Move[]): RunFacts => {
  const at = <T extends { readonly id: string; readonly file: string | null }>(one: T): T => ({
    ...one,
    id: movedPath(moves, one.id),
    file: one.file === null ? null : movedPath(moves, one.file),
  })
  const register = (one: Registration): Registration => ({
    ...at(one),
    ...(one.group === 'check' && one.text !== null ? { text: inBuild(one.text, moves) } : {}),
  })
  const { registrations } = facts
  return {
    ...facts,
    items: facts.items.map(at),
    ...(registrations === undefined ? {} : { registrations: registrations.map(register) }),
  }
}

/**
 * Asks the control where the lock has its files, and gives its answer under the ids that the same tests have in the branch's tree. An
 * inventory that is made of it belongs to these moves alone: its key must name them.
 */
export const askMoved =
  (ask: Ask, moves: readonly Move[]): Ask =>
  async (tree, limits, files, label) => {
    if (moves.length === 0 || tree !== 'control') return await ask(tree, limits, files, label)
    const old = files?.map((file) => movedPath(moves, file, true)) as Some<string> | undefined
    const run = await ask(tree, limits, old ?? null, label)
    return { ...run, facts: ofFacts(run.facts, moves) }
  }

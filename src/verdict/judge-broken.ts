import type { RunFacts } from '../model/run-facts.ts'
import { type Attribution, type Decision, type Hearing, redReason, settle } from './hearing.ts'
import { countIds, countOf, sortedIds } from './multiset.ts'
import { countState, redOf } from './red-items.ts'
import { endsTheSame, missingFrom, missingSentence, ranIn, requiredOf } from './required.ts'
import { unsound } from './soundness.ts'

/** Why the run on the change is not complete: its own sentences, and the required ids that are missing. */
const brokenSentences = ({ run, missing }: Hearing): string[] => [
  ...unsound(run),
  ...missing.map((id) => missingSentence(run, id)),
]

/** The rows of a run that is not complete: only a whole control that is complete and green now, and a second run that ends the same, make it a fail. */
export const judgeBroken = (hearing: Hearing): Decision => {
  const { now, nowNarrowed, second, run, excused } = hearing
  if (now === null || (now !== 'unavailable' && nowNarrowed !== null)) return { ask: 'control-now', files: null }
  const sentences = brokenSentences(hearing)
  const error = (cause: Attribution['attribution'], reasons: readonly string[]): Attribution =>
    settle(hearing, 'error', cause, [...reasons, ...sentences], { failing: redOf(run), baseRed: excused })
  if (now === 'unavailable') return error('environment', ['the control could not be completed now: none could be had'])
  const against = againstControl(hearing, now)
  if (against !== null) return error(against.cause, against.reasons)
  if (second === null) return { ask: 'second-run' }
  if (second === 'unavailable') return error('environment', ['no second run could be had'])
  if (second.contradictions.length > 0) return error('instrument', second.contradictions)
  const required = [...requiredOf(hearing.cached, hearing.goals), ...countState(now, 'green').keys()]
  if (!endsTheSame(run, second, required)) {
    return error('not-deterministic', [
      `a second run from a fresh tree ended differently: ${endOf(second)} after ${endOf(run)}`,
    ])
  }
  const failing = redOf(run).filter((item) => countOf(countState(now, 'red'), item.id) === 0)
  const onlyGoals = unsound(run).length === 0 && hearing.missing.every((id) => hearing.goals.includes(id))
  return settle(
    hearing,
    'fail',
    onlyGoals ? 'goal' : 'change',
    [
      ...(onlyGoals ? sentences.map((sentence) => `goal not achieved: ${sentence}`) : sentences),
      ...failing.map((item) => redReason(hearing.cached, item)),
    ],
    {
      failing,
      baseRed: excused,
    },
  )
}

const endOf = (run: RunFacts): string => {
  const how = run.signal ?? (run.exit_code === null ? run.end : `exit code ${run.exit_code}`)
  return `${how}, ${run.items.filter((item) => item.state !== 'skipped').length} finished${run.complete ? '' : ', not complete'}`
}

/** Why the control of now cannot carry a fail: not complete, red itself, or without what it once passed. Null when it can. */
const againstControl = (
  { cached, goals, knownRed, missing }: Hearing,
  now: RunFacts,
): { readonly cause: 'environment' | 'base-red'; readonly reasons: readonly string[] } | null => {
  const why = unsound(now)
  if (why.length > 0) return { cause: 'environment', reasons: [`the control could not be completed now: ${why[0]}`] }
  const steady = cached.required.filter((id) => !cached.unstable.includes(id))
  const gone = missingFrom(now, [], steady)
  if (gone.length > 0) {
    return {
      cause: 'environment',
      reasons: gone.map((id) => `${id} does not pass on the base now though it passed there before`),
    }
  }
  const unreachable = missing.filter((id) => !ranIn(now, id))
  if (unreachable.length > 0) {
    return { cause: 'environment', reasons: unreachable.map((id) => `${id} does not run on the base either`) }
  }
  const tolerated = new Set([...knownRed, ...goals, ...cached.unstable])
  const red = sortedIds([...countIds(redOf(now).map((item) => item.id)).keys()]).filter((id) => !tolerated.has(id))
  return red.length > 0 ? { cause: 'base-red', reasons: red.map((id) => `${id} is red on the base too`) } : null
}

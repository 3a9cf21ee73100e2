import type { Anomaly } from '../model/anomaly.ts'
import { anomaly } from '../model/anomaly.ts'
import type { AttributionCause, Inventory, Item, RunFacts } from '../model/run-facts.ts'
import type { Status } from '../model/verdict.ts'
import { limitBlocking } from './blocking.ts'
import { sortedIds } from './multiset.ts'
import { oneLine } from './one-line.ts'

/** What is known so far. `null` has not been asked yet, `'unavailable'` was asked and could not be had. */
export interface AttributionEvidence {
  /** The run on the change. */
  readonly run: RunFacts
  /** The base's inventory: it may support a pass only. */
  readonly cached: Inventory | null
  /** The control, run now: after the run on the change. */
  readonly now: RunFacts | 'unavailable' | null
  /** The change once more, from a fresh tree. It only chooses between fail and error. */
  readonly second: RunFacts | 'unavailable' | null
  /** Test files that `now` was narrowed to; null when it was whole. */
  readonly nowNarrowed: readonly string[] | null
  /** Files of the run that are the lock's version. */
  readonly lockedFiles: ReadonlySet<string>
  /** Test ids that must be green even where the control is red. */
  readonly goals: readonly string[]
  /** Ids that a person approved as red: where the control has them red too, the rest is judged. */
  readonly knownRed: readonly string[]
  /** Contradictions found outside the run, one sentence each: a locked input changed, a control of the instrument stayed green. */
  readonly instrument: readonly string[]
}

/** The answer. `failing` are the red items that it speaks of; `base_red` the ids that the base has red too. */
export interface Attribution {
  readonly ask?: undefined
  readonly status: Status
  /** What decided it; null for a pass, and for a run that ended in a way nobody can be asked about. */
  readonly attribution: AttributionCause | null
  readonly blocking: string[]
  readonly failing: Item[]
  readonly base_red: string[]
  /** Those of the run and those of the decision. */
  readonly anomalies: Anomaly[]
}

/** The next question, or the answer. `files` narrows the control to test files; null asks for the whole. */
export type Decision =
  | { readonly ask: 'control' }
  | { readonly ask: 'control-now'; readonly files: readonly string[] | null }
  | { readonly ask: 'second-run' }
  | Attribution

/** The evidence, with what every later row of the table looks at. */
export interface Hearing extends AttributionEvidence {
  readonly cached: Inventory
  /** Red items that are approved and red in the cached control too. */
  readonly excused: readonly Item[]
  /** The other red items. */
  readonly counting: readonly Item[]
  /** Required ids that neither passed nor failed. */
  readonly missing: readonly string[]
}

interface More {
  readonly failing?: readonly Item[]
  readonly baseRed?: readonly Item[]
  readonly anomalies?: readonly Anomaly[]
}

/** The answer with its reasons in plain words, each prefixed by the kind of the check. */
export const settle = (
  { run }: AttributionEvidence,
  status: Status,
  attribution: AttributionCause | null,
  reasons: readonly string[],
  more: More = {},
): Attribution => ({
  status,
  attribution,
  blocking: limitBlocking(reasons.map((reason) => `${run.kind ?? 'tests'}: ${reason}`)),
  failing: [...(more.failing ?? [])],
  base_red: sortedIds((more.baseRed ?? []).map((item) => item.id)),
  anomalies: [
    ...run.anomalies,
    ...run.contradictions.map((detail) =>
      anomaly('report-contradicted', 'critical', detail, {
        blocking: true,
        remedy: 'Do not trust this run; find out what wrote the report or the exit code.',
      }),
    ),
    ...(more.anomalies ?? []),
  ],
})

/** How a red item is called in a sentence. */
export const redSentence = (item: Item): string => {
  if (item.id.includes('::')) return `${oneLine(item.id)} failed`
  const first = item.message?.split('\n', 1)[0]?.trim() ?? ''
  return first === '' ? oneLine(item.id) : `${oneLine(item.id)}: ${first}`
}

/** The same as a reason, which says of a test that it was not stable at the base either. */
export const redReason = (cached: Inventory, item: Item): string =>
  cached.unstable.includes(item.id)
    ? `${redSentence(item)} (unstable at the base: two runs of the lock differed there)`
    : redSentence(item)

const IDS_SHOWN = 20

/** What a person does about items that are red at the base as well. */
export const baseRedNote = (kind: string, ids: readonly string[]): Anomaly => {
  const sorted = sortedIds(ids)
  const more = sorted.length > IDS_SHOWN ? `\nand ${sorted.length - IDS_SHOWN} more` : ''
  const what = kind === 'tests' ? 'test' : 'finding'
  const many = sorted.length === 1 ? `1 ${what} is` : `${sorted.length} ${what}s are`
  return anomaly('base-red', 'high', `${kind}: ${many} red at the base too, so nothing can be said of the change`, {
    evidence: sorted.slice(0, IDS_SHOWN).join('\n') + more,
    remedy:
      'Fix them at the base and lock the commit that has it (--lock <sha>), or let a person approve them: their ids in the file that `verify.known_red` of triverdict.yaml names.',
  })
}

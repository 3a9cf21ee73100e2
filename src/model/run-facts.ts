import type { Anomaly } from './anomaly.ts'
import type { CheckKind } from './check.ts'
import type { OutcomeEnd } from './outcome.ts'
import type { Registration } from './registrations.ts'
import type { Unloaded } from './test-report.ts'

/** A test id, or a finding as `tool rule file`: counted as a multiset. */
export interface Item {
  readonly id: string
  readonly state: 'green' | 'red' | 'skipped'
  /** File relative to the tree's root, for narrowing; null when unknown. */
  readonly file: string | null
  /** Verbatim, of a red item. */
  readonly message: string | null
  /** 1-based; absent when unknown. */
  readonly line?: number
  /** False for a test that only holds others: judged like any other, in no count. */
  readonly counted?: false
  /** Red that depends on the base: `new` counts unless the base has the same item so, `clean` only where the base has no such item at all. */
  readonly tentative?: 'new' | 'clean'
}

/** What one run of one check on one tree amounts to, after its channels were reconciled. The attribution table reads nothing else. */
export interface RunFacts {
  /** What was asked. Absent means `tests`, the strictest reading. */
  readonly kind?: CheckKind
  readonly end: OutcomeEnd
  readonly exit_code: number | null
  readonly signal: string | null
  readonly duration_ms: number
  /** Started, ended by itself, trusted report with its end mark, every suite loaded, something executed. */
  readonly complete: boolean
  /** Why it is not complete, plain sentences, most telling first. Empty when it is. */
  readonly incomplete: readonly string[]
  /** Contradictions in the green direction: forged, late or foreign report, green report over a red stream. Each is critical. */
  readonly contradictions: readonly string[]
  readonly items: readonly Item[]
  /** Not counted as passed: skipped, todo, hollow. */
  readonly skipped: number
  /** Files and suites that did not load, with their messages verbatim: words only, `incomplete` says that it counts. Absent: none. */
  readonly unloaded?: readonly Unloaded[]
  /** Notes for the reader (`exit-overridden`, `hollow-tests`). */
  readonly anomalies: readonly Anomaly[]
  /** What the build registered, as far as it concerns the locked test set; absent where nothing registers. */
  readonly registrations?: readonly Registration[]
}

/** The control's item → result, cached by (tree, check digest, toolchain). It may support a pass only. */
export interface Inventory {
  readonly required: readonly string[]
  /** Ids that differed between the first two controls of the lock: reported, not required. */
  readonly unstable: readonly string[]
  readonly red: readonly string[]
  readonly complete: boolean
  readonly incomplete: readonly string[]
  readonly duration_ms: number
  /** Ids of tentative items, which are in neither list as red. */
  readonly tentative?: readonly { readonly id: string; readonly counts: 'new' | 'clean' }[]
  readonly registrations?: readonly Registration[]
}

/** What decided it (`evidence.attribution`). */
export type AttributionCause = 'change' | 'environment' | 'base-red' | 'not-deterministic' | 'instrument' | 'goal'

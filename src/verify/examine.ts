import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { ControlReport } from '../model/branch-report.ts'
import type { Check, ProjectPlan } from '../model/check.ts'
import type { Some } from '../model/result.ts'
import type { AttributionCause, Inventory, Item, RunFacts } from '../model/run-facts.ts'
import type { Status } from '../model/verdict.ts'
import type { Progress } from '../model/world.ts'
import { againstBase, asBase, redefined } from '../verdict/against-base.ts'
import { decide } from '../verdict/attribution.ts'
import { inventoryOf } from '../verdict/inventory.ts'
import { goalIds } from './goals.ts'
import type { CheckRun, Limits } from './run-check.ts'

/** The trees that a check can be asked in. `second` is a fresh copy of `branch`; so is `alone`, for checks that other stacks ran beside. */
export type TreeName = 'branch' | 'control' | 'second' | 'alone'

/** Runs one check in one tree: staging, earlier checks that leave files, limits and logs are the business of whoever gives it. */
export type Ask = (tree: TreeName, limits: Limits, files: Some<string> | null, label: string) => Promise<CheckRun>

export interface Examination {
  readonly project: ProjectPlan
  readonly check: Check
  readonly ask: Ask
  readonly inventory: { read(): Promise<Inventory | null>; write(inventory: Inventory): Promise<void> }
  /** Globs over `path::name`. */
  readonly goals: readonly string[]
  readonly knownRed: readonly string[]
  /** Files that are the lock's version in the branch's tree. */
  readonly lockedFiles: ReadonlySet<string>
  readonly limits: Limits
  /** The branch's answer while other stacks ran beside it: may support a pass only. */
  readonly beside?: CheckRun | null
  say(progress: Progress): void
}

export interface Examined {
  readonly project: ProjectPlan
  readonly check: Check
  readonly status: Status
  readonly attribution: AttributionCause | null
  readonly blocking: readonly string[]
  readonly failing: readonly Item[]
  readonly base_red: readonly string[]
  readonly anomalies: readonly Anomaly[]
  readonly inventory: Inventory | null
  readonly run: CheckRun
  /** Controls of the instrument that ran after it. */
  readonly controls?: readonly ControlReport[]
}

const SECOND_MS = 1000

/** A hang is cut at three times the control's known time; never below half a minute, so that noise is not a hang. */
const cut = (limits: Limits, known: Inventory | null): Limits =>
  known === null
    ? limits
    : { ...limits, timeout_ms: Math.min(limits.timeout_ms, Math.max(30 * SECOND_MS, 3 * known.duration_ms)) }

/** The default grows to three times what the control took; a number that a person wrote is the limit. */
const budget = (limits: Limits, known: Inventory | null): Limits =>
  limits.timeoutWritten === true
    ? limits
    : { ...limits, timeout_ms: Math.max(limits.timeout_ms, 3 * (known?.duration_ms ?? 0)) }

const redefinition = (sentence: string): Anomaly =>
  anomaly('check-redefined', 'critical', sentence.replace(/^check-redefined: /, ''), {
    blocking: true,
    remedy: 'Register the check as the lock does, or lock a commit that has the new registration: --lock <sha>.',
  })

/** Asks the branch, and as long as the table of attribution wants to know more, the base and the branch again. */
export const examine = async (examination: Examination): Promise<Examined> => {
  const { check, ask, knownRed, say } = examination
  let cached = await examination.inventory.read()
  const limits = budget(examination.limits, cached)
  let beside = examination.beside ?? null
  if (beside === null) say({ kind: 'check', text: check.id })
  let run = beside ?? (await ask('branch', limits, null, 'branch'))
  const hung = () => run.facts.end === 'timed-out' || run.facts.end === 'stalled'
  let now: RunFacts | 'unavailable' | null = null
  let nowNarrowed: readonly string[] | null = null
  let second: RunFacts | 'unavailable' | null = null
  let control: CheckRun | null = null

  for (let step = 0; step < 7; step++) {
    const goals = goalIds(examination.goals, cached)
    const again = second as RunFacts | 'unavailable' | null
    const held = (facts: RunFacts): RunFacts => (cached === null ? facts : againstBase(facts, cached))
    const facts = held(run.facts)
    const tampered = cached === null ? [] : redefined(cached, facts)
    const decision = decide({
      run: facts,
      cached,
      now,
      second: again === null || again === 'unavailable' ? again : held(again),
      nowNarrowed,
      lockedFiles: examination.lockedFiles,
      goals,
      knownRed,
      instrument: [...run.instrument, ...tampered],
    })
    const isPass = decision.ask === undefined && decision.status === 'pass'
    if (beside !== null && !isPass && decision.ask !== 'control' && run.facts.end !== 'cancelled') {
      say({ kind: 'step', text: `${check.id}: not green beside other stacks, asking the branch alone` })
      beside = null
      run = await ask('alone', limits, null, 'alone')
      continue
    }
    if (decision.ask === undefined) {
      return {
        ...decision,
        anomalies: [...decision.anomalies, ...tampered.map(redefinition)],
        project: examination.project,
        check,
        inventory: cached,
        run: { ...run, facts },
      }
    }
    switch (decision.ask) {
      case 'control': {
        say({ kind: 'step', text: `${check.id}: asking the base` })
        control = await ask('control', limits, null, 'control')
        // The first control of a lock runs twice: ids that differ are unstable.
        const again =
          control.facts.complete && check.kind === 'tests' ? await ask('control', limits, null, 'control-again') : null
        const stopped = [control, again].find((each) => each?.facts.end === 'cancelled')
        if (stopped) {
          // No inventory comes of it: what did not run to its end is neither unstable nor red.
          now = stopped.facts
          break
        }
        cached = inventoryOf(control.facts, again?.facts ?? null)
        if (cached.complete) await examination.inventory.write(cached)
        break
      }
      case 'control-now': {
        if (control !== null) {
          // It ran a moment ago, after the red run: that is now.
          now = asBase(control.facts)
          break
        }
        say({ kind: 'step', text: `${check.id}: red, asking the base again now` })
        const files = decision.files === null || decision.files.length === 0 ? null : (decision.files as Some<string>)
        const answer = await ask('control', hung() ? cut(limits, cached) : limits, files, 'control-now')
        now = asBase(answer.facts)
        nowNarrowed = files
        break
      }
      case 'second-run': {
        say({ kind: 'step', text: `${check.id}: not complete, asking the branch a second time from a fresh tree` })
        second = (await ask('second', hung() ? cut(limits, cached) : limits, null, 'second')).facts
        break
      }
    }
  }
  throw new Error(`the attribution of ${check.id} did not end`)
}

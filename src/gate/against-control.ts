import type { Check, ProjectPlan } from '../model/check.ts'
import type { GateWorld } from '../model/gate-world.ts'
import type { Result, Some } from '../model/result.ts'
import type { Inventory, RunFacts } from '../model/run-facts.ts'
import type { Verdict } from '../model/verdict.ts'
import { judgeLayer } from '../verdict/judge-layer.ts'
import {
  factsOfVerdict,
  type LayerDecision,
  layerAgainstControl,
  withEnoughTests,
} from '../verdict/layer-against-control.ts'
import { examine, type TreeName } from '../verify/examine.ts'
import type { CheckRun, Limits } from '../verify/run-check.ts'
import { failedRun } from '../verify/unready.ts'
import { type Asked, askLayer, type LayerGround } from './ask-layer.ts'
import { checksOfLayer, runLayerCheck } from './layer-checks.ts'
import { commandOf, limitsOf, placesOf, rulesOf } from './layer-parts.ts'
import type { Layer } from './layers.ts'
import type { LayerRun } from './run-layer.ts'

/** The base of which whatever is red is asked again. */
export interface Control {
  /** The control's tree, ready: dependencies installed, and the layers that this one needs run there and green. */
  ground(layer: Layer): Promise<Result<LayerGround>>
  /** Where the change is run a second time. */
  second(layer: Layer): Promise<Result<LayerGround>>
  readonly inventory: (
    layer: Layer,
    check: Check,
  ) => { read(): Promise<Inventory | null>; write(inventory: Inventory): Promise<void> }
}

/** A layer that answers as a whole, as a check for the table of attribution; not of tests, whose first control runs twice to find ids that differ. */
const wholeCheck = (layer: Layer): Check => ({
  ...{ id: layer.id, kind: 'lint', stack: 'other', project: '.', tool: null },
  command: commandOf(layer, layer.config.run, layer.config.cwd ?? '.'),
  ...{ before: [], after: [], declaredReport: null },
  evidence: { tier: 'config', file: layer.file, line: layer.line, text: layer.id },
})

const NOWHERE: Omit<CheckRun, 'facts'> = {
  ...{ argv: [], log: null, reportDirectory: '', coverage: [], instrument: [], executed: [], detail: null },
}

/** The runs that a layer amounts to, one a command that answers by reports, or one for the whole. */
const runsOf = (layer: Layer, { answer, runs }: Asked): readonly CheckRun[] => {
  const rules = rulesOf(layer)
  if (answer.kind === 'reports' && runs.length > 0) {
    const facts = withEnoughTests(
      runs.map(({ run }) => run.facts),
      rules.minTests,
    )
    return runs.map(({ run }, at) => ({ ...run, facts: facts[at] as RunFacts }))
  }
  // What a person wrote for an error is no reason of the run.
  const verdict = judgeLayer(layer.id, answer, { ...rules, onError: null })
  const outcome = 'outcome' in answer ? answer.outcome : null
  const end =
    outcome === null
      ? ({ end: 'not-started', exit_code: null, signal: null, duration_ms: 0 } as const)
      : { end: outcome.end, exit_code: outcome.exit_code, signal: outcome.signal, duration_ms: outcome.duration_ms }
  return [{ ...NOWHERE, facts: factsOfVerdict(layer.id, verdict, end) }]
}

/** Asks one command of a layer again in another tree, whole or narrowed to files. */
const askedAgain = async (
  layer: Layer,
  check: Check,
  at: number,
  had: Result<LayerGround>,
  world: GateWorld,
  limits: Limits,
  files: Some<string> | null,
): Promise<CheckRun> => {
  if (!had.ok) return failedRun(check, had.trouble)
  const places = placesOf(layer)
  const checks = places.ok && files !== null ? checksOfLayer(layer, places.value, had.value.grounds) : null
  const found = checks?.[at]
  if (places.ok && found !== undefined)
    return await runLayerCheck(found, layer, places.value, had.value.tree, world, limits, files)
  const answer = await askLayer(layer, had.value, world, limits)
  return (
    runsOf(layer, answer)[at] ??
    failedRun(check, { kind: 'no-command', message: `the layer ${layer.id} runs other commands there` })
  )
}

const NO_PROJECT: ProjectPlan = { directory: '.', stack: 'other', prepare: [], checks: [], hasTests: true }

/**
 * Holds a layer against the control by the table of attribution. A pass by a verdict file or an exit code needs none; a layer that did
 * not come to run says nothing of the change.
 */
export const againstControl = async (run: LayerRun, control: Control, world: GateWorld): Promise<Verdict> => {
  const { layer, asked, verdict } = run
  const whole = asked.answer.kind !== 'reports'
  if (asked.answer.kind === 'not-run' || (whole && verdict.status === 'pass')) return verdict
  const decisions: LayerDecision[] = []
  for (const [at, first] of runsOf(layer, asked).entries()) {
    const check = asked.runs[at]?.asked.check ?? wholeCheck(layer)
    decisions.push(
      await examine({
        project: NO_PROJECT,
        check,
        ask: async (tree: TreeName, limits, files) => {
          if (tree === 'branch' || tree === 'alone') return first
          const had = tree === 'control' ? await control.ground(layer) : await control.second(layer)
          return await askedAgain(layer, check, at, had, world, limits, files)
        },
        inventory: control.inventory(layer, check),
        ...{ goals: [], knownRed: [], lockedFiles: new Set<string>(), limits: limitsOf(layer) },
        say: world.say,
      }),
    )
  }
  return layerAgainstControl(verdict, decisions, layer.config.on_error ?? null, whole)
}

import { lineOf } from '../discovery/named.ts'
import type { Grounds } from '../discovery/projects.ts'
import type { Command } from '../model/check.ts'
import type { GateTree, GateWorld } from '../model/gate-world.ts'
import type { Outcome } from '../model/outcome.ts'
import type { LayerAnswer } from '../verdict/judge-layer.ts'
import type { CheckRun, Limits } from '../verify/run-check.ts'
import { checksOfLayer, type LayerCheck, runLayerCheck } from './layer-checks.ts'
import {
  cleared,
  commandOf,
  evidenceOf,
  type LayerPlaces,
  layerEnvironment,
  limitsOf,
  pathOf,
  placesOf,
  runIdOf,
} from './layer-parts.ts'
import type { Layer } from './layers.ts'
import { exitBehindMake } from './make-exit.ts'
import { missingScript } from './missing-script.ts'

const PROBE_MS = 5 * 60_000

/** A tree in which layers run, and what discovery knows of it. */
export interface LayerGround {
  readonly tree: GateTree
  readonly grounds: Grounds
}

/** What a layer answered, before anybody judges. */
export interface Asked {
  readonly answer: LayerAnswer
  readonly evidence: Record<string, unknown>
  /** The commands that answered by reports, with their runs; empty for other answers. */
  readonly runs: readonly { readonly asked: LayerCheck; readonly run: CheckRun }[]
}

const wordsOf = (command: Command): readonly string[] =>
  command.form === 'argv' ? command.argv : [...command.shell, command.line]

const notRun = (reason: string, evidence: Record<string, unknown> = {}): Asked => ({
  answer: { kind: 'not-run', reason },
  evidence,
  runs: [],
})

/** A verdict that a layer without one in its settings leaves all the same: it was given the place, and a fail there is not ignored. */
const OFFERED = 'verdict.json'

/** Runs what is no check of its own: a probe, or a command that is judged by its verdict file or its exit code. */
const runCommand = async (
  label: string,
  command: Command,
  layer: Layer,
  places: LayerPlaces,
  { tree }: LayerGround,
  world: GateWorld,
  { timeout_ms, stall_ms }: Limits,
): Promise<{ readonly outcome: Outcome; readonly offered: string; readonly late: boolean }> => {
  const reportDirectory = await tree.workshop.reportDirectory(layer.id)
  const offered = `${reportDirectory}/${OFFERED}`
  const { progressFile, verdictFile } = places
  const written = verdictFile === null ? offered : `${tree.staged.tree}/${verdictFile}`
  const { outcome, late } = await tree.workshop.run(tree.staged, {
    label,
    command,
    path: pathOf(tree, places.cwd).map((directory) => `${tree.staged.root}/${directory}`),
    env: {
      ...(layer.config.exit === undefined ? { TRIVERDICT_VERDICT_FILE: offered } : {}),
      ...layerEnvironment(layer, places, tree, world, reportDirectory),
    },
    channels: [],
    results: [written],
    reportDirectory,
    timeout_ms,
    stall_ms,
    ...(progressFile === null ? {} : { progressFile: `${tree.staged.tree}/${progressFile}` }),
  })
  return { outcome, offered, late: late.length > 0 }
}

/** Why the layer is not run, by its probe; null where there is none, or it exits 0. */
const probed = async (
  layer: Layer,
  places: LayerPlaces,
  ground: LayerGround,
  world: GateWorld,
  limits: Limits,
): Promise<Asked | null> => {
  const { probe } = layer.config
  if (probe === undefined) return null
  const command = commandOf(layer, probe, places.cwd)
  const short = { ...limits, timeout_ms: Math.min(limits.timeout_ms, PROBE_MS) }
  const { outcome } = await runCommand(`${layer.id}-probe`, command, layer, places, ground, world, short)
  if (outcome.end === 'exited' && outcome.exit_code === 0) return null
  const last = outcome.reason ?? outcome.tail.trim().split('\n').at(-1) ?? ''
  const how = outcome.end === 'exited' ? `exited with code ${outcome.exit_code}` : outcome.end.replace('-', ' ')
  return notRun(`its probe ${how}${last === '' ? '' : `: ${last}`}`, evidenceOf(wordsOf(command), outcome, null))
}

/** Runs one layer: its probe, then its command, in a tree. Results of an earlier run are deleted before. Nothing is judged. */
export const askLayer = async (
  layer: Layer,
  ground: LayerGround,
  world: GateWorld,
  limits: Limits = limitsOf(layer),
): Promise<Asked> => {
  const { tree, grounds } = ground
  const located = placesOf(layer)
  if (!located.ok) return notRun(located.trouble.message)
  const places = located.value
  const inTheWay = await cleared(tree, places)
  if (inTheWay !== null) return notRun(inTheWay)
  const absent = missingScript(layer.config.run, places.cwd, tree.view)
  if (absent !== null) return notRun(absent)
  const refused = await probed(layer, places, ground, world, limits)
  if (refused !== null) return refused

  const command = commandOf(layer, layer.config.run, places.cwd)
  const checks = checksOfLayer(layer, places, grounds)
  if (checks !== null) {
    const runs: { asked: LayerCheck; run: CheckRun }[] = []
    for (const asked of checks)
      runs.push({ asked, run: await runLayerCheck(asked, layer, places, tree, world, limits) })
    const last =
      runs.find(({ run: { facts } }) => !facts.complete || facts.items.some(({ state }) => state === 'red')) ??
      runs.at(-1)
    const outcome = last?.run.executed.at(-1) ?? null
    return {
      answer: { kind: 'reports', runs: runs.map(({ run }) => run.facts) },
      evidence: evidenceOf(last?.run.argv ?? [], outcome, last?.run.reportDirectory ?? null),
      runs,
    }
  }

  const { outcome, offered, late } = await runCommand(layer.id, command, layer, places, ground, world, limits)
  const { verdictFile } = places
  const runId = runIdOf(layer, world)
  if (late)
    return notRun(
      'its verdict was written when the command had already ended: let the command wait for whoever writes it',
      evidenceOf(wordsOf(command), outcome, verdictFile ?? offered),
    )
  if (verdictFile !== null) {
    const text = await tree.readResult(verdictFile)
    const evidence = evidenceOf(wordsOf(command), outcome, text.ok ? verdictFile : null)
    if (!text.ok) return notRun(text.trouble.message, evidence)
    // What may not be seen does not stay in the tree; the records of the gate have it.
    if ((layer.config.visibility ?? 'full') !== 'full') await tree.clear(verdictFile)
    const { value } = text
    const ranThisRun = value === null || !value.old
    return { answer: { kind: 'verdict', outcome, text: value?.text ?? null, runId, ranThisRun }, evidence, runs: [] }
  }
  const unasked = layer.config.exit === undefined ? await tree.workshop.readLog(offered) : undefined
  if (unasked !== undefined) {
    const evidence = evidenceOf(wordsOf(command), outcome, offered)
    return { answer: { kind: 'verdict', outcome, text: unasked, runId, ranThisRun: true }, evidence, runs: [] }
  }
  const { pass, fail } = layer.config.exit ?? { pass: [0], fail: [1] }
  const behind =
    layer.config.exit === undefined ? exitBehindMake(lineOf(layer.config.run), outcome.exit_code, outcome.tail) : null
  return {
    answer: {
      kind: 'exit',
      outcome: behind === null ? outcome : { ...outcome, exit_code: behind },
      pass,
      fail: fail ?? [],
      declared: layer.config.exit !== undefined,
    },
    evidence: evidenceOf(wordsOf(command), outcome, null),
    runs: [],
  }
}

import { againstControl } from './gate/against-control.ts'
import { brokenExam, examVerdict } from './gate/broken-exam.ts'
import { gateSettings } from './gate/gate-settings.ts'
import { type Ground, openGround } from './gate/ground.ts'
import { type Layer, layersOf } from './gate/layers.ts'
import { judgeMetrics } from './gate/metric-gates.ts'
import { doctorLayer, lookFirst, unfit } from './gate/preflight.ts'
import { type LayerRun, runLayer } from './gate/run-layer.ts'
import { type Settled, schedule } from './gate/schedule.ts'
import type { Anomaly } from './model/anomaly.ts'
import type { Visibility } from './model/gate-config.ts'
import type { GateRequest, GateWorld, Preflight } from './model/gate-world.ts'
import type { Trouble } from './model/result.ts'
import type { Verdict } from './model/verdict.ts'
import { combine } from './verdict/combine.ts'
import { visible } from './verdict/visible.ts'

/** The verdict of a gate: a verdict, with one of each layer. */
export type GateReport = Verdict

/** The whole of it, and what a program may see. */
export interface GateAnswer {
  readonly whole: GateReport
  readonly seen: GateReport
}

const STRICTER: readonly Visibility[] = ['full', 'counts', 'hidden']

const strictest = (all: readonly Visibility[]): Visibility =>
  all.reduce<Visibility>((one, other) => (STRICTER.indexOf(other) > STRICTER.indexOf(one) ? other : one), 'full')

const unrun = (trouble: Trouble, world: GateWorld, started: Date): GateAnswer => {
  const whole: GateReport = {
    status: 'error',
    blocking: [trouble.message],
    metrics: {},
    confidence: 1,
    version: 1,
    run: { id: world.runId, started_at: started.toISOString(), finished_at: world.now().toISOString() },
    trouble: trouble.kind,
    ...(trouble.remedy === undefined ? {} : { remedy: trouble.remedy }),
  }
  return { whole, seen: whole }
}

/** Runs one layer where the gate runs. Files that it is judged by must be the control's before it, and after it what they were. */
const runHere = async (layer: Layer, { here, lockedChanges }: Ground, world: GateWorld): Promise<LayerRun> => {
  const edited = lockedChanges(layer)
  if (edited.length > 0) return brokenExam(layer, edited)
  const run = await runLayer(layer, here, world)
  const { locked, staged, workshop } = here.tree
  const written = locked.length === 0 ? [] : await workshop.changed(staged, locked)
  const touched = [...written.map((path) => `${path} is locked, and was changed while it ran`), ...lockedChanges(layer)]
  return touched.length === 0 ? run : brokenExam(layer, touched, run)
}

/** Asks the control of everything that is not plainly green, one after the other, when all has run. */
const heldAgainst = async (
  settled: ReadonlyMap<string, Settled<LayerRun>>,
  layers: readonly Layer[],
  ground: Ground,
  world: GateWorld,
): Promise<ReadonlyMap<string, Settled<LayerRun>>> => {
  const control = ground.control?.(new Map(layers.map((layer) => [layer.id, layer])))
  if (control === undefined) return settled
  const held = new Map<string, Settled<LayerRun>>()
  for (const [id, one] of settled) {
    if (!('ran' in one) || world.interrupted()) {
      held.set(id, one)
      continue
    }
    const verdict = await againstControl(one.ran, control, world)
    if (verdict.status !== one.ran.verdict.status)
      world.say({ kind: 'result', text: `${id}: ${verdict.status}, held against the control` })
    held.set(id, { ran: { ...one.ran, verdict } })
  }
  return held
}

const runIn = async (
  request: GateRequest,
  ground: Ground,
  world: GateWorld,
  started: Date,
  health: Preflight | null,
): Promise<GateAnswer> => {
  const { tree } = ground.here
  const read = await gateSettings(ground.settings, world)
  if (!read.ok) return unrun(read.trouble, world, started)
  const { settings } = read.value
  const machine = (health?.verdict.anomalies ?? []) as readonly Anomaly[]
  const anomalies = [...read.value.anomalies, ...ground.anomalies, ...machine]
  const layers = layersOf(settings, request.layers)
  if (!layers.ok) return unrun(layers.trouble, world, started)
  const byId = new Map(layers.value.map((layer) => [layer.id, layer]))
  const jobs = request.jobs ?? settings.config.jobs ?? 1
  for (const { id, config } of layers.value)
    world.say({ kind: 'plan', text: `${id}: ${typeof config.run === 'string' ? config.run : config.run.join(' ')}` })
  const alone = await schedule(
    layers.value,
    jobs,
    async (id) => {
      const layer = byId.get(id)
      if (layer === undefined) throw new Error(`no layer ${id}`)
      world.say({ kind: 'check', text: id })
      const began = world.now()
      const ran = await runHere(layer, ground, world)
      const run = {
        id: world.runId,
        started_at: began.toISOString(),
        duration_ms: world.now().getTime() - began.getTime(),
      }
      const answer = { ...ran, verdict: { ...ran.verdict, run } }
      world.say({ kind: 'result', text: `${id}: ${answer.verdict.status}` })
      return answer
    },
    ({ verdict }) => verdict.status === 'pass',
  )
  const settled = await heldAgainst(alone, layers.value, ground, world)
  const ran = [...settled].flatMap(([id, one]) => ('ran' in one ? [[id, one.ran.verdict] as const] : []))
  const today = started.toISOString().slice(0, 10)
  const place = { committed: ground.committed, commit: tree.commit, dirty: tree.dirty }
  const metrics = await judgeMetrics(settings.config, Object.fromEntries(ran), place, today)
  const exam = examVerdict(ground.anomalies)
  const whole = combine([
    ...doctorLayer(health),
    ...[...settled].map(([id, one]) =>
      'ran' in one ? { id, verdict: one.ran.verdict } : { id, precludedBy: one.precludedBy },
    ),
    ...(metrics === null ? [] : [{ id: 'gates', verdict: metrics }]),
    ...(exam === null ? [] : [{ id: 'exam', verdict: exam }]),
  ])
  if (metrics !== null) world.say({ kind: 'result', text: `gates: ${metrics.status}` })
  const finished = world.now()
  const report: GateReport = {
    ...whole,
    version: 1,
    check: 'gate',
    run: {
      id: world.runId,
      started_at: started.toISOString(),
      finished_at: finished.toISOString(),
      duration_ms: finished.getTime() - started.getTime(),
    },
    subject: { commit: tree.commit, branch: tree.branch, dirty: tree.dirty },
    ...(ground.controlSha === null ? {} : { control: ground.controlSha }),
    ...(anomalies.length === 0 ? {} : { anomalies }),
  }
  const visibility = Object.fromEntries(
    layers.value.map(({ id, config }) => [id, config.visibility ?? 'full'] as const),
  )
  const onError = Object.fromEntries(
    layers.value.flatMap(({ id, config }) => (config.on_error === undefined ? [] : [[id, config.on_error] as const])),
  )
  // What the rules say of a layer is as visible as the layer.
  const seen = visible(report, { ...visibility, gates: strictest(Object.values(visibility)) }, onError)
  return { whole: report, seen }
}

/**
 * Runs every layer of a project, in the tree that it is called in or in a clean one, and answers with one verdict; with a control, whatever
 * is not green is asked of it again. Never throws for anything but a bug. */
export const gate = async (request: GateRequest, world: GateWorld): Promise<GateAnswer> => {
  const started = world.now()
  const health = await lookFirst(world)
  if (health !== null && health.verdict.status !== 'pass') {
    const whole = unfit(health, world, started)
    return { whole, seen: whole }
  }
  const opened = await openGround(request, world)
  if (!opened.ok) return unrun(opened.trouble, world, started)
  try {
    const answer = await runIn(request, opened.value, world, started, health)
    await world.record(answer.whole)
    return answer
  } finally {
    await opened.value.close()
  }
}

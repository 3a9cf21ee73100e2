import { asSeen } from './gate/as-seen.ts'
import { examVerdict } from './gate/broken-exam.ts'
import { gateSettings } from './gate/gate-settings.ts'
import { type Ground, openGround } from './gate/ground.ts'
import { layersOf } from './gate/layers.ts'
import { judgeMetrics } from './gate/metric-gates.ts'
import { doctorLayer, lookFirst, type Started, unfit } from './gate/preflight.ts'
import { watchGate, withAnomalies } from './gate/progress.ts'
import { runAll } from './gate/run-all.ts'
import type { Anomaly } from './model/anomaly.ts'
import type { GateRequest, GateWorld, Preflight } from './model/gate-world.ts'
import type { Trouble } from './model/result.ts'
import type { Verdict } from './model/verdict.ts'
import { combine } from './verdict/combine.ts'

/** The verdict of a gate: a verdict, with one of each layer. */
export type GateReport = Verdict

/** The whole of it, and what a program may see. */
export interface GateAnswer {
  readonly whole: GateReport
  readonly seen: GateReport
}

const unrun = (trouble: Trouble, world: GateWorld, started: Started): GateAnswer => {
  const whole: GateReport = {
    status: 'error',
    blocking: [trouble.message],
    metrics: {},
    confidence: 1,
    version: 1,
    run: { id: world.runId, started_at: started.at.toISOString(), finished_at: world.now().toISOString() },
    trouble: trouble.kind,
    ...(trouble.remedy === undefined ? {} : { remedy: trouble.remedy }),
  }
  return { whole, seen: whole }
}

const runIn = async (
  request: GateRequest,
  ground: Ground,
  world: GateWorld,
  started: Started,
  health: Preflight | null,
): Promise<GateAnswer> => {
  const { tree } = ground.here
  const read = await gateSettings(ground.settings, world)
  if (!read.ok) return unrun(read.trouble, world, started)
  const { settings } = read.value
  const layers = layersOf(settings, request.layers)
  if (!layers.ok) return unrun(layers.trouble, world, started)
  const jobs = request.jobs ?? settings.config.jobs ?? 1
  for (const { id, config } of layers.value)
    world.say({ kind: 'plan', text: `${id}: ${typeof config.run === 'string' ? config.run : config.run.join(' ')}` })
  const watched = await watchGate(layers.value, { ...request, jobs }, tree, world)
  const settled = await runAll(layers.value, jobs, ground, watched, world)
  const ran = [...settled].flatMap(([id, one]) => ('ran' in one ? [[id, one.ran.verdict] as const] : []))
  const today = started.at.toISOString().slice(0, 10)
  const place = { committed: ground.committed, commit: tree.commit, dirty: tree.dirty }
  const judge = (isAsked: (layer: string) => boolean) =>
    judgeMetrics(settings.config, Object.fromEntries(ran.filter(([id]) => isAsked(id))), place, today)
  const metrics = await judge(() => true)
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
  const judged: GateReport = {
    ...whole,
    version: 1,
    check: 'gate',
    run: {
      id: world.runId,
      started_at: started.at.toISOString(),
      finished_at: world.now().toISOString(),
      duration_ms: Math.round(world.monotonic() - started.from),
    },
    subject: { commit: tree.commit, branch: tree.branch, dirty: tree.dirty },
    ...(ground.controlSha === null ? {} : { control: ground.controlSha }),
  }
  const machine = (health?.verdict.anomalies ?? []) as readonly Anomaly[]
  const anomalies = [...read.value.anomalies, ...ground.anomalies, ...machine]
  const report = await watched.identified(withAnomalies(judged, anomalies))
  const seen = await asSeen(report, layers.value, judge)
  return { whole: report, seen }
}

/**
 * Runs every layer of a project, in the tree that it is called in or in a clean one, and answers with one verdict; with a control, whatever
 * is not green is asked of it again. Never throws for anything but a bug. */
export const gate = async (request: GateRequest, world: GateWorld): Promise<GateAnswer> => {
  const started = { at: world.now(), from: world.monotonic() }
  const health = await lookFirst(world)
  if (health !== null && health.verdict.status !== 'pass') {
    const whole = unfit(health, world, started)
    return { whole, seen: whole }
  }
  const opened = await openGround(request, world)
  if (!opened.ok) return unrun(opened.trouble, world, started)
  try {
    const answer = await runIn(request, opened.value, world, started, health)
    const more = await world.record(answer.whole, answer.seen)
    return { whole: withAnomalies(answer.whole, more), seen: withAnomalies(answer.seen, more) }
  } finally {
    await opened.value.close()
  }
}

import { settingsOf } from './discovery/config.ts'
import { readGrounds } from './discovery/projects.ts'
import { layersOf } from './gate/layers.ts'
import { judgeMetrics } from './gate/metric-gates.ts'
import { watchGate, withAnomalies } from './gate/progress.ts'
import { runLayer } from './gate/run-layer.ts'
import { schedule } from './gate/schedule.ts'
import type { Visibility } from './model/gate-config.ts'
import type { GateRequest, GateTree, GateWorld } from './model/gate-world.ts'
import type { Trouble } from './model/result.ts'
import type { Verdict } from './model/verdict.ts'
import { other, stacks } from './stacks/index.ts'
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

const runIn = async (request: GateRequest, tree: GateTree, world: GateWorld, started: Date): Promise<GateAnswer> => {
  const settings = settingsOf(tree.view)
  if (!settings.ok) return unrun(settings.trouble, world, started)
  if (settings.value === null || settings.value.config.layers === undefined)
    return unrun(
      {
        kind: 'no-gate',
        message: 'no gate is configured: triverdict.yaml has no `layers:`',
        remedy: 'Run `triverdict init` to write one.',
      },
      world,
      started,
    )
  const layers = layersOf(settings.value, request.layers)
  if (!layers.ok) return unrun(layers.trouble, world, started)
  const grounds = readGrounds(tree.view, stacks, undefined, other)
  if (!grounds.ok) return unrun(grounds.trouble, world, started)
  const byId = new Map(layers.value.map((layer) => [layer.id, layer]))
  const jobs = request.jobs ?? settings.value.config.jobs ?? 1
  for (const { id, config } of layers.value)
    world.say({ kind: 'plan', text: `${id}: ${typeof config.run === 'string' ? config.run : config.run.join(' ')}` })
  const watched = await watchGate(settings.value, layers.value, request, tree, world)
  const settled = await schedule(
    layers.value,
    jobs,
    async (id) => {
      const layer = byId.get(id)
      if (layer === undefined) throw new Error(`no layer ${id}`)
      world.say({ kind: 'check', text: id })
      const began = world.now()
      await watched.started(id)
      const ran = await runLayer(layer, tree, grounds.value, world)
      const run = {
        id: world.runId,
        started_at: began.toISOString(),
        duration_ms: world.now().getTime() - began.getTime(),
      }
      const answer = { ...ran, verdict: { ...ran.verdict, run } }
      world.say({ kind: 'result', text: `${id}: ${answer.verdict.status}` })
      await watched.ended(id, answer.verdict)
      return answer
    },
    ({ verdict }) => verdict.status === 'pass',
  )
  const ran = [...settled].flatMap(([id, one]) => ('ran' in one ? [[id, one.ran.verdict] as const] : []))
  const today = started.toISOString().slice(0, 10)
  const metrics = await judgeMetrics(settings.value.config, Object.fromEntries(ran), tree, today)
  const whole = combine([
    ...[...settled].map(([id, one]) =>
      'ran' in one ? { id, verdict: one.ran.verdict } : { id, precludedBy: one.precludedBy },
    ),
    ...(metrics === null ? [] : [{ id: 'gates', verdict: metrics }]),
  ])
  if (metrics !== null) world.say({ kind: 'result', text: `gates: ${metrics.status}` })
  const finished = world.now()
  const report: GateReport = await watched.identified({
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
  })
  const visibility = Object.fromEntries(
    layers.value.map(({ id, config }) => [id, config.visibility ?? 'full'] as const),
  )
  // What the rules say of a layer is as visible as the layer.
  return { whole: report, seen: visible(report, { ...visibility, gates: strictest(Object.values(visibility)) }) }
}

/** Runs every layer of a project, in the tree that it is called in, and answers with one verdict. Never throws for anything but a bug. */
export const gate = async (request: GateRequest, world: GateWorld): Promise<GateAnswer> => {
  const started = world.now()
  const opened = await world.open()
  if (!opened.ok) return unrun(opened.trouble, world, started)
  try {
    const answer = await runIn(request, opened.value, world, started)
    const more = await world.record(answer.whole, answer.seen)
    return { whole: withAnomalies(answer.whole, more), seen: withAnomalies(answer.seen, more) }
  } finally {
    await opened.value.close()
  }
}

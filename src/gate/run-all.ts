import type { GateWorld } from '../model/gate-world.ts'
import { againstControl } from './against-control.ts'
import { brokenExam } from './broken-exam.ts'
import type { Ground } from './ground.ts'
import type { Layer } from './layers.ts'
import type { Watched } from './progress.ts'
import { type LayerRun, runLayer } from './run-layer.ts'
import { type Settled, schedule } from './schedule.ts'

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

/** Runs the layers in the order of their needs, so many at once, and asks the control, where there is one, of those that are not green. */
export const runAll = async (
  layers: readonly Layer[],
  jobs: number,
  ground: Ground,
  watched: Watched,
  world: GateWorld,
): Promise<ReadonlyMap<string, Settled<LayerRun>>> => {
  const byId = new Map(layers.map((layer) => [layer.id, layer]))
  const alone = await schedule(
    layers,
    jobs,
    async (id) => {
      const layer = byId.get(id)
      if (layer === undefined) throw new Error(`no layer ${id}`)
      world.say({ kind: 'check', text: id })
      const [began, from] = [world.now(), world.monotonic()]
      await watched.started(id)
      const ran = await runHere(layer, ground, world)
      const run = {
        id: world.runId,
        started_at: began.toISOString(),
        duration_ms: Math.round(world.monotonic() - from),
      }
      const answer = { ...ran, verdict: { ...ran.verdict, run } }
      world.say({ kind: 'result', text: `${id}: ${answer.verdict.status}` })
      await watched.ended(id, answer.verdict)
      return answer
    },
    ({ verdict }) => verdict.status === 'pass',
  )
  return await heldAgainst(alone, layers, ground, world)
}

import type { GateWorld, Preflight } from '../model/gate-world.ts'
import type { Verdict } from '../model/verdict.ts'
import type { Layer } from '../verdict/combine.ts'
import { combine } from '../verdict/combine.ts'

/** When a gate began, and where the clock of durations stood. */
export interface Started {
  readonly at: Date
  /** Milliseconds of `monotonic`. */
  readonly from: number
}

/** The id of the doctor's verdict among the layers of a gate. */
export const DOCTOR = 'doctor'

/** Looks at the machine where that was asked for; null otherwise. */
export const lookFirst = async (world: GateWorld): Promise<Preflight | null> => {
  if (world.preflight === undefined) return null
  const began = { at: world.now(), from: world.monotonic() }
  world.say({ kind: 'check', text: DOCTOR })
  const { verdict, layers } = await world.preflight()
  world.say({ kind: 'result', text: `${DOCTOR}: ${verdict.status}` })
  const run = {
    id: world.runId,
    started_at: began.at.toISOString(),
    duration_ms: Math.round(world.monotonic() - began.from),
  }
  return { verdict: { ...verdict, run }, layers }
}

/** The doctor as a layer that all others need; none where nobody asked for it. */
export const doctorLayer = (found: Preflight | null): readonly Layer[] =>
  found === null ? [] : [{ id: DOCTOR, verdict: found.verdict }]

/** The verdict of a gate of which nothing was run, since the machine cannot: the doctor's reasons are the gate's, and its layers are precluded. */
export const unfit = (found: Preflight, world: GateWorld, started: Started): Verdict => {
  const { subject, anomalies } = found.verdict
  return {
    ...combine([...doctorLayer(found), ...found.layers.map((id) => ({ id, precludedBy: DOCTOR }))]),
    version: 1,
    check: 'gate',
    run: {
      id: world.runId,
      started_at: started.at.toISOString(),
      finished_at: world.now().toISOString(),
      duration_ms: Math.round(world.monotonic() - started.from),
    },
    ...(subject === undefined ? {} : { subject }),
    trouble: 'preflight',
    anomalies: anomalies ?? [],
  }
}

import type { GateWorld } from '../model/gate-world.ts'
import type { Verdict } from '../model/verdict.ts'
import { limitBlocking, openBlocking } from '../verdict/blocking.ts'

/** All of a verdict, and what a program may see of it. */
interface Answer {
  readonly whole: Verdict
  readonly seen: Verdict
}

/** The answer of a gate of which nothing was run, since the machine cannot: the doctor's reasons are the gate's. */
export const unfit = (health: Verdict, world: GateWorld, started: Date): Answer => {
  const { reasons, more } = openBlocking(health.blocking)
  const finished = world.now()
  const whole: Verdict = {
    status: 'error',
    blocking: limitBlocking(
      reasons.map((reason) => `doctor: ${reason}`),
      more,
    ),
    metrics: { doctor: health.metrics },
    confidence: 1,
    version: 1,
    check: 'gate',
    run: {
      id: world.runId,
      started_at: started.toISOString(),
      finished_at: finished.toISOString(),
      duration_ms: finished.getTime() - started.getTime(),
    },
    ...(health.subject === undefined ? {} : { subject: health.subject }),
    trouble: 'preflight',
    anomalies: health.anomalies ?? [],
  }
  return { whole, seen: whole }
}

/** What the doctor found and did not stop for, beside what the gate found. */
export const withHealth = (answer: Answer, health: Verdict | null): Answer => {
  if (health === null) return answer
  const told = (report: Verdict): Verdict => ({
    ...report,
    anomalies: [
      ...((report.anomalies ?? []) as readonly unknown[]),
      ...((health.anomalies ?? []) as readonly unknown[]),
    ],
  })
  return { whole: told(answer.whole), seen: told(answer.seen) }
}

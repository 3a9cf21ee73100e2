import type { Anomaly } from '../model/anomaly.ts'
import type { Verdict } from '../model/verdict.ts'
import { limitBlocking } from '../verdict/blocking.ts'
import { judgeLayer } from '../verdict/judge-layer.ts'
import { rulesOf } from './layer-parts.ts'
import type { Layer } from './layers.ts'
import type { LayerRun } from './run-layer.ts'

/** A layer whose locked files are not what they must be: an error, whatever it said. */
export const brokenExam = (layer: Layer, sentences: readonly string[], run?: LayerRun): LayerRun => {
  const [first = 'a locked file was changed', ...rest] = sentences
  const verdict = judgeLayer(layer.id, { kind: 'not-run', reason: first }, rulesOf(layer))
  return {
    layer,
    asked: { answer: { kind: 'not-run', reason: first }, evidence: run?.asked.evidence ?? {}, runs: [] },
    verdict: {
      ...verdict,
      blocking: limitBlocking([...verdict.blocking, ...rest]),
      ...(run === undefined ? {} : { evidence: run.asked.evidence }),
    },
  }
}

/** What stands in the way of any verdict on a composed tree: the anomalies that block. Null where none does. */
export const examVerdict = (anomalies: readonly Anomaly[]): Verdict | null => {
  const blocking = anomalies.filter((each) => each.blocking).map(({ kind, detail }) => `${kind}: ${detail}`)
  return blocking.length === 0 ? null : { status: 'error', blocking: limitBlocking(blocking), metrics: {} }
}

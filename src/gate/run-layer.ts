import type { GateWorld } from '../model/gate-world.ts'
import type { Verdict } from '../model/verdict.ts'
import { judgeLayer } from '../verdict/judge-layer.ts'
import { type Asked, askLayer, type LayerGround } from './ask-layer.ts'
import { rulesOf } from './layer-parts.ts'
import type { Layer } from './layers.ts'

/** What was run, what it answered, and the verdict of it, judged alone. */
export interface LayerRun {
  readonly layer: Layer
  readonly asked: Asked
  readonly verdict: Verdict
}

/** Runs one layer in a tree and judges it alone: nothing is asked of a control. */
export const runLayer = async (layer: Layer, ground: LayerGround, world: GateWorld): Promise<LayerRun> => {
  const asked = await askLayer(layer, ground, world)
  const { answer, evidence } = asked
  const verdict = judgeLayer(layer.id, answer, rulesOf(layer))
  return { layer, asked, verdict: { ...verdict, ...(Object.keys(evidence).length > 0 ? { evidence } : {}) } }
}

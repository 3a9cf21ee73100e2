import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Visibility } from '../model/gate-config.ts'
import type { GateRequest, GateTree, GateWorld } from '../model/gate-world.ts'
import type { Verdict } from '../model/verdict.ts'
import { identityOf, treeChanged } from './identity.ts'
import type { Layer } from './layers.ts'

/** A gate under way: what it tells those who wait, and what it knows of its tree. */
export interface Watched {
  started(layer: string): Promise<void>
  ended(layer: string, verdict: Verdict): Promise<void>
  /** The report with the tree and the definition that it is of. `tree` is null where the content changed meanwhile, and that is said. */
  identified(report: Verdict): Promise<Verdict>
}

const visibilityOf = ({ config }: Layer): Visibility => config.visibility ?? 'full'

/** Adds what a reader should know. It never changes a status. */
export const withAnomalies = (report: Verdict, more: readonly Anomaly[]): Verdict =>
  more.length === 0 ? report : { ...report, anomalies: [...((report.anomalies ?? []) as readonly Anomaly[]), ...more] }

/**
 * Tells that a gate began, in the tree as it is now, and watches it from then on. A clean tree of a commit is nothing that somebody waits in:
 * of such a gate nothing is told.
 */
export const watchGate = async (
  layers: readonly Layer[],
  request: GateRequest,
  tree: GateTree,
  world: GateWorld,
): Promise<Watched> => {
  const { identity } = tree
  if (identity === undefined)
    return { started: async () => undefined, ended: async () => undefined, identified: async (report) => report }
  const before = await identityOf(tree.view, identity, request)
  await world.journal?.began({
    request,
    jobs: request.jobs ?? 1,
    layers: layers.map((layer) => ({ id: layer.id, needs: layer.needs, visibility: visibilityOf(layer) })),
    tree: before.ok ? before.value.tree.tree : null,
    digest: before.ok ? before.value.digest : null,
  })
  return {
    started: async (layer) => await world.journal?.started(layer),
    ended: async (layer, verdict) => await world.journal?.ended(layer, verdict),
    async identified(report) {
      const unknown = (detail: string): Verdict =>
        withAnomalies({ ...report, subject: { ...(report.subject as object), tree: null } }, [
          anomaly('tree-unknown', 'medium', detail),
        ])
      if (!before.ok) return unknown(before.trouble.message)
      const digest = {
        digest: before.value.digest,
        ...(request.layers.length > 0 ? { asked: [...request.layers] } : {}),
      }
      const after = await identity.content(before.value.isResult)
      if (!after.ok) return { ...unknown(after.trouble.message), ...digest }
      const named = layers.every((layer) => visibilityOf(layer) === 'full')
      const changed = treeChanged(before.value.tree, after.value, named)
      const subject = { ...(report.subject as object), tree: changed === null ? after.value.tree : null }
      return { ...withAnomalies({ ...report, subject }, changed === null ? [] : [changed]), ...digest }
    },
  }
}

import { SETTINGS_FILES } from '../../discovery/settings.ts'
import { type GateIdentity, identityOf } from '../../gate/identity.ts'
import { type GateState, latestGates, lookAtGate } from '../../io/gate-records.ts'
import { openFilesView } from '../../io/git/files-view.ts'
import { openRepository } from '../../io/git/repository.ts'
import { treeIdentity } from '../../io/git/working-content.ts'
import { homeOf } from '../../io/home.ts'
import { findPlaces } from '../../io/places.ts'
import type { GateRequest } from '../../model/gate-world.ts'
import { ok, type Result, trouble } from '../../model/result.ts'

/** The working tree that a command was called in, and where its gates are known. */
export interface GatePlace {
  readonly worktree: string
  readonly state: string
  /** The content of the tree now, and the definition of its gate. Trouble: no gate is configured, or it cannot be read. */
  identity(request: GateRequest): Promise<Result<GateIdentity>>
}

/** Finds the working tree of a directory. Nothing is made or written. */
export const findGatePlace = async (where: string): Promise<Result<GatePlace>> => {
  const repository = await openRepository(where)
  if (!repository.ok) return repository
  const { worktree, id } = repository.value
  if (worktree === null)
    return trouble('no-worktree', `${where} is a bare repository: a gate runs in a working tree`, {
      remedy: 'Call it in a worktree.',
    })
  const places = findPlaces(process.env, homeOf(process.env), id)
  if (!places.ok) return places
  return ok({
    worktree,
    state: places.value.state,
    async identity(request) {
      const view = await openFilesView({ ...repository.value, worktree }, SETTINGS_FILES)
      return view.ok ? await identityOf(view.value, treeIdentity(worktree), request) : view
    },
  })
}

const none = (remedy = 'Run `triverdict gate`, or `triverdict gate --detach` in the background.'): Result<never> =>
  trouble('no-gate-run', 'no gate has run in this tree', { remedy })

/** The gate of an id; without one the last of this tree. Trouble where there is none. */
export const findGate = async (place: GatePlace, run: string | null): Promise<Result<GateState>> => {
  const id = run ?? (await latestGates(place.state, place.worktree)).latest
  if (id === null) return none()
  const found = await lookAtGate(place.state, id)
  if (!found.ok) return found
  if (found.value !== null) return ok(found.value)
  return run === null
    ? none()
    : trouble('no-such-run', `there is no gate of the id ${run}`, {
        remedy: 'Leave --run out for the last one of this tree.',
      })
}

/**
 * The gate that says something of this tree as a whole: one that runs, else the last one that no layers were picked for, since a pass of a
 * few layers is no pass of the gate.
 */
export const findWholeGate = async (place: GatePlace): Promise<Result<GateState>> => {
  const last = await findGate(place, null)
  if (!last.ok || last.value.state === 'running' || last.value.record.request.layers.length === 0) return last
  const { whole } = await latestGates(place.state, place.worktree)
  const found = whole === null ? null : await lookAtGate(place.state, whole)
  if (found !== null && !found.ok) return found
  if (found !== null && found.value !== null) return ok(found.value)
  const { run, request } = last.value.record
  return trouble('no-whole-gate', `only a part of the gate has run in this tree: ${request.layers.join(', ')}`, {
    remedy: `Run \`triverdict gate\`; \`triverdict status --run ${run}\` shows the part.`,
  })
}

/** Whether what a gate says holds for the tree as it is now; the sentence says why not. */
export type Freshness = { readonly fresh: true } | { readonly fresh: false; readonly why: string }

const stale = (why: string): Freshness => ({ fresh: false, why })

/** Compares the tree and the definition that a gate is of with those of now, of what is asked for. What is not known is not fresh. */
export const freshnessOf = async (
  place: GatePlace,
  found: GateState,
  asked: GateRequest = found.record.request,
): Promise<Freshness> => {
  const { record } = found
  const now = await place.identity(asked)
  if (!now.ok) return stale(`whether the last verdict is of this tree cannot be said: ${now.trouble.message}`)
  const subject = found.state === 'ended' ? (found.verdict.subject as { tree?: unknown } | undefined) : undefined
  const [tree, digest] =
    found.state === 'ended' ? [subject?.tree ?? null, found.verdict.digest ?? null] : [record.tree, record.digest]
  if (typeof tree !== 'string') return stale('the last verdict is of no one tree: it changed while the gate ran')
  if (tree !== now.value.tree.tree) return stale('the last verdict is of another tree')
  if (digest !== now.value.digest) return stale('the last verdict is of another definition of the gate')
  return { fresh: true }
}

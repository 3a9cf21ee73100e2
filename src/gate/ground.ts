import picomatch from 'picomatch'
import { readGrounds } from '../discovery/projects.ts'
import type { Anomaly } from '../model/anomaly.ts'
import type { CommittedFile, GateRequest, GateStages, GateTree, GateWorld } from '../model/gate-world.ts'
import type { RepoView } from '../model/repo-view.ts'
import { ok, type Result, trouble } from '../model/result.ts'
import type { Subject, VerifyRequest, Workshop } from '../model/world.ts'
import { other, stacks } from '../stacks/index.ts'
import { entriesOf, viewOf } from '../verify/composed-view.ts'
import { type Planned, planBranch } from '../verify/plan-branch.ts'
import { recipeFrom, type TreeSource } from '../verify/site.ts'
import type { Control } from './against-control.ts'
import type { LayerGround } from './ask-layer.ts'
import type { Layer } from './layers.ts'
import { runLayer } from './run-layer.ts'

/** Where a gate runs, where its own files are read, and what it is held against. */
export interface Ground {
  readonly here: LayerGround
  /** Where triverdict.yaml is read. */
  readonly settings: RepoView
  /** Where baselines are read. */
  readonly committed: GateTree['committed']
  /** Null without `--control`. `layers`: all that are configured. */
  readonly control: ((layers: ReadonlyMap<string, Layer>) => Control) | null
  readonly controlSha: string | null
  readonly anomalies: readonly Anomaly[]
  /** Paths of the tree that differ from the control's though a layer says that they are locked; sentences. */
  lockedChanges(layer: Layer): readonly string[]
  close(): Promise<void>
}

const groundOf = (tree: GateTree): Result<LayerGround> => {
  const grounds = readGrounds(tree.view, stacks, undefined, other)
  return grounds.ok ? ok({ tree, grounds: grounds.value }) : grounds
}

/** The gate in the working tree, without a control. */
const inPlace = async (world: GateWorld): Promise<Result<Ground>> => {
  const opened = await world.open()
  if (!opened.ok) return opened
  const tree = opened.value
  const here = groundOf(tree)
  if (!here.ok) {
    await tree.close()
    return here
  }
  return ok({
    here: here.value,
    settings: tree.view,
    committed: (path) => tree.committed(path),
    ...{ control: null, controlSha: null, anomalies: [] },
    lockedChanges: () => [],
    close: () => tree.close(),
  })
}

/** Baselines of a commit; `here` is the tree that runs, whose edited copies are named. */
const committedAt =
  (view: RepoView, here: RepoView): GateTree['committed'] =>
  async (path): Promise<readonly CommittedFile[]> => {
    const place = path.replace(/\/+$/, '')
    return view.paths
      .filter((each) => each === place || each.startsWith(`${place}/`))
      .flatMap((each) => {
        const text = view.read(each)
        return text === undefined ? [] : [{ path: each, text, changed: here.read(each) !== text }]
      })
  }

const editedSince = (control: RepoView, here: RepoView, globs: readonly string[], ref: string): readonly string[] => {
  const isLocked = picomatch([...globs], { dot: true })
  const edited = [...new Set([...control.paths, ...here.paths])]
    .filter((path) => isLocked(path) && control.oid(path) !== here.oid(path))
    .sort()
    .map((path) => `${path} is locked, and differs from ${ref}`)
  // One that locks nothing is misspelt, or its files are gone: either way nobody holds the exam.
  const idle = globs.filter((glob) => {
    const matches = picomatch(glob, { dot: true })
    return !control.paths.some((path) => matches(path))
  })
  return [...edited, ...idle.map((glob) => `${glob} is to be locked, and nothing at ${ref} is called so`)]
}

interface Staging {
  readonly stages: GateStages
  readonly subject: Subject
  readonly planned: Planned
  readonly workshop: Workshop
}

const openStaging = async (request: GateRequest, world: GateWorld): Promise<Result<Staging>> => {
  const stages = await world.stages()
  const fail = async <T>(found: Result<T>): Promise<Result<never>> => {
    await stages.close()
    return found as Result<never>
  }
  const lock = request.control ?? request.tree
  const asked: VerifyRequest = {
    ...{ repository: world.repository, lock, branch: request.tree ?? lock, id: null },
    ...{ goals: [], projects: [], require: [], strict: false },
  }
  const looked = await stages.world.look(asked)
  if (!looked.ok) return await fail(looked)
  const planned = await planBranch(looked.value, asked, stages.world)
  if (!planned.ok) return await fail(planned)
  const workshop = await stages.world.workshop(looked.value, [])
  if (!workshop.ok) return await fail(workshop)
  return ok({ stages, subject: looked.value, planned: planned.value, workshop: workshop.value })
}

/** Stages a tree with its dependencies, as a tree of the gate. */
const stageTree = async (
  { stages, subject, planned, workshop }: Staging,
  name: string,
  source: TreeSource,
  of: Pick<GateTree, 'commit' | 'branch' | 'locked'>,
): Promise<Result<LayerGround>> => {
  const recipe = recipeFrom(source, planned.projects, subject.lock.sha)
  const staged = await workshop.stage(name, recipe)
  if (!staged.ok) return staged
  const ambient = {
    path: [...new Set(recipe.installs.flatMap(({ plan }) => plan.path))],
    env: Object.fromEntries(
      recipe.installs.flatMap(({ plan }) =>
        Object.entries(plan.env).map(([key, value]) => [key, value.replaceAll('{stage}', staged.value.root)]),
      ),
    ),
  }
  return groundOf(stages.asTree(workshop, staged.value, source.view, { ...of, ambient }))
}

const sourcesOf = ({ subject, planned }: Staging): Record<'control' | 'change', TreeSource> => ({
  control: { entries: entriesOf(subject.lock.view, 'lock'), view: subject.lock.view, parent: subject.lock.sha },
  change: {
    entries: planned.composed.entries,
    view: viewOf(planned.composed.entries, planned.locked, subject.branch.view),
    parent: subject.branch.sha,
  },
})

/** The control of a gate: its tree is staged when something is first asked of it, and the layers that others need run there once. */
const controlOf = (
  staging: Staging,
  world: GateWorld,
  layers: ReadonlyMap<string, Layer>,
  here: LayerGround,
  isStaged: boolean,
): Control => {
  const { subject, workshop, stages } = staging
  const grounds = new Map<string, Promise<Result<LayerGround>>>()
  const done = new Map<string, Promise<string | null>>()

  /** Why a layer that another needs is no help in a tree; null where it passed there. */
  const prepared = async (name: string, id: string, ground: LayerGround): Promise<string | null> => {
    const layer = layers.get(id)
    if (layer === undefined) return null
    for (const need of layer.needs) {
      const key = `${name} ${need}`
      const known =
        done.get(key) ?? prepared(name, need, ground).then(async (why) => why ?? (await needed(need, ground)))
      done.set(key, known)
      const why = await known
      if (why !== null) return why
    }
    return null
  }
  const needed = async (id: string, ground: LayerGround): Promise<string | null> => {
    const layer = layers.get(id)
    if (layer === undefined) return null
    world.say({ kind: 'step', text: `${id}: needed by what is asked again` })
    const { verdict } = await runLayer(layer, ground, world)
    return verdict.status === 'pass' ? null : `${id}, which it needs, did not pass there: ${verdict.blocking[0]}`
  }
  const ready = async (name: string, source: 'control' | 'change', layer: Layer): Promise<Result<LayerGround>> => {
    const { sha } = subject.lock
    const of =
      source === 'control'
        ? { commit: sha, branch: null, locked: [] }
        : { commit: here.tree.commit, branch: here.tree.branch, locked: here.tree.locked }
    const had = grounds.get(name) ?? stageTree(staging, name, sourcesOf(staging)[source], of)
    grounds.set(name, had)
    const ground = await had
    if (!ground.ok) return ground
    await workshop.activate(ground.value.tree.staged)
    const why = await prepared(name, layer.id, ground.value)
    return why === null ? ground : trouble('needs-not-passed', why)
  }
  return {
    ground: (layer) => ready('control', 'control', layer),
    second: async (layer) => (isStaged ? await ready(`second-${layer.id}`, 'change', layer) : ok(here)),
    inventory: (layer, check) => {
      const key = async (): Promise<string> => {
        const made = [subject.lock.sha, layer.config, check.id, check.command, await stages.world.toolchain()]
        return stages.world.digest(JSON.stringify(['gate', stages.world.version, ...made]))
      }
      return {
        read: async () => await stages.world.readInventory(await key()),
        write: async (inventory) => await stages.world.writeInventory(await key(), inventory),
      }
    },
  }
}

/** Opens what a gate needs by what is asked: the working tree or a clean one, with a control or without. */
export const openGround = async (request: GateRequest, world: GateWorld): Promise<Result<Ground>> => {
  if (request.control === null && request.tree === null) return await inPlace(world)
  const opened = await openStaging(request, world)
  if (!opened.ok) return opened
  const staging = opened.value
  const { subject, planned, workshop, stages } = staging
  const closeStaging = async (): Promise<void> => {
    await workshop.close()
    await stages.close()
  }
  const own = request.tree === null ? await world.open() : null
  const place = own?.ok === true ? own.value : null
  const locked = new Set(planned.composed.lockedPaths)
  const had =
    own === null
      ? await stageTree(staging, 'change', sourcesOf(staging).change, {
          commit: subject.branch.sha,
          branch: subject.branch.name,
          locked: planned.composed.entries.filter(({ path }) => locked.has(path)),
        })
      : own.ok
        ? groundOf(own.value)
        : own
  if (!had.ok) {
    await place?.close()
    await closeStaging()
    return had
  }
  const here = had.value
  const ref = request.control
  const { view } = subject.lock
  return ok({
    here,
    settings: view,
    committed: committedAt(view, here.tree.view),
    control: ref === null ? null : (layers) => controlOf(staging, world, layers, here, place === null),
    controlSha: ref === null ? null : subject.lock.sha,
    anomalies: [...subject.anomalies, ...planned.composed.anomalies].filter(() => request.tree !== null),
    lockedChanges: ({ config }) =>
      ref === null || config.locked === undefined ? [] : editedSince(view, here.tree.view, config.locked, ref),
    async close() {
      await place?.close()
      await closeStaging()
    },
  })
}

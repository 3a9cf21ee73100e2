import type { FoundCheck } from '../discovery/expansion.ts'
import { checksOfLine, lineOf } from '../discovery/named.ts'
import type { Grounds } from '../discovery/projects.ts'
import type { Check, Evidence } from '../model/check.ts'
import type { GateTree, GateWorld } from '../model/gate-world.ts'
import type { Some } from '../model/result.ts'
import type { InstallPlan } from '../model/stack.ts'
import { other } from '../stacks/index.ts'
import { type CheckRun, type Limits, runCheck } from '../verify/run-check.ts'
import { commandOf, kindOf, type LayerPlaces, layerEnvironment, pathOf } from './layer-parts.ts'
import type { Layer } from './layers.ts'

/** A command of a layer whose report is read; `found` where it is a runner that is known. */
export interface LayerCheck {
  readonly check: Check
  readonly found: FoundCheck | null
}

const NOTHING: InstallPlan = {
  ...{ manager: 'none', keyFiles: [], keyCommands: [], install: [], outputs: [], perTree: [] },
  ...{ pinned: true, path: [], env: {} },
}

/** The commands of a layer that answer by reports, in order; null where it answers by a verdict file or by its exit code. */
export const checksOfLayer = (layer: Layer, places: LayerPlaces, grounds: Grounds): readonly LayerCheck[] | null => {
  const { config, id } = layer
  const { cwd } = places
  const kind = kindOf(layer)
  const evidence: Evidence = { tier: 'config', file: layer.file, line: layer.line, text: lineOf(config.run) }
  const auto = config.verdict === undefined && config.exit === undefined && (config.report ?? 'auto') === 'auto'
  const known = auto && kind !== null ? checksOfLine(grounds, lineOf(config.run), cwd, kind, evidence) : null
  if (known !== null)
    return known.map((found, at) => ({
      found,
      check: {
        ...{ id: at === 0 ? id : `${id}-${at + 1}`, kind: found.kind, stack: found.project.stack.id },
        ...{ project: found.project.directory, tool: found.tool?.id ?? null, command: found.command },
        ...{ before: found.before, after: found.after, evidence, declaredReport: null },
      },
    }))
  if (config.report === undefined || config.report === 'auto' || config.report === 'none') return null
  const check: Check = {
    ...{ id, kind: 'tests', stack: other.id, project: '.', tool: null, command: commandOf(layer, config.run, cwd) },
    ...{ before: [], after: [], evidence, declaredReport: config.report },
  }
  return [{ check, found: null }]
}

/** Runs one of them in a tree; `files` narrows it where the runner can select files. */
export const runLayerCheck = async (
  { check, found }: LayerCheck,
  layer: Layer,
  places: LayerPlaces,
  tree: GateTree,
  world: GateWorld,
  limits: Limits,
  files: Some<string> | null = null,
): Promise<CheckRun> => {
  const project = found?.project.view ?? tree.view
  // Each check makes a directory of its own for its reports; this one is for what the command itself writes.
  const reportDirectory = await tree.workshop.reportDirectory(layer.id)
  const bench = {
    workshop: tree.workshop,
    staged: tree.staged,
    stack: found?.project.stack ?? other,
    tool: found?.tool ?? null,
    install: { ...NOTHING, path: pathOf(tree, check.command.cwd) },
    place: { reporters: world.reporters, tree: tree.staged.tree, project, directory: check.project },
    locked: tree.locked,
    lockedText: { speaksOf: () => false },
    env: layerEnvironment(layer, places, tree, world, reportDirectory),
  }
  const { progressFile } = places
  const watched = progressFile === null ? limits : { ...limits, progressFile: `${tree.staged.tree}/${progressFile}` }
  return await runCheck(check, bench, check.id, watched, files)
}

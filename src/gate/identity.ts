import picomatch from 'picomatch'
import { settingsOf } from '../discovery/config.ts'
import { join } from '../discovery/paths.ts'
import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Config } from '../model/config.ts'
import type { GateRequest, TreeContent, TreeIdentity } from '../model/gate-world.ts'
import type { RepoView } from '../model/repo-view.ts'
import { ok, type Result, trouble } from '../model/result.ts'

/** True for the results that layers declare: verdict files, reports and progress files, which are no content of the tree. */
export const isResultOf = (config: Config): ((path: string) => boolean) => {
  const globs = Object.values(config.layers ?? {}).flatMap(({ cwd = '.', verdict, report, progress }) => {
    const [, reported] = /^[a-z-]+:(.*)$/.exec(report ?? '') ?? []
    return [verdict, reported, progress].flatMap((name) =>
      name === undefined || name === 'stdout' ? [] : [join(join('.', cwd) ?? '.', name) ?? []].flat(),
    )
  })
  const matches = picomatch(globs, { dot: true })
  const exact = new Set(globs)
  return (path) => exact.has(path) || (globs.length > 0 && matches(path))
}

/** Which tree, and which definition of its gate. Two verdicts with the same of both speak of the same. */
export interface GateIdentity {
  readonly tree: TreeContent
  readonly digest: string
}

/**
 * The content of a tree without the declared results, and the digest of the gate's definition: the text of triverdict.yaml, the baselines
 * as they are committed, and what was asked for. How many layers run at once changes nothing. Trouble where there is no gate.
 */
export const identityOf = async (
  view: RepoView,
  identity: TreeIdentity,
  request: GateRequest,
): Promise<Result<GateIdentity>> => {
  const settings = settingsOf(view)
  if (!settings.ok) return settings
  if (settings.value === null)
    return trouble('no-gate', 'no gate is configured: there is no triverdict.yaml', {
      remedy: 'Run `triverdict init` to write one.',
    })
  const { config, file } = settings.value
  const tree = await identity.content(isResultOf(config))
  if (!tree.ok) return tree
  const baselines = config.baseline === undefined ? '' : await identity.committedIds(config.baseline)
  const { jobs: _, layers, ...asked } = request
  const definition = [
    file,
    view.read(file) ?? null,
    baselines,
    [...new Set(layers)].sort(),
    Object.entries(asked).sort(),
  ]
  return ok({ tree: tree.value, digest: identity.digest(JSON.stringify(definition)) })
}

const SHOWN = 10

const differing = (before: TreeContent, after: TreeContent): readonly string[] =>
  [...new Set([...before.entries.keys(), ...after.entries.keys()])]
    .filter((path) => before.entries.get(path) !== after.entries.get(path))
    .sort()

/** What is said of a tree that was not the same at the end of a gate; null where it was. With `named` the paths are said too. */
export const treeChanged = (before: TreeContent, after: TreeContent, named: boolean): Anomaly | null => {
  if (before.tree === after.tree) return null
  const paths = differing(before, after)
  const more = paths.length > SHOWN ? `, and ${paths.length - SHOWN} more` : ''
  const which = named ? `: ${paths.slice(0, SHOWN).join(', ')}${more}` : ''
  return anomaly(
    'tree-changed',
    'medium',
    `${paths.length === 1 ? 'a file' : `${paths.length} files`} of the tree changed while the gate ran${which}. The verdict is of neither state`,
    {
      ...(named && paths.length === 1 ? { path: paths[0] as string } : {}),
      evidence: `${before.tree}..${after.tree}`,
      remedy:
        'Leave the tree alone while a gate runs. What a layer writes: let git ignore it, or name it as `verdict`, `report` or `progress`.',
    },
  )
}

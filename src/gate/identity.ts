import picomatch from 'picomatch'
import { settingsOf } from '../discovery/config.ts'
import { join } from '../discovery/paths.ts'
import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { Config } from '../model/config.ts'
import type { GateRequest, TreeContent, TreeIdentity } from '../model/gate-world.ts'
import type { RepoView } from '../model/repo-view.ts'
import { ok, type Result } from '../model/result.ts'

/** True for the results that layers declare: verdict files, reports and progress files, which are no content of the tree. */
export const isResultOf = (config: Pick<Config, 'layers'>): ((path: string) => boolean) => {
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
  /** True for untracked files that are no content of the tree: results that its layers declare. */
  isResult(path: string): boolean
  readonly digest: string
}

/**
 * The content of a tree without the declared results, and the digest of the gate's definition: the text of triverdict.yaml, the baselines
 * as they are committed, the commit of the control, and what was asked for. Where nobody wrote layers the content itself defines them. How
 * many layers run at once changes nothing.
 */
export const identityOf = async (
  view: RepoView,
  identity: TreeIdentity,
  request: GateRequest,
): Promise<Result<GateIdentity>> => {
  const settings = settingsOf(view)
  if (!settings.ok) return settings
  const file = settings.value?.file ?? null
  const isResult = isResultOf(settings.value?.config ?? {})
  const tree = await identity.content(isResult)
  if (!tree.ok) return tree
  const baseline = settings.value?.config.baseline
  const baselines = baseline === undefined ? '' : await identity.committedIds(baseline)
  const control = request.control === null ? null : await identity.commitOf(request.control)
  const { jobs: _, layers, ...asked } = request
  const definition = [
    ...[file, file === null ? null : (view.read(file) ?? null), baselines, control],
    ...[[...new Set(layers)].sort(), Object.entries(asked).sort()],
  ]
  return ok({ tree: tree.value, isResult, digest: identity.digest(JSON.stringify(definition)) })
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

import type { RepoView } from '../model/repo-view.ts'
import type { Probe, Tool } from '../model/stack.ts'

const LOOKED_AT = 400
/** More than any file can bring by what it loads. */
const NEAR = 1_000_000

/**
 * Probes beside at most `limit` of these test files (relative to the project): the ones that load the most different modules. No two
 * have the same file name, wherever they lie, since some runners cannot tell such files apart. `near`: samples that come first.
 */
export const chooseProbes = (
  project: RepoView,
  tool: Tool,
  samples: readonly string[],
  limit: number,
  near: (sample: string) => boolean = () => false,
): readonly Probe[] => {
  const possible = samples.slice(0, LOOKED_AT).flatMap((sample) => {
    const text = tool.probe?.(project, sample)?.text
    return text === undefined ? [] : [{ sample, first: near(sample) ? NEAR : 0, lines: new Set(text.split('\n')) }]
  })
  const taken = new Set<string>()
  const view: RepoView = { ...project, has: (path) => project.has(path) || taken.has(baseName(path)) }
  const chosen: Probe[] = []
  const covered = new Set<string>()
  while (chosen.length < limit) {
    const gain = ({ lines, first }: (typeof possible)[number]): number => {
      const fresh = [...lines].filter((line) => !covered.has(line)).length
      return fresh === 0 ? 0 : fresh + first
    }
    const best = possible.reduce<(typeof possible)[number] | undefined>(
      (one, other) => (one === undefined || gain(other) > gain(one) ? other : one),
      undefined,
    )
    if (best === undefined || gain(best) === 0) break
    for (const line of best.lines) covered.add(line)
    const probe = tool.probe?.(view, best.sample)
    if (probe === undefined) continue
    taken.add(baseName(probe.path))
    chosen.push(probe)
  }
  return chosen
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

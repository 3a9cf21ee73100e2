import type { Anomaly } from '../model/anomaly.ts'
import { flag } from './flags.ts'
import { same } from './jsonc.ts'
import { toolsOf } from './lockfiles.ts'

/**
 * What the branch's version of a lockfile changes. The branch's is used whole, so a test tool that differs from the lock's blocks;
 * one that the lock did not have is no exam of the lock's and passes. `isMoved`: another file of the branch pins a tool of the lock's
 * just as this one did, so that it may go from here. `differing`: tools that a new lockfile pins otherwise than those of the lock beside it.
 */
export const lockfileFlags = (
  path: string,
  before: string | undefined,
  after: string | undefined,
  isMoved: (name: string) => boolean = () => false,
  differing: readonly string[] = [],
): readonly Anomaly[] => {
  if (before === undefined && !/(?:^|\/)go\.work$/.test(path))
    return after === undefined
      ? [unreadable(path)]
      : [
          ...differing.map((name) =>
            flag(
              'test-tool-changed',
              path,
              `${path} is new and has another ${name} than the lockfile of the lock beside it.`,
            ),
          ),
          flag('lockfile-changed', path, `${path} is new on the branch.`),
        ]
  // A go.work takes effect by being there, and may replace the modules of every go.mod beside it.
  const old = toolsOf(path, before ?? '')
  if (old === undefined) return [unreadable(path)]
  const now = after === undefined ? new Map<string, readonly string[]>() : toolsOf(path, after)
  if (now === undefined) return [unreadable(path)]
  const changed = [...old].filter(
    ([name, installed]) => !same(installed, now.get(name)) && (now.has(name) || !isMoved(name)),
  )
  const replaced = [...now].filter(([name, [first]]) => !old.has(name) && first?.startsWith('replaced: '))
  const tools = [...changed, ...replaced.map(([name]) => [name, ['not replaced']] as const)].map(
    ([name, installed]) => {
      const to = now.get(name)?.map(short).join(', ') ?? 'not pinned'
      const how = now.has(name) ? 'differs from the locked one' : `is no longer locked in ${path}`
      return flag('test-tool-changed', path, `The test tool ${name} ${how}.`, {
        evidence: `${name}: ${installed.map(short).join(', ')} → ${to}`,
      })
    },
  )
  return [
    ...tools,
    flag('lockfile-changed', path, after === undefined ? `The branch deletes ${path}.` : `The branch changes ${path}.`),
  ]
}

/** A patch file that a package manager applies to an installed test tool. */
export const patchFlags = (path: string, isTool: (name: string) => boolean): readonly Anomaly[] => {
  const [, name] =
    /(?:^|\/)((?:@[^/]+?(?:\+|__))?[^/@+]+?)(?:[+@-](?:npm-)?\d[^/]*|-npm-[^/]*)?\.patch$/.exec(path) ?? []
  const tool = name?.replace(/\+|__/, '/')
  return tool !== undefined && isTool(tool)
    ? [flag('test-tool-changed', path, `The branch patches the test tool ${tool}.`)]
    : []
}

/** Says that a lockfile of the branch, or of the lock, is not text that its name promises. */
export const unreadable = (path: string): Anomaly =>
  flag(
    'lockfile-unreadable',
    path,
    `${path} changed and cannot be read, so nobody can say whether the test tools are the locked ones.`,
  )

const short = (installed: string): string => (installed.length > 100 ? `${installed.slice(0, 100)}…` : installed)
